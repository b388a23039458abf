import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type {
  FromReading,
  ReadingNews,
  ReadingRequest,
} from '../../../src/extension/hub/reading/messages';
import { TranscriptReading } from '../../../src/extension/hub/reading/reading';
import { serveReading } from '../../../src/extension/hub/reading/serveReading';
import { silentLog } from '../../../src/extension/util/log';
import { startThread } from '../../../src/extension/util/thread/startThread';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { threadScripts } from '../../support/hub/process/threadScripts';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { skip } from '../../support/skip';
import { until } from '../../support/until';

describe('The thread that reads transcripts', function () {
  this.timeout(60_000);
  let home: string;
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));

  it('is started again when it crashes, and counts what there is', async () => {
    const flag = path.join(home, 'crashed');
    const script = path.join(home, 'reading.js');
    const real = path.join(threadScripts(), 'reading.js');
    fs.writeFileSync(
      script,
      `const { existsSync, writeFileSync } = require('node:fs');
      if (!existsSync(${JSON.stringify(flag)})) {
        writeFileSync(${JSON.stringify(flag)}, '');
        throw new Error('out of luck');
      }
      require(${JSON.stringify(real)});`,
    );
    const transcript = TranscriptFile.of(home, 'session-1');
    await transcript.write(transcript.answer('Done.', 'msg_1', { output: 7 }));
    const news: ReadingNews[] = [];
    const errors: string[] = [];
    const reading = new TranscriptReading({
      configHome: home,
      cacheFolder: path.join(home, 'cache'),
      script,
      log: { ...silentLog, error: (text) => void errors.push(text) },
      onNews: (one) => void news.push(one),
    });
    reading.begin(['session-1']);
    const cost = reading.ask('split', { sessionId: 'session-1' }).answer;
    await until(
      () => news.flatMap((one) => (one.type === 'usage' ? one.totals : [])),
      (totals) => assert.equal(totals[0]?.total.output, 7),
    );
    assert.equal((await cost).byKind.input, 0); // The request is repeated.
    assert.match(errors.join('\n'), /^The reading of transcripts crashed: Error: out of luck/u);
    await reading.close();
  });

  it('ends when it is closed, and twice is as good as once', async () => {
    const script = path.join(threadScripts(), 'reading.js');
    const parts = { configHome: home, cacheFolder: path.join(home, 'cache') };
    const news: ReadingNews[] = [];
    const onNews = (one: ReadingNews): void => void news.push(one);
    const reading = new TranscriptReading({ ...parts, script, log: silentLog, onNews });
    await reading.close();
    await reading.close();
    reading.countSoon(path.join(home, 'projects', '-w', 'a.jsonl'));
    assert.deepEqual(news, []);
  });

  it('ends a search in texts that is not waited for', async () => {
    const transcript = TranscriptFile.of(home, 'session-1');
    await transcript.write(transcript.prompt('Find the needle'));
    const { port1, port2 } = new MessageChannel();
    const messages: FromReading[] = [];
    port1.on('message', (message: FromReading) => messages.push(message));
    serveReading(port2, { configHome: home, cacheFolder: path.join(home, 'cache') });
    const request = { query: 'needle', tokens: undefined, limit: 9 };
    const send = (message: ReadingRequest): void => port1.postMessage(message);
    for (const id of [1, 2]) send({ type: 'ask', id, name: 'searchText', request });
    send({ type: 'cancel', id: 1 });
    const answers = (type: string): unknown[] =>
      messages.flatMap((one) => ('id' in one && one.type === type ? [one.id] : []));
    await until(
      () => answers('answer').length,
      (count) => assert.equal(count, 2),
    );
    assert.deepEqual(answers('event'), [2]);
    const closed = once(port1, 'close');
    send({ type: 'close', withinMs: 60_000 });
    await closed;
  });

  it('ends itself if it does not stop, before it is terminated from outside', async () => {
    const script = path.join(home, 'reading.js');
    const real = path.join(threadScripts(), 'reading.js');
    fs.writeFileSync(
      script,
      `setInterval(() => undefined, 1_000); require(${JSON.stringify(real)});`,
    );
    const codes: number[] = [];
    const reading = new TranscriptReading({
      configHome: home,
      cacheFolder: path.join(home, 'cache'),
      script,
      startReading: (file, workerData) =>
        startThread(file, { workerData }).once('exit', (code) => codes.push(code)),
      log: silentLog,
      onNews: () => undefined,
    });
    await reading.ask('split', { sessionId: 'session-1' }).answer;
    await reading.close();
    assert.deepEqual(codes, [0], 'a thread that is terminated ends with 1');
  });

  it('leaves the processor to others where threads have priorities', async function () {
    if (process.platform !== 'linux') skip(this, 'only Linux has priorities of threads');
    const own = os.getPriority();
    const reading = new TranscriptReading({
      configHome: home,
      cacheFolder: path.join(home, 'cache'),
      script: path.join(threadScripts(), 'reading.js'),
      log: silentLog,
      onNews: () => undefined,
    });
    try {
      const low = Math.max(own, os.constants.priority.PRIORITY_BELOW_NORMAL);
      await until(priorities, (all) => assert.equal(Math.max(...all), low));
      assert.equal(os.getPriority(), own);
      assert.equal(Math.min(...priorities()), own);
    } finally {
      await reading.close();
    }
  });
});

/** Nice values of this process's threads; threads with a higher one yield to the others. */
function priorities(): number[] {
  return fs.readdirSync('/proc/self/task').map((thread) => os.getPriority(Number(thread)));
}

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { ReadingParts } from '../../../../src/extension/hub/reading/reading';
import { indexFile } from '../../../../src/extension/hub/reading/past/historyIndex';
import { FileCache } from '../../../../src/extension/util/files/fileCache';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { Slices } from '../../../../src/extension/util/thread/slices';
import { silentLog } from '../../../../src/extension/util/log';
import type { TextEvent } from '../../../../src/shared/protocol/history';
import { threadScripts } from '../../../support/hub/process/threadScripts';
import { OpenHistory } from '../../../support/hub/openHistory';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TranscriptFile, type Line } from '../../../support/hub/transcriptFile';
import { until } from '../../../support/until';

describe('The past in the thread that reads', function () {
  this.timeout(60_000);
  let home = '';
  let errors: string[] = [];
  const open: OpenHistory[] = [];
  let started = 0;
  const note = (): void => void (started += 1);
  before(async () => {
    threadScripts(); // Started early, because the bundler's worker starts asynchronously.
    await turn();
    process.on('worker', note);
  });
  after(() => process.off('worker', note));
  beforeEach(async () => {
    started = 0;
    home = await tempHome();
    errors = [];
    const transcript = TranscriptFile.of(home, 'a');
    await transcript.write(transcript.prompt('Find the needle'));
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((history) => history.close()));
    await removeHome(home);
  });

  function start(parts: Partial<ReadingParts> = {}): OpenHistory {
    const log = { ...silentLog, error: (message: string) => void errors.push(message) };
    const history = OpenHistory.of(home, { log, ...parts });
    open.push(history);
    return history;
  }
  const storedFile = (): string => path.join(home, 'cache', 'sessions.jsonl');
  const finds = async (history: OpenHistory): Promise<number> =>
    (await history.search('needle', 9)).total;

  /** Changes the text of the stored list, which shows whether the list or the files are read. */
  async function rewriteKept(): Promise<void> {
    const folder = new PrivateFolder(path.dirname(storedFile()));
    const file = new FileCache(folder, new Slices(), indexFile);
    const sessions = await until(
      () => file.load(),
      (found) => assert.equal(found.size, 1),
    );
    const rename = (text: string): string => text.replaceAll('needle', 'thread');
    await file.save(
      Array.from(sessions.values(), (one) => ({
        ...one,
        title: rename(one.title),
        prompts: rename(one.prompts),
      })),
    );
  }

  it('reads nothing before it is asked', async () => {
    const history = start();
    await history.close();
    assert.equal(existsSync(storedFile()), false);
  });

  it('finds a session that began after everything was counted', async () => {
    let isCounted = false;
    const history = start({
      onNews: (news) => {
        if (news.type === 'usage' && news.progress === undefined) isCounted = true;
      },
    });
    history.reading.begin([]);
    await until(
      () => isCounted,
      (now) => assert.ok(now),
    );
    const transcript = TranscriptFile.of(home, 'b');
    await transcript.write(transcript.prompt('Another one'));
    assert.equal((await history.session('b'))?.sessionId, 'b');
  });

  it('reads when it is warmed, keeps what it read, and drops it at once', async () => {
    const history = start();
    history.reading.readNewPast();
    await rewriteKept();
    assert.equal((await history.search('thread', 9)).total, 1);
    assert.equal(started, 1);
  });

  it('holds what it knows for whoever asked while it was warmed', async () => {
    const history = start();
    history.reading.readNewPast();
    await finds(history);
    await rewriteKept();
    for (let time = 0; time < 5; time += 1) assert.equal(await finds(history), 1);
    assert.equal(started, 1);
  });

  it('drops what it knows when nobody asks, keeps it, and has it again for the next question', async () => {
    const history = start({ restMs: 10 });
    assert.equal(await finds(history), 1);
    await rewriteKept();
    // The stored list is used for an unchanged file, so the file was not read.
    assert.equal((await history.search('thread', 9)).total, 1);
  });

  it('keeps what it knows when the hub closes', async () => {
    const history = start();
    await finds(history);
    await history.close();
    assert.match(await fs.readFile(storedFile(), 'utf8'), /Find the needle/);
  });

  it('fails the question that crashes it, says so, and answers the next', async () => {
    const script = path.join(home, 'crash.js');
    await fs.writeFile(script, "throw new Error('out of order')");
    const history = start({ script });
    await assert.rejects(history.search('needle', 9), /The search ended/);
    assert.match(errors.join(), /out of order/);
    await fs.copyFile(path.join(threadScripts(), 'reading.js'), script);
    assert.equal(await finds(history), 1);
  });

  it('is searched while everything is counted for the first time', async () => {
    const large = TranscriptFile.of(home, 'large');
    await large.write(large.prompt('Find the haystack'));
    const answer = (n: number): Line => large.answer('Done.', `msg_${n}`, { output: 1 });
    const lines = Array.from({ length: 2_000 }, (_, n) => `${JSON.stringify(answer(n))}\n`);
    for (let part = 0; part < 20; part += 1) {
      const text = lines.join('').replaceAll('"msg_', `"msg_${part}_`);
      await fs.appendFile(large.file, text);
    }
    const order: string[] = [];
    const history = start({
      onNews: (news) => {
        if (news.type === 'usage' && news.progress === undefined) order.push('all counted');
      },
    });
    history.reading.begin([]);
    const text = new Promise<void>((resolve, reject) => {
      const onEvent = ({ type }: TextEvent): void => {
        if (type !== 'hit') return;
        order.push('hit');
        resolve();
      };
      history.searchText('haystack', 9, { onEvent, onFail: reject });
    });
    const listed = history.search('haystack', 9).then(() => order.push('found'));
    await Promise.all([text, listed]);
    await until(
      () => order,
      (now) => assert.equal(now.at(-1), 'all counted'),
    );
    assert.deepEqual(order.toSorted(), ['all counted', 'found', 'hit']);
  });

  it('tells nothing more of a search that was ended', async () => {
    const history = start();
    const events: TextEvent[] = [];
    const search = history.searchText('needle', 9, {
      onEvent: (event) => events.push(event),
      onFail: assert.fail,
    });
    search.dispose();
    await finds(history);
    assert.deepEqual(events, []);
  });

  it('is not asked any more once it is closed', async () => {
    const history = start();
    await history.close();
    await assert.rejects(async () => history.search('needle', 9), /closing/);
  });
});

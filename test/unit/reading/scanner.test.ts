import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { ScanNews } from '../../../src/extension/hub/reading/scanNews';
import { Scanner } from '../../../src/extension/hub/reading/scanner';
import { silentLog } from '../../../src/extension/util/log';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { threadScripts } from '../../support/hub/process/threadScripts';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { skip } from '../../support/skip';
import { until } from '../../support/until';

describe('The thread that scans', function () {
  this.timeout(60_000);
  let home: string;
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));

  it('is started again when it crashes, and counts what there is', async () => {
    const flag = path.join(home, 'crashed');
    const script = path.join(home, 'scan.js');
    const real = path.join(threadScripts(), 'scan.js');
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
    const news: ScanNews[] = [];
    const errors: string[] = [];
    const scanner = new Scanner({
      projects: path.join(home, 'projects'),
      cacheFolder: path.join(home, 'cache'),
      script,
      log: { ...silentLog, error: (text) => void errors.push(text) },
      onNews: (one) => void news.push(one),
    });
    scanner.begin(['session-1']);
    await until(
      () => news.flatMap((one) => (one.type === 'usage' ? one.totals : [])),
      (totals) => assert.equal(totals[0]?.total.output, 7),
    );
    assert.match(errors.join('\n'), /^The scan of transcripts crashed: Error: out of luck/u);
    await scanner.close();
  });

  it('ends when it is closed, and twice is as good as once', async () => {
    const script = path.join(threadScripts(), 'scan.js');
    const parts = { projects: path.join(home, 'projects'), cacheFolder: path.join(home, 'cache') };
    const news: ScanNews[] = [];
    const onNews = (one: ScanNews): void => void news.push(one);
    const scanner = new Scanner({ ...parts, script, log: silentLog, onNews });
    await scanner.close();
    await scanner.close();
    scanner.look(path.join(home, 'projects', '-w', 'a.jsonl'));
    assert.deepEqual(news, []);
  });

  it('leaves the processor to others where threads have priorities', async function () {
    if (process.platform !== 'linux') skip(this, 'only Linux has priorities of threads');
    const own = os.getPriority();
    const scanner = new Scanner({
      projects: path.join(home, 'projects'),
      cacheFolder: path.join(home, 'cache'),
      script: path.join(threadScripts(), 'scan.js'),
      log: silentLog,
      onNews: () => undefined,
    });
    try {
      const low = Math.max(own, os.constants.priority.PRIORITY_BELOW_NORMAL);
      await until(priorities, (all) => assert.equal(Math.max(...all), low));
      assert.equal(os.getPriority(), own);
      assert.equal(Math.min(...priorities()), own);
    } finally {
      await scanner.close();
    }
  });
});

/** Of this process's threads; a higher number waits for a lower one. */
function priorities(): number[] {
  return fs.readdirSync('/proc/self/task').map((thread) => os.getPriority(Number(thread)));
}

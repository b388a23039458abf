import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { History } from '../../../../src/extension/hub/reading/past/history';
import { silentLog } from '../../../../src/extension/util/log';
import type { TextEvent } from '../../../../src/shared/protocol/history';
import { threadScripts } from '../../../support/hub/process/threadScripts';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TranscriptFile } from '../../../support/hub/transcriptFile';
import { until } from '../../../support/until';

describe('The thread that searches the past', function () {
  this.timeout(60_000);
  let home = '';
  let errors: string[] = [];
  const open: History[] = [];
  const running = new Set<Worker>();
  let started = 0;
  const note = (worker: Worker): void => {
    started += 1;
    running.add(worker);
    worker.once('exit', () => running.delete(worker));
  };
  before(async () => {
    threadScripts(); // The bundler has a worker of its own, told of a turn later.
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

  function start(options: { readonly script?: string; readonly idleMs?: number } = {}): History {
    const log = { ...silentLog, error: (message: string) => void errors.push(message) };
    const history = new History({
      script: path.join(threadScripts(), 'history.js'),
      projects: path.join(home, 'projects'),
      cacheFolder: path.join(home, 'cache'),
      costOf: () => undefined,
      marks: { of: () => ({}), words: { sessions: new Map(), projects: new Map() } },
      log,
      ...options,
    });
    open.push(history);
    return history;
  }
  const kept = (): string => path.join(home, 'cache', 'sessions.jsonl');
  const finds = async (history: History): Promise<number> =>
    (await history.search('needle', 9)).total;

  it('is not started before it is needed', async () => {
    const history = start();
    await history.close();
    assert.equal(existsSync(kept()), false);
  });

  it('reads when it is warmed, keeps what it read, and ends at once', async () => {
    start().warm();
    await until(
      () => existsSync(kept()),
      (isKept) => assert.ok(isKept),
    );
    await until(
      () => running.size,
      (now) => assert.equal(now, 0),
    );
    assert.equal(started, 1);
  });

  it('stays for whoever asked while it was warmed', async () => {
    const history = start();
    history.warm();
    await finds(history);
    await until(
      () => existsSync(kept()),
      (isKept) => assert.ok(isKept),
    );
    for (let time = 0; time < 5; time += 1) assert.equal(await finds(history), 1);
    assert.equal(started, 1);
  });

  it('ends when nobody asks, keeps what it knows, and is there again for the next question', async () => {
    const history = start({ idleMs: 10 });
    assert.equal(await finds(history), 1);
    const text = await until(
      () => fs.readFile(kept(), 'utf8').catch(() => ''),
      (found) => assert.match(found, /Find the needle/),
    );
    await fs.writeFile(kept(), text.replaceAll('needle', 'thread'));
    // It believes what it kept of a file that did not change: so it read the list, not the file.
    assert.equal((await history.search('thread', 9)).total, 1);
  });

  it('keeps what it knows when the hub closes', async () => {
    const history = start();
    await finds(history);
    await history.close();
    assert.match(await fs.readFile(kept(), 'utf8'), /Find the needle/);
  });

  it('fails the question that crashes it, says so, and answers the next', async () => {
    const script = path.join(home, 'crash.js');
    await fs.writeFile(script, "throw new Error('out of order')");
    const history = start({ script });
    await assert.rejects(history.search('needle', 9), /The search ended/);
    assert.match(errors.join(), /out of order/);
    await fs.copyFile(path.join(threadScripts(), 'history.js'), script);
    assert.equal(await finds(history), 1);
  });

  it('tells nothing more of a search that was ended', async () => {
    const history = start();
    const told: TextEvent[] = [];
    const search = history.searchText('needle', 9, {
      onEvent: (event) => told.push(event),
      onFail: assert.fail,
    });
    search.dispose();
    await finds(history);
    assert.deepEqual(told, []);
  });

  it('is not asked any more once it is closed', async () => {
    const history = start();
    await history.close();
    await assert.rejects(async () => history.search('needle', 9), /closing/);
  });
});

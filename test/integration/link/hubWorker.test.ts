import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { mock } from 'node:test';
import { Worker } from 'node:worker_threads';
import { HubWorker } from '../../../src/extension/link/hubWorker';
import { missionControlFolder } from '../../../src/extension/util/files/missionControlFolder';
import { silentLog } from '../../../src/extension/util/log';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { bundleHub, removeBundle } from '../../support/hub/process/hubBundle';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { call } from '../../support/hub/wire/call';
import { freePorts } from '../../support/hub/wire/freePorts';
import { Stranger } from '../../support/hub/wire/stranger';
import { makeNamedPipe } from '../../support/namedPipe';

/** Effectively disables ending a hub by force, which would leave files behind. */
const closeMs = 3_600_000;

let script: string;
before(async () => (script = await bundleHub()));
after(() => removeBundle(script));

describe('The thread of a hub', () => {
  let home: string;
  let folder: PrivateFolder;
  beforeEach(async () => {
    home = await tempHome();
    folder = new PrivateFolder(missionControlFolder(home));
    await folder.ensure();
  });
  afterEach(() => removeHome(home));

  it('ends when its port was taken before it', async () => {
    const stranger = await Stranger.start();
    const worker = new HubWorker(script, { configHome: home, port: stranger.port }, silentLog);
    assert.deepEqual(await worker.started, { kind: 'occupied' });
    await worker.ended;
    await stranger.stop();
  });

  it('ends when it cannot start, and says why', async () => {
    await fs.rmdir(folder.path);
    await fs.writeFile(folder.path, 'a file in the way');
    const [port = 0] = await freePorts(1);
    const worker = new HubWorker(script, { configHome: home, port }, silentLog);
    const start = await worker.started;
    assert.equal(start.kind, 'failed');
    await worker.ended;
    await assert.rejects(call(`http://127.0.0.1:${port}`), { code: 'ECONNREFUSED' });
  });

  it('does not make the folder that somebody removed', async () => {
    await fs.rmdir(folder.path);
    const [port = 0] = await freePorts(1);
    const worker = new HubWorker(script, { configHome: home, port }, silentLog);
    assert.equal((await worker.started).kind, 'failed');
    await worker.ended;
    assert.deepEqual(await fs.readdir(home), []);
  });

  it('says so when there is no such bundle', async () => {
    const worker = new HubWorker(
      path.join(home, 'none.js'),
      { configHome: home, port: 0 },
      silentLog,
    );
    assert.equal((await worker.started).kind, 'failed');
    await worker.ended;
  });

  it('ends without force when it is closed', async () => {
    const [port = 0] = await freePorts(1);
    const about = { configHome: home, port };
    const worker = new HubWorker(script, about, silentLog, undefined, closeMs);
    assert.equal((await worker.started).kind, 'listening');
    await worker.close();
    assert.deepEqual(await fs.readdir(folder.path), ['key', 'machine', 'program']);
  });

  it('ends itself where closing takes longer than it may', async () => {
    const slow = path.join(home, 'slow');
    await fs.cp(path.dirname(script), slow, { recursive: true });
    // A thread of the hub that never answers; the hub waits 1.5 s for it.
    await fs.writeFile(path.join(slow, 'reading.js'), 'setInterval(() => undefined, 1_000);');
    const [port = 0] = await freePorts(1);
    const file = path.join(slow, path.basename(script));
    const worker = new HubWorker(file, { configHome: home, port }, silentLog, undefined, 100);
    assert.equal((await worker.started).kind, 'listening');
    const force = mock.method(Worker.prototype, 'terminate');
    await worker.close();
    assert.equal(force.mock.callCount(), 0);
    force.mock.restore();
  });

  it('is left behind when even force does not end it', async () => {
    const [pipe, stuck] = [path.join(home, 'pipe'), path.join(home, 'stuck.js')];
    makeNamedPipe(pipe);
    await fs.writeFile(stuck, stuckHub(pipe));
    const worker = new HubWorker(stuck, { configHome: home, port: 0 }, silentLog, undefined, 100);
    await worker.started;
    let isEnded = false;
    void worker.ended.then(() => (isEnded = true));
    await worker.close();
    assert.equal(isEnded, false);
    await fs.writeFile(pipe, ''); // Opening the pipe for writing unblocks the reader.
    await worker.ended;
  });
});

/** A hub whose thread blocks on a pipe without a writer. */
function stuckHub(pipe: string): string {
  return `
    const { parentPort } = require('node:worker_threads');
    parentPort.postMessage({ type: 'failed', message: 'stuck' });
    setImmediate(() => require('node:fs').openSync(${JSON.stringify(pipe)}));
  `;
}

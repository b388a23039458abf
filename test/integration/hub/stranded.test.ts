import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { Boot } from '../../../src/extension/hub/ingest/boot';
import { linuxProcesses } from '../../../src/extension/hub/ingest/processes';
import { routes } from '../../../src/shared/protocol/protocol';
import { aHook } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

const dayMs = 24 * 60 * 60_000;
const version = '2.1.329';

describe('Sessions that ended with the computer or the editor', function () {
  this.timeout(60_000);
  let home: string;
  let running: TestHub | undefined;
  let boots = 0;
  const processes = new Map<string, ChildProcess>();

  beforeEach(async () => {
    home = await tempHome();
    await fs.mkdir(path.join(home, 'sessions'));
  });
  afterEach(async () => {
    for (const sessionId of processes.keys()) await kill(sessionId);
    await stop();
    await removeHome(home);
  });

  function hub(): TestHub {
    assert.ok(running, 'a hub runs');
    return running;
  }

  async function stop(): Promise<void> {
    await running?.close();
    running = undefined;
  }

  /** Ends the hub, if one runs, and starts the next. */
  async function restart(boot?: Boot): Promise<void> {
    await stop();
    running = await TestHub.start(home, boot && { boot });
  }

  /** Simulates a restart of the machine, whose processes have ended by then. */
  async function reboot(): Promise<void> {
    boots += 1;
    await restart({ id: `boot ${boots}`, at: Date.now() });
  }

  const fileOf = (sessionId: string): string =>
    path.join(home, 'sessions', `${processes.get(sessionId)?.pid}.json`);

  /** Starts a client process with all files of a session. */
  async function runs(
    sessionId: string,
    { lastAt = Date.now() - 60_000, entrypoint = 'cli' } = {},
  ): Promise<void> {
    const { file } = TranscriptFile.of(home, sessionId);
    const transcript = new TranscriptFile(sessionId, file, lastAt, version);
    await transcript.write(transcript.prompt('Add a cart'), transcript.answer('Done.'));
    await startClient(sessionId, entrypoint);
  }

  async function startClient(sessionId: string, entrypoint = 'cli'): Promise<void> {
    const client = spawn('sleep', ['1000']);
    await once(client, 'spawn');
    processes.set(sessionId, client);
    const now = Date.now();
    const { pid } = client;
    const procStart = await linuxProcesses.startOf(pid ?? 0);
    const entry = { pid, procStart, sessionId, cwd: '/home/dev/shop', startedAt: now, version };
    const status = { status: 'idle', statusUpdatedAt: now, kind: 'interactive', entrypoint };
    await fs.writeFile(fileOf(sessionId), JSON.stringify({ ...entry, ...status }));
  }

  async function kill(sessionId: string): Promise<void> {
    const client = processes.get(sessionId);
    processes.delete(sessionId);
    if (client === undefined || client.exitCode !== null || client.signalCode !== null) return;
    client.kill('SIGKILL');
    await once(client, 'exit');
  }

  /** Ends the client as on a signal, on which it removes its file. */
  async function exit(sessionId: string): Promise<void> {
    await fs.rm(fileOf(sessionId));
    await kill(sessionId);
  }

  const shownRunning = (sessionId: string): Promise<unknown> =>
    until(
      async () => (await hub().session(sessionId))?.pid,
      (pid) => assert.ok(pid !== undefined),
    );

  const offers = (...sessionIds: readonly string[]): Promise<unknown> =>
    until(
      async () => [...((await hub().summary())?.stranded ?? [])].sort(),
      (offered) => assert.deepEqual(offered, sessionIds),
    );

  /** Asserts that no session is offered once everything is read and decided. */
  async function offersNone(): Promise<void> {
    await hub().running.complete;
    await until(
      () =>
        fs.readFile(path.join(home, 'mission-control', 'stranded.json'), 'utf8').catch(() => ''),
      (text) => assert.doesNotMatch(text, /"stranded":\[[^\]]/),
    );
    assert.deepEqual((await hub().summary())?.stranded, undefined);
  }

  it('are offered for resuming after a reboot, without those that ended on purpose before', async () => {
    await restart();
    for (const id of ['killed', 'signalled', 'left', 'survives']) await runs(id);
    await runs('old', { lastAt: Date.now() - 8 * dayMs });
    for (const id of ['killed', 'signalled', 'left', 'survives']) await shownRunning(id);
    await hub().hook(aHook('SessionEnd', { session_id: 'left', reason: 'prompt_input_exit' }));
    await exit('left');
    await stop();
    await kill('killed');
    await kill('old');
    await exit('signalled');
    // Another process has the process id of the client that has ended.
    const other = await linuxProcesses.startOf(process.pid);
    const lost = { pid: process.pid, sessionId: 'killed', procStart: `${Number(other) - 1}` };
    const left = path.join(home, 'sessions', `${process.pid}.json`);
    await fs.writeFile(left, JSON.stringify({ ...lost, startedAt: 1, status: 'idle' }));
    await reboot();
    await offers('killed', 'signalled');
    assert.equal((await hub().session('killed'))?.pid, undefined);
    assert.notEqual((await hub().session('survives'))?.pid, undefined);
  });

  it('are offered after a restart of the hub if they were killed, but not if they ended', async () => {
    await restart();
    for (const id of ['killed', 'ended']) await runs(id);
    for (const id of ['killed', 'ended']) await shownRunning(id);
    await stop();
    await exit('ended');
    await kill('killed');
    await restart();
    await offers('killed');
  });

  it('are offered if they were started and killed while no hub was running', async () => {
    await restart();
    await runs('earlier');
    await shownRunning('earlier');
    await exit('earlier');
    await stop();
    await runs('unseen');
    await kill('unseen');
    await restart();
    await offers('unseen');
  });

  it('are offered after each restart until they were resumed or dismissed', async () => {
    await restart();
    await runs('one');
    await runs('two');
    await shownRunning('two');
    await stop();
    await kill('one');
    await kill('two');
    await reboot();
    await offers('one', 'two');
    await reboot();
    await offers('one', 'two');
    const answer = await hub().post(routes.stranded, { sessionIds: ['one', 'two'] });
    assert.equal(answer.status, 204);
    await offers();
    await reboot();
    await offersNone();
  });

  it('are no longer offered once they were resumed in a terminal', async () => {
    await restart();
    await runs('one');
    await runs('two');
    await shownRunning('two');
    await stop();
    await kill('one');
    await kill('two');
    await reboot();
    await offers('one', 'two');
    await startClient('one');
    await offers('two');
    await exit('one');
    await restart({ id: `boot ${boots}`, at: Date.now() });
    await offers('two');
  });

  it('are not offered if only scripts or the editor’s own sessions ended', async () => {
    await restart();
    await runs('script', { entrypoint: 'sdk-cli' });
    await shownRunning('script');
    await kill('script');
    await reboot();
    await offersNone();
  });
});

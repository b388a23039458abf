import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createAwakeFeature } from '../../../src/extension/hub/awake/feature';
import { inhibitorOf } from '../../../src/extension/hub/awake/inhibitor';
import { KeepAwake } from '../../../src/extension/hub/awake/keepAwake';
import { silentLog, type Log } from '../../../src/extension/util/log';
import type { BoardUpdate } from '../../../src/extension/hub/serve/liveStream';
import { Emitter } from '../../../src/extension/util/emitter';
import { routes, type LiveSession } from '../../../src/shared/protocol/protocol';
import { aHook } from '../../support/hub/hooks';
import { HubProcess } from '../../support/hub/process/hubProcess';
import { threadScripts } from '../../support/hub/process/threadScripts';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { signedFor, testSigner } from '../../support/hub/testSigner';
import { StandInProgram } from '../../support/processes/standInProgram';
import { aSession, secondsAgo } from '../../support/sessionBuilder';
import { skip } from '../../support/skip';
import { until } from '../../support/until';

const session_id = '5e551011-0000-4000-8000-000000000001';
const route = `${routes.control}/awake`;
const { program = '', args = [] } = inhibitorOf(process.platform) ?? {};

const postTo =
  ({ url, token }: HubProcess) =>
  (path: string, body: object): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

describe('A hub that keeps the computer awake', function () {
  this.timeout(60_000);
  let home: string;
  let hub: TestHub | undefined;
  let standIn: StandInProgram | undefined;
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (text: string) => void warnings.push(text) };

  before(function () {
    // The stand-in is a shell script.
    if (process.platform === 'win32' || program === '') this.skip();
  });
  beforeEach(async () => {
    home = await tempHome();
    warnings.length = 0;
  });
  afterEach(async () => {
    await hub?.close();
    hub = undefined;
    standIn?.dispose();
    standIn = undefined;
    await removeHome(home);
  });

  async function start(end?: string): Promise<void> {
    standIn = new StandInProgram(program, end);
    hub = await TestHub.start(home, { log });
  }

  const beginTurn = (): Promise<unknown> =>
    hub!.hook(aHook('UserPromptSubmit', { session_id, prompt: 'Go' }));
  const endTurn = (): Promise<unknown> => hub!.hook(aHook('Stop', { session_id }));
  const set = async (isOn: boolean): Promise<void> => {
    assert.equal((await hub!.post(route, { isOn })).status, 204);
  };
  const runs = (count: number): Promise<unknown> =>
    until(
      () => standIn!.running,
      (running) => assert.equal(running, count),
    );
  const isShown = (keepsAwake: true | undefined): Promise<unknown> =>
    until(
      () => hub!.summary(),
      (summary) => assert.equal(summary.keepsAwake, keepsAwake),
    );

  it('runs the system’s program while a session runs, and says so', async () => {
    await start();
    await set(true);
    await isShown(undefined);
    await runs(0);
    await beginTurn();
    await runs(1);
    await isShown(true);
    assert.deepEqual(
      standIn?.starts.map((one) => one.args),
      [args.join(' ')],
    );
    await endTurn();
    await runs(0);
    await isShown(undefined);
    await beginTurn();
    await runs(1);
    assert.deepEqual(warnings, []);
  });

  it('runs nothing unless it is switched on, and ends it when it is switched off', async () => {
    await start();
    await beginTurn();
    await hub!.waitFor(session_id, ({ agentState }) =>
      assert.equal(agentState.group, 'autonomous'),
    );
    assert.equal(standIn?.starts.length, 0);
    await set(true);
    await runs(1);
    await set(false);
    await runs(0);
    await isShown(undefined);
  });

  it('counts the sessions of other accounts, which run here, but not those of other machines', async () => {
    standIn = new StandInProgram(program);
    const changes = new Emitter<BoardUpdate>();
    const awake = createAwakeFeature({
      board: { flushSoon: () => undefined },
      joined: { onDidChange: changes.event },
      log,
      scripts: threadScripts(),
    });
    awake.calls.setKeepAwake({ isOn: true });
    const agentState = { group: 'autonomous', state: 'acting' } as const;
    const change = (machine: LiveSession['machine']): void =>
      changes.fire({
        changed: [aSession({ agentState, machine })],
        removed: [],
        summary: undefined,
      });
    try {
      change({ id: 'm1', name: 'gpu-box' });
      change({ id: 'm2', name: 'work', account: true });
      await runs(1);
      change({ id: 'm2', name: 'work', account: true, away: secondsAgo(1) });
      await runs(0);
      change({ id: 'm1', name: 'gpu-box' });
    } finally {
      await awake.close();
    }
    assert.equal(standIn.starts.length, 1);
  });

  it('ends it with the hub', async () => {
    await start();
    await set(true);
    await beginTurn();
    await runs(1);
    await hub?.close();
    hub = undefined;
    assert.equal(standIn?.running, 0);
  });

  it('leaves nothing behind when the hub is killed', async () => {
    standIn = new StandInProgram(program);
    const setup = { keys: [testSigner.publicKey] };
    const killed = await HubProcess.start(home, 0, undefined, setup);
    const post = postTo(killed);
    await post(route, signedFor(killed.token, 'setKeepAwake', '', { isOn: true }));
    await post(routes.hook, aHook('UserPromptSubmit', { session_id, prompt: 'Go' }));
    await runs(1);
    await killed.kill();
    await runs(0);
  });

  it('blocks sleep by logind itself, until the hub is killed', async function () {
    const inhibitors = (): string => {
      const { stdout, status } = spawnSync('systemd-inhibit', ['--list', '--no-legend']);
      if (status !== 0) skip(this, 'it needs a running logind');
      return String(stdout);
    };
    const blocks = (isBlocked: boolean): Promise<unknown> =>
      until(inhibitors, (text) => assert.equal(/^Mission Control /mu.test(text), isBlocked));
    inhibitors();
    const killed = await HubProcess.start(home, 0, undefined, { keys: [testSigner.publicKey] });
    const post = postTo(killed);
    await post(route, signedFor(killed.token, 'setKeepAwake', '', { isOn: true }));
    await post(routes.hook, aHook('UserPromptSubmit', { session_id, prompt: 'Go' }));
    await blocks(true);
    await post(routes.hook, aHook('Stop', { session_id }));
    await blocks(false);
    await post(routes.hook, aHook('UserPromptSubmit', { session_id, prompt: 'Go' }));
    await blocks(true);
    await killed.kill();
    await blocks(false);
  });

  it('says once that the program has ended, and does not start it again', async () => {
    await start('echo "Failed to inhibit: Access denied" >&2; exit 1');
    await set(true);
    for (let turn = 0; turn < 3; turn += 1) {
      await beginTurn();
      await hub!.waitFor(session_id, (one) => assert.equal(one.agentState.group, 'autonomous'));
      await until(
        () => warnings.length,
        (count) => assert.equal(count, 1),
      );
      await endTurn();
      await hub!.waitFor(session_id, (one) => assert.equal(one.agentState.group, 'needs_you'));
    }
    assert.equal(standIn?.starts.length, 1);
    assert.match(
      warnings[0] ?? '',
      /can’t be kept awake: .* ended: Failed to inhibit: Access denied/,
    );
    await isShown(undefined);
    await set(false);
    await set(true);
    await beginTurn();
    await until(
      () => warnings.length,
      (count) => assert.equal(count, 2),
    );
  });

  it('says once that the program is missing', async () => {
    const keepAwake = new KeepAwake({
      scripts: threadScripts(),
      env: process.env,
      inhibitor: { program: 'no-such-inhibitor', args: [] },
      isRunning: () => true,
      refresh: () => keepAwake.update(),
      log,
    });
    keepAwake.set(true);
    await until(
      () => warnings.length,
      (count) => assert.equal(count, 1),
    );
    keepAwake.update();
    await keepAwake.close();
    assert.match(
      warnings.join('\n'),
      /^The computer can’t be kept awake: no-such-inhibitor was not found\. [^\n]*$/,
    );
    assert.deepEqual(keepAwake.summaryAt(), { keepsAwake: undefined });
  });

  it('says once that the system refuses to start the program', async () => {
    const keepAwake = new KeepAwake({
      // Node refuses such an argument at once, as it does where memory is short.
      scripts: 'no\0folder',
      env: process.env,
      inhibitor: { program: 'sh', args: [] },
      isRunning: () => true,
      refresh: () => keepAwake.update(),
      log,
    });
    keepAwake.set(true);
    await until(
      () => warnings.length,
      (count) => assert.equal(count, 1),
    );
    keepAwake.update();
    await keepAwake.close();
    assert.match(warnings.join('\n'), /^The computer can’t be kept awake: [^\n]*$/);
  });
});

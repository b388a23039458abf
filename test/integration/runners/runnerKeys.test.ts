import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { callHub } from '../../../src/extension/link/callHub';
import { HubConnection } from '../../../src/extension/runner/hubConnection';
import { hubName } from '../../../src/extension/util/hub/provingKey';
import { newRunnerKey } from '../../../src/extension/util/keys/runnerKey';
import { newPrivateKey, signerOf } from '../../../src/extension/util/keys/signing';
import { routes } from '../../../src/shared/protocol/protocol';
import type { RunnerKey, RunnerOrder } from '../../../src/shared/protocol/runner';
import { aHook, sessionId } from '../../support/hub/hooks';
import { TestHub } from '../../support/hub/testHub';
import { TestWindow } from '../../support/hub/testWindow';
import { testSigner } from '../../support/hub/testSigner';
import { needs } from '../../support/skip';
import { until } from '../../support/until';

/** Reads the session's orders with only the token. */
class Stranger {
  text = '';
  private readonly closing = new AbortController();

  static async open(hub: TestHub): Promise<Stranger> {
    const stranger = new Stranger();
    const { signal } = stranger.closing;
    const route = `${routes.runners}/${sessionId}`;
    const response = await callHub(hub.running.reach, { route, signal });
    response.setEncoding('utf8').on('data', (part: string) => (stranger.text += part));
    response.on('error', () => undefined);
    return stranger;
  }

  close(): void {
    this.closing.abort();
  }
}

/** Any program that has read the token can read the orders for a runner's session. */
describe('A session that a runner runs', function () {
  this.timeout(120_000);
  let hub: TestHub;
  let window: TestWindow;
  let child: ChildProcess;
  let runners: HubConnection[];
  let obeyed: RunnerOrder[];

  before(function () {
    needs(this, 'signals');
  });
  beforeEach(async () => {
    hub = await TestHub.start();
    window = await TestWindow.open(hub, 'w');
    await window.offerControl();
    child = spawn('sleep', ['60']);
    [runners, obeyed] = [[], []];
    const { pid = 0 } = child;
    const now = Date.now();
    fs.mkdirSync(path.join(hub.home, 'sessions'), { recursive: true });
    const entry = { pid, sessionId, cwd: '/home/dev/shop', startedAt: now, entrypoint: 'sdk-cli' };
    const status = { status: 'idle', statusUpdatedAt: now, updatedAt: now };
    const file = path.join(hub.home, 'sessions', `${pid}.json`);
    fs.writeFileSync(file, JSON.stringify({ ...entry, ...status }));
    const headers = { 'x-claude-pid': String(pid), 'x-claude-entrypoint': 'sdk-cli' };
    await hub.hook(aHook('Stop'), headers);
    await hub.waitFor(sessionId, (session) => assert.equal(session.pid, pid));
  });
  afterEach(async () => {
    for (const runner of runners) runner.close();
    child.kill('SIGKILL');
    window.close();
    await hub.dispose();
  });

  const keyOf = (signer = testSigner, id = sessionId): RunnerKey =>
    newRunnerKey(signer, hubName(hub.running.token), id);
  function run(key: RunnerKey, orders = obeyed): HubConnection {
    const runner = new HubConnection(hub.home, sessionId, key, (order) => orders.push(order));
    runners.push(runner);
    void runner.run();
    return runner;
  }
  const hasWay = (way: string | undefined): Promise<unknown> =>
    hub.waitFor(sessionId, (session) => assert.equal(session.prompting?.way, way));
  const send = (text: string): Promise<unknown> =>
    window.signed('prompts', sessionId, { change: { kind: 'add', id: text, text } });

  it('tells its prompts and its end to that runner, and nothing to a stranger that reads in its place', async () => {
    run(keyOf());
    await hasWay('runner');
    const stranger = await Stranger.open(hub);
    await send('a');
    const texts = () => obeyed.map((order) => (order.act === 'prompt' ? order.text : order.act));
    await until(texts, (now) => assert.deepEqual(now, ['a']), 20_000);
    await window.signed('act', sessionId, { act: 'release' });
    await until(texts, (now) => assert.deepEqual(now, ['a', 'end']));
    assert.doesNotMatch(stranger.text, /event: order/u);
    stranger.close();
  });

  it('has no way for a prompt where only a stranger reads, with no key or one of its own', async () => {
    const stranger = await Stranger.open(hub);
    const forged: RunnerOrder[] = [];
    run(keyOf(signerOf(newPrivateKey())), forged);
    run(keyOf(testSigner, 'another session'), forged);
    // The certificate of a real runner is no secret; its key is.
    run({ ...keyOf(), privateKey: newPrivateKey() }, forged);
    await send('a');
    await until(
      () => stranger.text,
      (text) => assert.match(text, /(?:event: alive[^]*){2}/u),
    );
    await hasWay(undefined);
    assert.doesNotMatch(stranger.text, /event: order/u);
    assert.deepEqual(forged, []);
    run(keyOf());
    await until(
      () => obeyed.length,
      (count) => assert.equal(count, 1),
    );
    stranger.close();
  });

  it('tells the limits of its account by that runner alone, and again to the next hub', async () => {
    const resetsAt = new Date(Date.now() + 3_600_000).toISOString();
    const at = new Date().toISOString();
    const limitsOf = (used: number) => ({ at, fiveHour: { used, resetsAt } });
    const route = `${routes.runners}/${sessionId}/limits`;
    const forged = { challenge: 'one', limits: limitsOf(0.9) };
    assert.equal((await hub.postBare(route, forged)).status, 403);
    run(keyOf(signerOf(newPrivateKey()))).reportLimits(limitsOf(0.8));
    const runner = run(keyOf());
    runner.reportLimits(limitsOf(0.3));
    await hasWay('runner');
    const limits = async () => (await hub.summary()).limits;
    await until(limits, (now) => assert.deepEqual(now, limitsOf(0.3)));
    runner.reportLimits(limitsOf(0.4));
    await until(limits, (now) => assert.deepEqual(now, limitsOf(0.4)));
    assert.equal((await hub.postBare(route, forged)).status, 403);
    const { home } = hub;
    await hub.running.close();
    hub = await TestHub.start(home);
    await until(limits, (now) => assert.deepEqual(now, limitsOf(0.4)), 20_000);
  });
});

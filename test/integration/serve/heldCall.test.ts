import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { HeldCall } from '../../../src/extension/hub/serve/heldCall';
import { CallRouter } from '../../../src/extension/hub/serve/callRouter';
import { refusals } from '../../../src/extension/hub/serve/refusal';
import { LiveStream } from '../../../src/extension/hub/serve/liveStream';
import { HubServer } from '../../../src/extension/hub/serve/server';
import { silentLog } from '../../../src/extension/util/log';
import { routes } from '../../../src/shared/protocol/protocol';
import { call, type Answer, type CallOptions } from '../../support/hub/wire/call';
import { aHook } from '../../support/hub/hooks';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

const token = 'ab'.repeat(32);
/** Timeouts in ms for callers that are not held: longer than a busy machine needs for a call. */
const limits = {
  headersTimeout: 800,
  requestTimeout: 1_000,
  keepAliveTimeout: 50,
  connectionsCheckingInterval: 20,
};

describe('A hook call that is held', () => {
  let server: HubServer;
  let held: HeldCall | undefined;

  beforeEach(async () => {
    held = undefined;
    server = new HubServer({
      port: 0,
      key: 'cd'.repeat(32),
      token,
      startedAt: new Date().toISOString(),
      stream: new LiveStream(),
      log: silentLog,
      limits,
    });
    await server.listen({
      board: () => Promise.reject(new Error('Nobody asks for it')),
      onHook(_body, _headers, waiting) {
        held = waiting?.call;
        return waiting === undefined ? 'taken' : 'held';
      },
      calls: new CallRouter({
        verifyAndOpen: () => refusals.unsigned,
        isForwardable: () => false,
      }),
    });
  });
  afterEach(() => server.close());

  const post = (query: string, options: CallOptions = {}): Promise<Answer> =>
    call(`http://127.0.0.1:${server.port}${routes.hook}${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(aHook('PermissionRequest')),
      ...options,
    });
  const arrived = (): Promise<HeldCall | undefined> =>
    until(
      () => held,
      (call) => assert.ok(call),
    );

  it('outlives every limit of the server, while others meet theirs', async () => {
    const answer = post('?wait=1');
    const silent = connect(server.port, '127.0.0.1');
    const cutOff = new Promise((resolve) => silent.resume().once('close', resolve));
    const call = await arrived();
    await cutOff;
    await waitFixedTime(limits.requestTimeout * 2);
    assert.equal(await call?.answer({ decided: 'Nö, 日本' }), true);
    const { status, headers, text } = await answer;
    assert.deepEqual([status, headers['content-type']], [200, 'application/json']);
    assert.deepEqual(JSON.parse(text), { decided: 'Nö, 日本' });
  });

  it('is released with nothing', async () => {
    const answer = post('?wait=1');
    (await arrived())?.release();
    assert.deepEqual([(await answer).status, (await answer).text], [204, '']);
  });

  it('takes one end alone', async () => {
    const answer = post('?wait=1');
    const call = await arrived();
    let gone = 0;
    call?.onGone(() => (gone += 1));
    call?.release();
    assert.equal(await call?.answer({}), false);
    call?.release();
    assert.equal((await answer).status, 204);
    assert.equal(gone, 0);
  });

  it('tells when its caller hangs up, and takes no answer then', async () => {
    const hangUp = new AbortController();
    const answer = post('?wait=1', { signal: hangUp.signal });
    const call = await arrived();
    const gone = new Promise<void>((resolve) => call?.onGone(resolve));
    hangUp.abort();
    await assert.rejects(answer, /aborted/);
    await gone;
    assert.equal(await call?.answer({}), false);
  });

  it('is only one that asks for it', async () => {
    assert.equal((await post('')).status, 204);
    assert.equal((await post('?wait=0')).status, 204);
    assert.equal(held, undefined);
  });
});

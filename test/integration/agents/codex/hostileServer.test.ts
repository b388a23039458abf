import assert from 'node:assert/strict';
import { codexPlacesIn } from '../../../../src/extension/agents/codex/home/codexHome';
import { SharedServer } from '../../../../src/extension/agents/codex/socket/sharedServer';
import type { SourceRequest } from '../../../../src/extension/agents/requests';
import { silentLog } from '../../../../src/extension/util/log';
import { CodexServer, serverFrames } from '../../../support/agents/codexServer';
import { assertStays } from '../../../support/assertStays';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { until } from '../../../support/until';

const { id: threadId } = serverFrames.thread;

interface Held {
  readonly request: SourceRequest;
  /** How the request ended for who holds it. */
  gone: readonly unknown[];
}

describe('A hostile server in the place of Codex’s', () => {
  let home = '';
  let server: CodexServer;
  let shared: SharedServer | undefined;
  let held: Held[] = [];

  beforeEach(async () => {
    home = await tempHome();
    server = await CodexServer.start(home);
    held = [];
  });
  afterEach(async () => {
    shared?.dispose();
    server.release();
    await server.stop();
    await removeHome(home);
  });

  function create(): SharedServer {
    shared = new SharedServer(codexPlacesIn(home), {
      emit: () => undefined,
      holdRequest(request) {
        const one: Held = { request, gone: [] };
        held.push(one);
        request.call.onGone((how) => (one.gone = [...one.gone, how ?? 'lost']));
      },
      log: silentLog,
    });
    return shared;
  }

  /** Connects, and makes the session work. */
  async function working(): Promise<void> {
    await create().start();
    await until(
      () => shared?.has(threadId),
      (has) => assert.ok(has),
    );
    server.setStatus();
    await until(
      () => server.isFollowed,
      (isFollowed) => assert.ok(isFollowed),
    );
  }

  const isHeld = (count: number): Promise<unknown> =>
    until(
      () => held.length,
      (length) => assert.equal(length, count),
    );

  const isUnanswered = (id: number): Promise<unknown> =>
    assertStays(
      50,
      () => server.answers.get(id),
      (answer) => assert.equal(answer, undefined),
    );

  const turn = { threadId, turnId: 'turn-1' };
  const change = (file: string, diff = 'one\n') => ({ path: file, kind: { type: 'add' }, diff });
  const started = (changes: readonly object[], thread = threadId) => ({
    method: 'item/started',
    params: { ...turn, threadId: thread, item: { type: 'fileChange', id: 'patch', changes } },
  });
  const approval = {
    method: 'item/fileChange/requestApproval',
    params: { ...turn, itemId: 'patch', startedAtMs: 1 },
  };

  it('holds nobody up that never answers', async () => {
    server.delayed.add('initialize');
    const from = performance.now();
    await create().start();
    assert.ok(performance.now() - from < 4_000);
  });

  it('is not connected to many times a second if it ends each connection', async () => {
    await create().start();
    const greetings = (): number =>
      server.calls.filter(({ method }) => method === 'initialize').length;
    await assertStays(
      2_500,
      () => (server.disconnect(), greetings()),
      (count) => assert.ok(count <= 4, String(count)),
    );
    assert.ok(greetings() > 1);
  });

  it('leaves no request on the board that ended while its thread was read', async () => {
    await working();
    const other = { ...serverFrames.command.params, threadId: 'other' };
    server.delayed.add('thread/read');
    const id = server.ask({ ...serverFrames.command, params: other });
    server.resolve(id);
    await until(
      () => server.calls.at(-1)?.method,
      (method) => assert.equal(method, 'thread/read'),
    );
    server.tell(serverFrames.patchStarted);
    server.ask(serverFrames.patch); // Is received after the request has ended.
    server.release();
    await isHeld(1);
    await assertStays(
      100,
      () => held.map(({ request }) => request.report.tool),
      (tools) => assert.deepEqual(tools, ['Write']),
    );
  });

  it('gets no answer to a patch that changed after it was shown', async () => {
    await working();
    server.tell(started([change('/a.txt')]));
    const id = server.ask(approval);
    await isHeld(1);
    server.tell(started([change('/a.txt', 'two\n')]));
    await until(
      () => held[0]?.gone,
      (gone) => assert.deepEqual(gone, ['lost']),
    );
    assert.equal(await held[0]?.request.call.answer({ result: { decision: 'accept' } }), false);
    await isUnanswered(id);
  });

  it('shows a patch of one thread for no request of another', async () => {
    await working();
    server.tell(started([change('/a.txt')], 'other'));
    server.ask(approval);
    await assertStays(
      100,
      () => held.length,
      (length) => assert.equal(length, 0),
    );
  });

  it('gets no answer by an id that it used for another request meanwhile', async () => {
    await working();
    const id = server.ask(serverFrames.command);
    await isHeld(1);
    const params = { ...serverFrames.command.params, command: 'rm -rf /' };
    server.sendRaw(JSON.stringify({ id, method: serverFrames.command.method, params }));
    await until(
      () => held[0]?.gone,
      (gone) => assert.deepEqual(gone, ['lost']),
    );
    assert.equal(await held[0]?.request.call.answer({ result: { decision: 'accept' } }), false);
    await isUnanswered(id);
  });

  it('takes requests from the board with their thread', async () => {
    await working();
    server.ask(serverFrames.command);
    await isHeld(1);
    server.unload();
    await until(
      () => held[0]?.gone,
      (gone) => assert.deepEqual(gone, ['lost']),
    );
  });
});

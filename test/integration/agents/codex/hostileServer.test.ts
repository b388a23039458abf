import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { codexPlacesIn } from '../../../../src/extension/agents/codex/home/codexHome';
import { SharedServer } from '../../../../src/extension/agents/codex/socket/sharedServer';
import type { SourceRequest } from '../../../../src/extension/agents/requests';
import { findPrivateSocket } from '../../../../src/extension/util/files/findPrivateSocket';
import { silentLog } from '../../../../src/extension/util/log';
import { CodexServer, serverFrames } from '../../../support/agents/codexServer';
import { assertStays } from '../../../support/assertStays';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { until } from '../../../support/until';

const { id: threadId } = serverFrames.thread;
const otherThread = '01a2190b-0000-7000-8000-000000000000';

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
  let logged: string[] = [];

  beforeEach(async () => {
    home = await tempHome();
    server = await CodexServer.start(home);
    held = [];
    logged = [];
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
      log: { ...silentLog, info: (line) => void logged.push(line) },
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
    const other = { ...serverFrames.command.params, threadId: otherThread };
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
    server.tell(started([change('/a.txt')], otherThread));
    server.ask(approval);
    await assertStays(
      100,
      () => held.length,
      (length) => assert.equal(length, 0),
    );
  });

  it('gets no answer to a patch of many megabytes', async () => {
    await working();
    server.tell(started([change('/a.txt', '+'.repeat(2 * 1024 * 1024))]));
    server.ask(approval);
    server.ask(serverFrames.command);
    await isHeld(1);
    assert.equal(held[0]?.request.report.tool, 'Bash');
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

  it('has a bounded number of threads read, and of requests held', async () => {
    await working();
    server.delayed.add('thread/read');
    const before = server.calls.length;
    for (let index = 0; index < 2_000; index += 1) {
      const params = { threadId: `t${index}`, status: { type: 'active', activeFlags: [] } };
      server.sendRaw(JSON.stringify({ method: 'thread/status/changed', params }));
      server.ask(serverFrames.command);
    }
    server.sendRaw(JSON.stringify({ id: 'last', method: 'last/request', params: { threadId } }));
    await until(
      () => logged.at(-1) ?? '',
      (line) => assert.match(line, /last.request/u),
    );
    assert.deepEqual([server.calls.length - before, held.length], [499, 200]);
  });

  it('is not asked for pages without end', async () => {
    server.pages = [];
    await create().start();
    const calls = (): number =>
      server.calls.filter(({ method }) => method === 'thread/loaded/list').length;
    await until(calls, (count) => assert.equal(count, 1));
    await assertStays(200, calls, (count) => assert.equal(count, 1));
  });

  it('stays connected with frames of any form, and writes nothing else than lines into the log', async () => {
    await working();
    const frames: readonly (string | Buffer)[] = [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{}',
      '{"id":null}',
      '{"id":{},"method":"a"}',
      '{"id":1}',
      '{"id":1e999,"result":1}',
      '{"method":7}',
      '{"id":"x","error":{}}',
      '{"id":"x","error":{"message":7}}',
      '['.repeat(100_000),
      '{"method":"__proto__"}',
      Buffer.from([0, 255, 254]),
      '{"method":"thread/started","params":{"thread":{"id":"__proto__","sessionId":"constructor"}}}',
      '{"method":"thread/status/changed","params":{"threadId":"x","status":{"type":"paused"}}}',
      '{"id":9,"method":"item/commandExecution/requestApproval","params":null}',
      '{"id":9,"method":"item/commandExecution/requestApproval","params":{"threadId":{}}}',
    ];
    for (const frame of frames) server.sendRaw(frame);
    for (let index = 0; index < 200; index += 1)
      server.sendRaw(JSON.stringify({ id: index, method: `a\n\u001B[31m\u202E${index}` }));
    server.ask(serverFrames.command);
    await isHeld(1);
    assert.equal(server.connections, 1);
    assert.ok(logged.length <= 51);
    for (const line of logged) assert.doesNotMatch(line, /[\p{Cc}\p{Cf}]/u);
  });

  it('has no session of Claude Code, which has ids of another form', async () => {
    const ofClaude = '6f1c1a3e-0d5b-4c1e-9a53-0f6d8c2b7a11';
    await working();
    for (const ids of [{ id: ofClaude }, { id: ofClaude, sessionId: ofClaude }]) {
      const thread = { ...serverFrames.thread, ...ids };
      server.sendRaw(JSON.stringify({ method: 'thread/started', params: { thread } }));
    }
    server.ask(serverFrames.command);
    await isHeld(1);
    assert.deepEqual([shared?.has(ofClaude), shared?.sessionIds()], [false, [threadId]]);
  });

  it('is not believed about a session whose status is unknown', async () => {
    await working();
    const params = { threadId, status: { type: 'paused' } };
    server.sendRaw(JSON.stringify({ method: 'thread/status/changed', params }));
    await until(
      () => shared?.has(threadId),
      (has) => assert.equal(has, false),
    );
    server.setStatus();
    await until(
      () => shared?.has(threadId),
      (has) => assert.ok(has),
    );
  });

  it('is left alone behind a link that others can lead elsewhere', async () => {
    const { serverSocket } = codexPlacesIn(home);
    const others = path.join(home, 'others');
    fs.mkdirSync(others);
    fs.symlinkSync(fs.readlinkSync(serverSocket), path.join(others, 'link'));
    fs.rmSync(serverSocket);
    fs.symlinkSync(path.join(others, 'link'), serverSocket);
    assert.ok(await findPrivateSocket(serverSocket));
    fs.chmodSync(others, 0o777);
    await assert.rejects(findPrivateSocket(serverSocket), /other users can use/u);
  });
});

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Agents } from '../../../../src/extension/agents/agents';
import { claude } from '../../../../src/extension/agents/claude/claude';
import { createCodex } from '../../../../src/extension/agents/codex/codex';
import { requestDigest } from '../../../../src/extension/util/keys/signing';
import type { Decision } from '../../../../src/shared/protocol/control';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { codexHooksOf } from '../../../support/agents/codexRecordings';
import { CodexServer, serverFrames } from '../../../support/agents/codexServer';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TestHub } from '../../../support/hub/testHub';
import type { Answer } from '../../../support/hub/wire/call';
import { needs } from '../../../support/skip';
import { until } from '../../../support/until';

const { id: sessionId } = serverFrames.thread;

describe('The server that runs Codex’s sessions', () => {
  let home = '';
  let codexHome = '';
  let hub: TestHub | undefined;
  let server: CodexServer | undefined;

  before(function () {
    needs(this, 'sh');
  });
  beforeEach(async () => {
    home = await tempHome();
    codexHome = path.join(home, 'codex');
    fs.mkdirSync(codexHome);
  });
  afterEach(async () => {
    await hub?.close();
    await server?.stop();
    server = undefined;
    await removeHome(home);
  });

  async function startHub(): Promise<TestHub> {
    const agents: Agents = [claude, createCodex(() => codexHome)];
    hub = await TestHub.start(home, { agents });
    return hub;
  }

  async function connected(): Promise<{ readonly hub: TestHub; readonly server: CodexServer }> {
    const started = await CodexServer.start(codexHome);
    server = started;
    const opened = await startHub();
    await opened.window('shop');
    await opened.waitFor(sessionId, ({ agentState }) => assert.equal(agentState.state, 'idle'));
    return { hub: opened, server: started };
  }

  /** Makes the session work, and waits until it is followed. */
  async function working(on: CodexServer): Promise<void> {
    on.setStatus();
    await until(
      () => on.isFollowed,
      (isFollowed) => assert.ok(isFollowed),
    );
  }

  async function held(on: TestHub): Promise<LiveSession> {
    return on.waitFor(sessionId, ({ pendingRequest }) =>
      assert.equal(pendingRequest?.call?.answerable, true),
    );
  }

  async function decide(on: TestHub, decision: Decision): Promise<Answer> {
    const { pendingRequest } = await held(on);
    assert.ok(pendingRequest);
    const call = pendingRequest.call?.id;
    const shown = requestDigest(pendingRequest);
    return on.signed('decide', sessionId, { call, shown, window: 'shop', decision });
  }

  /** Resolves once a session that never had a prompt has left the board with its process. */
  const isGone = (on: TestHub): Promise<unknown> =>
    until(
      () => on.session(sessionId),
      (session) => assert.equal(session, undefined),
    );
  const outcomeOf = ({ text }: Answer): unknown =>
    (JSON.parse(text) as { outcome: string }).outcome;

  it('reports each status of a session as it is', async () => {
    const { hub, server } = await connected();
    await working(server);
    const { agent, projectPath } = await hub.waitFor(sessionId, ({ agentState }) =>
      assert.equal(agentState.state, 'thinking'),
    );
    assert.deepEqual([agent, projectPath], ['codex', '/home/dev/proj']);
    server.setStatus('waitingOnApproval');
    await hub.waitFor(sessionId, ({ agentState }) =>
      assert.equal(agentState.state, 'needs_permission'),
    );
    server.setStatus('waitingOnUserInput');
    await hub.waitFor(sessionId, ({ agentState }) =>
      assert.equal(agentState.state, 'awaiting_input'),
    );
    server.rest();
    await hub.waitFor(sessionId, ({ agentState }) => assert.equal(agentState.state, 'idle'));
    server.unload();
    await isGone(hub);
  });

  it('is followed only while a session works, so that it unloads sessions as usual', async () => {
    const { server } = await connected();
    assert.equal(server.isFollowed, false);
    await working(server);
    server.rest();
    await until(
      () => server.isFollowed,
      (isFollowed) => assert.equal(isFollowed, false),
    );
  });

  it('is found when it starts after the hub, and again after it was restarted', async () => {
    const opened = await startHub();
    server = await CodexServer.start(codexHome);
    await opened.waitFor(sessionId, ({ agentState }) => assert.equal(agentState.state, 'idle'));
    await server.stop();
    await isGone(opened);
    server = await CodexServer.start(codexHome);
    await opened.waitFor(sessionId, ({ agentState }) => assert.equal(agentState.state, 'idle'));
  });

  it('is left alone if other users could use its socket', async () => {
    server = await CodexServer.start(codexHome, 0o666);
    await startHub();
    const safe = await CodexServer.start(codexHome);
    await until(
      () => safe.connections,
      (connections) => assert.equal(connections, 1),
    );
    assert.deepEqual(server.calls, []);
    await safe.stop();
  });

  it('gets the decision about a command, whose dialog is in the terminal meanwhile', async () => {
    const { hub, server } = await connected();
    await working(server);
    server.setStatus('waitingOnApproval');
    const first = server.ask(serverFrames.command);
    const { pendingRequest } = await held(hub);
    assert.deepEqual(
      [pendingRequest?.toolName, pendingRequest?.toolInput, pendingRequest?.cwd],
      ['Bash', { command: 'echo 2 > /home/dev/o2.txt', description: 'May I?' }, '/home/dev/proj'],
    );
    const allowing = decide(hub, { kind: 'allow' });
    await until(
      () => server.answers.get(first),
      (answer) => assert.deepEqual(answer, { decision: 'accept' }),
    );
    server.setStatus();
    assert.equal(outcomeOf(await allowing), 'accepted');
    server.setStatus('waitingOnApproval');
    const second = server.ask(serverFrames.command);
    const denying = decide(hub, { kind: 'deny', message: 'Use another file' });
    await until(
      () => server.answers.get(second),
      (answer) => assert.deepEqual(answer, { decision: 'decline' }),
    );
    server.setStatus();
    assert.equal(outcomeOf(await denying), 'accepted');
    const { turnId } = serverFrames.command.params;
    const input = [{ type: 'text', text: 'Use another file', text_elements: [] }];
    assert.deepEqual(server.calls.at(-1), {
      method: 'turn/steer',
      params: { threadId: sessionId, expectedTurnId: turnId, input },
    });
  });

  it('shows a patch with its content, and leaves one that nobody can read to the terminal', async () => {
    const { hub, server } = await connected();
    await working(server);
    server.setStatus('waitingOnApproval');
    const unread = server.ask(serverFrames.patch);
    await hub.waitFor(sessionId, ({ agentState }) =>
      assert.equal(agentState.state, 'needs_permission'),
    );
    assert.equal((await hub.session(sessionId))?.pendingRequest?.call, undefined);
    server.resolve(unread);
    server.setStatus();
    server.tell(serverFrames.patchStarted);
    server.setStatus('waitingOnApproval');
    server.ask(serverFrames.patch);
    const { pendingRequest } = await held(hub);
    assert.deepEqual(
      [pendingRequest?.toolName, pendingRequest?.toolInput],
      ['Write', { file_path: '/home/dev/p1.txt', content: 'one\n' }],
    );
  });

  it('gets the answers to a question', async () => {
    const { hub, server } = await connected();
    await working(server);
    server.setStatus('waitingOnUserInput');
    const asked = server.ask(serverFrames.question);
    const answering = decide(hub, { kind: 'answer', answers: [['Blue']] });
    await until(
      () => server.answers.get(asked),
      (answer) => assert.deepEqual(answer, { answers: { colour: { answers: ['Blue'] } } }),
    );
    server.setStatus();
    assert.equal(outcomeOf(await answering), 'accepted');
  });

  it('takes a request from the board that was answered in the terminal', async () => {
    const { hub, server } = await connected();
    await working(server);
    server.setStatus('waitingOnApproval');
    const asked = server.ask(serverFrames.command);
    await held(hub);
    server.resolve(asked);
    await hub.waitFor(sessionId, ({ pendingRequest }) =>
      assert.equal(pendingRequest?.call, undefined),
    );
    server.setStatus();
    await hub.waitFor(sessionId, ({ agentState, pendingRequest }) => {
      assert.equal(agentState.state, 'thinking');
      assert.equal(pendingRequest, undefined);
    });
    assert.deepEqual([...server.answers], []);
  });

  it('is not asked for again by a hook, which is not held and shows nothing of its own', async () => {
    const { hub, server } = await connected();
    await hub.window('shop', { heldAgents: ['codex'] });
    await working(server);
    const hook = codexHooksOf('daemon-control').find(
      ({ payload }) => payload.hook_event_name === 'PermissionRequest',
    );
    assert.equal(hook?.payload['session_id'], sessionId);
    assert.equal((await hub.wait(hook?.payload)).status, 204);
    assert.equal((await hub.session(sessionId))?.pendingRequest, undefined);
  });

  it('starts a turn with the prompt that is queued for a session at rest', async () => {
    const { hub, server } = await connected();
    const { prompting, pid } = await hub.waitFor(sessionId, (session) =>
      assert.equal(session.prompting?.way, 'hook'),
    );
    assert.deepEqual([prompting?.interrupts, pid], [true, undefined]);
    const change = { kind: 'add', id: 'one', text: 'Go on' };
    const { status, text } = await hub.signed('prompts', sessionId, { window: 'shop', change });
    assert.deepEqual([status, JSON.parse(text)], [200, { resume: false }]);
    const input = [{ type: 'text', text: 'Go on', text_elements: [] }];
    await until(
      () => server.calls.filter(({ method }) => method === 'turn/start'),
      (started) =>
        assert.deepEqual(started, [
          { method: 'turn/start', params: { threadId: sessionId, input } },
        ]),
    );
    await hub.waitFor(sessionId, (session) =>
      assert.equal(session.prompting?.prompts[0]?.state, 'read'),
    );
  });

  it('is not sent a prompt again that it refused', async () => {
    const { hub, server } = await connected();
    server.refused.add('turn/start');
    const change = { kind: 'add', id: 'one', text: 'Go on' };
    await hub.signed('prompts', sessionId, { window: 'shop', change });
    await until(
      () => server.calls.filter(({ method }) => method === 'turn/start').length,
      (tries) => assert.equal(tries, 1),
    );
    server.setStatus();
    await hub.waitFor(sessionId, ({ agentState }) => assert.equal(agentState.state, 'thinking'));
    server.rest();
    const rested = await hub.waitFor(sessionId, ({ agentState }) =>
      assert.equal(agentState.state, 'idle'),
    );
    assert.equal(rested.prompting?.prompts[0]?.state, 'handedOver');
    assert.equal(server.calls.filter(({ method }) => method === 'turn/start').length, 1);
  });

  it('stops the turn of a session that works', async () => {
    const { hub, server } = await connected();
    await working(server);
    await hub.waitFor(sessionId, ({ agentState }) => assert.equal(agentState.state, 'thinking'));
    const { text } = await hub.signed('act', sessionId, { window: 'shop', act: 'interrupt' });
    assert.deepEqual(JSON.parse(text), { outcome: 'done' });
    assert.deepEqual(server.calls.at(-1), {
      method: 'turn/interrupt',
      params: { threadId: sessionId, turnId: 'turn-1' },
    });
  });

  it('shows all of a patch that the agent went on writing', async () => {
    const { hub, server } = await connected();
    await working(server);
    const add = (file: string) => ({ path: file, kind: { type: 'add' }, diff: 'one\n' });
    const turn = { threadId: sessionId, turnId: 'turn-1' };
    const changes = [add('/home/dev/proj/first.txt')];
    server.tell({
      method: 'item/started',
      params: { ...turn, item: { type: 'fileChange', id: 'patch', changes } },
    });
    server.tell({
      method: 'item/fileChange/patchUpdated',
      params: { ...turn, itemId: 'patch', changes: [...changes, add('/home/dev/proj/second.txt')] },
    });
    const params = { ...turn, itemId: 'patch', startedAtMs: 1 };
    server.ask({ method: 'item/fileChange/requestApproval', params });
    const { pendingRequest } = await held(hub);
    assert.match(JSON.stringify(pendingRequest?.toolInput), /first\.txt[^]*second\.txt/u);
  });
});

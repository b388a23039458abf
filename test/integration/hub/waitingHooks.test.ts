import assert from 'node:assert/strict';
import { requestDigest } from '../../../src/extension/util/keys/signing';
import type { ControlTimes } from '../../../src/extension/hub/control/control';
import type { Decision } from '../../../src/shared/protocol/control';
import { routes } from '../../../src/shared/protocol/protocol';
import type { Answer } from '../../support/hub/wire/call';
import { aHook, sessionId } from '../../support/hub/hooks';
import { TestHub } from '../../support/hub/testHub';
import { aPendingRequest } from '../../support/sessionBuilder';

const input = { command: 'npm test', description: 'Run the tests' };
const suggestion = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
const request = aHook('PermissionRequest', {
  tool_name: 'Bash',
  tool_input: input,
  permission_suggestions: [suggestion],
});

describe('A hub that is asked for a permission', () => {
  let hub: TestHub;
  beforeEach(async () => (hub = await TestHub.start()));
  afterEach(() => hub.dispose());

  /** Replaces the usual hub by one with these timeouts. */
  async function startWith(controlTimes: ControlTimes): Promise<void> {
    await hub.dispose();
    hub = await TestHub.start(undefined, { controlTimes });
  }
  const callId = async (): Promise<string> => {
    const shown = await hub.waitFor(sessionId, ({ pendingRequest }) => {
      assert.equal(pendingRequest?.call?.answerable, true);
    });
    return shown.pendingRequest?.call?.id ?? '';
  };
  const decide = async (window: string, decision: Decision, id?: string): Promise<Answer> => {
    const call = id ?? (await callId());
    const { pendingRequest } = (await hub.session(sessionId)) ?? {};
    const shown = requestDigest(pendingRequest ?? { ...aPendingRequest(), whole: true });
    return hub.signed('decide', sessionId, { call, shown, window, decision });
  };
  const error = ({ status, text }: Answer): unknown => [
    status,
    (JSON.parse(text) as { readonly error: string }).error,
  ];

  it('shows it as answerable, writes the decision, and is told that it was accepted', async () => {
    const window = await hub.window('shop');
    const answer = hub.wait(request);
    const decided = decide('shop', { kind: 'allow', suggestions: [0] });
    assert.deepEqual(JSON.parse((await answer).text), {
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'allow', updatedPermissions: [suggestion] },
      },
    });
    await hub.hook(aHook('PostToolUse', { tool_name: 'Bash', tool_input: input }));
    assert.deepEqual(JSON.parse((await decided).text), { outcome: 'accepted' });
    const fates = window.frames.flatMap(({ event }) =>
      event.type === 'sessions' ? event.data.map((one) => one.pendingRequest?.call?.fate) : [],
    );
    assert.equal(fates[0], 'open');
    assert.equal(fates.at(-1), undefined);
  });

  it('does not wait where the session goes on without an answer', async () => {
    await hub.window('shop');
    const answer = hub.wait(request);
    const id = await callId();
    await hub.hook(aHook('PostToolUse', { tool_name: 'Bash', tool_input: input }));
    assert.deepEqual([(await answer).status, (await answer).text], [204, '']);
    assert.deepEqual(error(await decide('shop', { kind: 'allow' }, id)), [409, 'request_gone']);
  });

  it('answers the one that asked, of two subagents that wait', async () => {
    await hub.window('shop');
    const requestOf = (agent: string): object => ({
      ...request,
      agent_id: agent,
      agent_type: 'general-purpose',
    });
    const first = hub.wait(requestOf('a1'));
    const firstId = await callId();
    const second = hub.wait(requestOf('a2'));
    await hub.waitFor(sessionId, ({ subagents }) => assert.equal(subagents.length, 2));
    void decide('shop', { kind: 'deny', message: 'The first' }, firstId);
    assert.match((await first).text, /The first/);
    await hub.hook({ ...requestOf('a1'), hook_event_name: 'PostToolBatch', tool_calls: [] });
    const secondId = (
      await hub.waitFor(sessionId, ({ pendingRequest }) =>
        assert.equal(pendingRequest?.agentId, 'a2'),
      )
    ).pendingRequest?.call?.id;
    void decide('shop', { kind: 'deny', message: 'The second' }, secondId);
    assert.match((await second).text, /The second/);
    await hub.hook({ ...requestOf('a2'), hook_event_name: 'PostToolBatch', tool_calls: [] });
  });

  it('tells the second who decides that another window was first', async () => {
    await hub.window('shop');
    await hub.window('api');
    const answer = hub.wait(request);
    const id = await callId();
    const first = decide('shop', { kind: 'deny' }, id);
    await answer;
    const second = await decide('api', { kind: 'allow' }, id);
    assert.deepEqual(error(second), [409, 'answered_already']);
    assert.match(second.text, /“shop”/);
    await hub.hook(aHook('PostToolBatch', { tool_calls: [] }));
    assert.equal((await first).status, 200);
  });

  it('refuses decisions that are none, that do not fit, or of windows without control', async () => {
    await hub.window('shop');
    await hub.window('other', { disabledProjects: ['/home/dev'] });
    const answer = hub.wait(request);
    const answers: Decision = { kind: 'answer', answers: [['Yes']] };
    assert.deepEqual(error(await decide('shop', answers)), [400, 'unfit_decision']);
    assert.deepEqual(error(await decide('other', { kind: 'allow' })), [403, 'control_off']);
    assert.deepEqual(error(await decide('stranger', { kind: 'allow' })), [403, 'control_off']);
    for (const bad of [{}, { call: await callId(), window: 'shop', decision: 'allow' }]) {
      assert.deepEqual(error(await hub.signed('decide', sessionId, bad)), [400, 'bad_shape']);
    }
    const offer = { window: 'nobody', label: '', enabled: true, disabledProjects: [] };
    assert.deepEqual(error(await hub.post(routes.control, offer)), [409, 'no_such_window']);
    assert.equal((await decide('shop', { kind: 'allow' })).status, 200);
    assert.equal((await answer).status, 200);
  });

  const handBackRoute = `${routes.sessions}/${sessionId}/handback`;

  it('keeps it when a window takes back that the terminal shall have it', async () => {
    await startWith({ undoMs: 3_600_000 });
    await hub.window('shop');
    const answer = hub.wait(request);
    const body = { call: await callId(), window: 'shop' };
    assert.equal((await hub.post(handBackRoute, body)).status, 204);
    assert.ok((await hub.session(sessionId))?.pendingRequest?.call?.handsBackAt !== undefined);
    assert.equal((await hub.post(handBackRoute, { ...body, undo: true })).status, 204);
    assert.equal((await hub.session(sessionId))?.pendingRequest?.call?.handsBackAt, undefined);
    await hub.hook(aHook('PostToolUse', { tool_name: 'Bash', tool_input: input }));
    assert.equal((await answer).status, 204);
  });

  it('leaves it to the terminal when a window says so, after the time for Undo', async () => {
    await startWith({ undoMs: 0 });
    await hub.window('shop');
    const answer = hub.wait(request);
    const body = { call: await callId(), window: 'shop' };
    assert.equal((await hub.post(handBackRoute, body)).status, 204);
    assert.equal((await answer).status, 204);
    const { pendingRequest } = await hub.waitFor(sessionId, (session) =>
      assert.equal(session.pendingRequest?.call?.fate, 'handedBack'),
    );
    assert.equal(pendingRequest?.call?.answerable, false);
    assert.deepEqual(error(await hub.post(handBackRoute, body)), [409, 'request_gone']);
  });

  it('takes it back when the client hangs up', async () => {
    await hub.window('shop');
    const hangUp = new AbortController();
    const answer = hub.wait(request, { signal: hangUp.signal });
    await callId();
    hangUp.abort();
    await assert.rejects(answer);
    await hub.waitFor(sessionId, ({ pendingRequest }) =>
      assert.deepEqual(
        [pendingRequest?.call?.answerable, pendingRequest?.call?.fate],
        [false, 'handedBack'],
      ),
    );
  });

  it('holds nothing of a run without a terminal, and no other event', async () => {
    await hub.window('shop');
    for (const entrypoint of ['sdk-cli', 'sdk-ts', 'sdk-py']) {
      const headers = { 'x-claude-entrypoint': entrypoint };
      assert.equal((await hub.wait(request, { headers })).status, 204);
    }
    assert.equal((await hub.wait(aHook('Stop'))).status, 204);
  });

  it('does not wait where no window came in time that could answer', async () => {
    await startWith({ returnMs: 0 });
    const { status, text } = await hub.wait(request);
    assert.deepEqual([status, text], [204, '']);
    // The request may come before or after the hub gave up waiting for windows.
    assert.notEqual((await hub.session(sessionId))?.pendingRequest?.call?.answerable, true);
    const again = await hub.wait(request);
    assert.deepEqual([again.status, again.text], [204, '']);
  });

  it('hands back what it holds when the last window closes and none comes in time', async () => {
    await startWith({ returnMs: 0 });
    const window = await hub.window('shop');
    const answer = hub.wait(request);
    await callId();
    window.close();
    assert.equal((await answer).status, 204);
  });

  it('cuts the call off when it ends, so that the relay asks the next one', async () => {
    await hub.window('shop');
    const answer = hub.wait(request);
    await callId();
    const cutOff = assert.rejects(answer, /socket hang up|ECONNRESET/);
    await hub.close();
    await cutOff;
  });
});

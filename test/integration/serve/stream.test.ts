import assert from 'node:assert/strict';
import { boardSchema, routes, summarySchema } from '../../../src/shared/protocol/protocol';
import { aHook } from '../../support/hub/hooks';
import type { Frame } from '../../support/hub/wire/streamReader';
import { TestHub } from '../../support/hub/testHub';

const types = (frames: readonly Frame[]): string[] => frames.map(({ event }) => event.type);
const ids = (frames: readonly Frame[]): number[] => frames.map(({ id }) => id);

function assertConsecutive(frames: readonly Frame[]): void {
  const first = frames[0]?.id ?? 0;
  assert.deepEqual(
    ids(frames),
    frames.map((_, index) => first + index),
  );
}

/** States of a session, in the order in which this reader received them. */
function states(frames: readonly Frame[], sessionId: string): string[] {
  return frames.flatMap(({ event }) => {
    const sessions =
      event.type === 'snapshot' ? event.data.sessions : event.type === 'sessions' ? event.data : [];
    return sessions.filter((one) => one.sessionId === sessionId).map((one) => one.agentState.state);
  });
}

describe('The live stream', () => {
  let hub: TestHub;
  beforeEach(async () => (hub = await TestHub.start()));
  afterEach(() => hub.dispose());

  it('begins with the whole board', async () => {
    await hub.hook(aHook('SessionStart', { source: 'startup' }));
    const reader = hub.stream();
    const [first] = await reader.waitFor((frames) => assert.equal(frames.length, 1));
    assert.equal(reader.status, 200);
    assert.equal(reader.contentType, 'text/event-stream');
    assert.ok(first?.event.type === 'snapshot');
    assert.deepEqual(first.event.data, await hub.board());
  });

  it('tells changed sessions whole and then the summary, each with the next id', async () => {
    const reader = hub.stream();
    await reader.waitFor((frames) => assert.equal(frames.length, 1));
    await hub.hook(aHook('UserPromptSubmit', { prompt: 'Add a cart' }));
    const frames = await reader.waitFor((seen) => assert.equal(seen.length, 3));
    assert.deepEqual(types(frames), ['snapshot', 'sessions', 'summary']);
    assertConsecutive(frames);
    assert.ok(frames[1]?.event.type === 'sessions');
    assert.deepEqual(frames[1].event.data, (await hub.board()).sessions);
  });

  it('tells a hook that says nothing about the state as activity alone', async () => {
    await hub.hook(aHook('SessionStart', { source: 'startup' }));
    const reader = hub.stream();
    await reader.waitFor((frames) => assert.equal(frames.length, 1));
    const sentAt = { 'x-sent-at': String(Date.now()) };
    await hub.hook(aHook('CwdChanged'), sentAt);
    const frames = await reader.waitFor((seen) => assert.ok(seen.length >= 2));
    assert.deepEqual(
      frames.slice(1).filter(({ event }) => event.type !== 'sessions'),
      [],
    );
    assert.deepEqual(new Set(states(frames, aHook('').session_id)), new Set(['idle']));
  });

  it('tells every reader the same, whenever it came', async () => {
    const early = hub.stream();
    await early.waitFor((frames) => assert.equal(frames.length, 1));
    await hub.hook(aHook('UserPromptSubmit', { prompt: 'First' }));
    await early.waitFor((frames) => assert.equal(frames.length, 3));
    const late = hub.stream();
    const [snapshot] = await late.waitFor((frames) => assert.equal(frames.length, 1));
    await hub.hook(aHook('Stop', { last_assistant_message: 'Done.', background_tasks: [] }));
    const lateFrames = await late.waitFor((frames) => assert.equal(frames.length, 3));
    const earlyFrames = await early.waitFor((frames) => assert.equal(frames.length, 5));
    assert.equal(snapshot?.id, earlyFrames[2]?.id);
    assert.deepEqual(lateFrames.slice(1), earlyFrames.slice(3));
    assertConsecutive(lateFrames);
    assertConsecutive(earlyFrames);
  });

  it('goes on for the others when a reader goes away', async () => {
    const leaving = hub.stream();
    const staying = hub.stream();
    await leaving.waitFor((frames) => assert.equal(frames.length, 1));
    await staying.waitFor((frames) => assert.equal(frames.length, 1));
    leaving.close();
    await hub.hook(aHook('UserPromptSubmit', { prompt: 'Go' }));
    await staying.waitFor((frames) =>
      assert.deepEqual(types(frames).slice(1), ['sessions', 'summary']),
    );
  });

  it('gives each state its own frame, in the order of the hooks', async () => {
    const reader = hub.stream();
    await reader.waitFor((frames) => assert.equal(frames.length, 1));
    const tool = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'toolu_1' };
    await hub.hook(aHook('UserPromptSubmit', { prompt: 'List' }));
    await hub.hook(aHook('PreToolUse', tool));
    await hub.hook(aHook('PermissionRequest', { ...tool, tool_use_id: undefined }));
    await hub.hook(aHook('PostToolUse', tool));
    await hub.hook(aHook('Stop', { background_tasks: [] }));
    const frames = await reader.waitFor((seen) =>
      assert.equal(states(seen, aHook('').session_id).at(-1), 'idle'),
    );
    assert.deepEqual(states(frames, aHook('').session_id), [
      'thinking',
      'acting',
      'needs_permission',
      'thinking',
      'idle',
    ]);
    assertConsecutive(frames);
  });
});

describe('The live stream of a large board', () => {
  let hub: TestHub;
  beforeEach(async () => (hub = await TestHub.start()));
  afterEach(() => hub.dispose());

  const count = 320;
  const idOf = (index: number): string => `session-${String(index).padStart(3, '0')}`;
  const hookAll = (event: string): Promise<unknown> =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        hub.hook(aHook(event, { session_id: idOf(index), prompt: 'Go' })),
      ),
    );

  it('begins in parts of one id, and nothing that changes meanwhile is lost', async () => {
    await hookAll('SessionStart');
    const stream = hub.stream();
    await hookAll('UserPromptSubmit');
    const board = new Map<string, string>();
    const frames = await stream.waitFor((all) => {
      board.clear();
      for (const { event } of all) {
        const sessions =
          event.type === 'snapshot'
            ? event.data.sessions
            : event.type === 'sessions'
              ? event.data
              : [];
        for (const { sessionId, agentState } of sessions) board.set(sessionId, agentState.state);
      }
      assert.deepEqual([board.size, [...new Set(board.values())]], [count, ['thinking']]);
    });
    const parts = frames.filter(({ event }) => event.type === 'snapshot');
    const changes = frames.slice(parts.length);
    assert.ok(parts.length > 1, 'it came whole');
    assert.equal(new Set(parts.map(({ id }) => id)).size, 1);
    assert.deepEqual(
      parts.map(({ event }) => event.type === 'snapshot' && event.data.more),
      parts.map((_, index) => (index < parts.length - 1 ? true : undefined)),
    );
    for (const [index, { id, event }] of changes.entries()) {
      assert.notEqual(event.type, 'snapshot');
      assert.equal(id, (parts[0]?.id ?? 0) + index + 1);
    }
  });
});

describe('A hook call', () => {
  let hub: TestHub;
  beforeEach(async () => (hub = await TestHub.start()));
  afterEach(() => hub.dispose());

  it('is answered with 204 and nothing else', async () => {
    const answer = await hub.hook(aHook('SessionStart'));
    assert.deepEqual([answer.status, answer.text], [204, '']);
  });

  it('of an unknown event with unknown fields is taken and shows nothing', async () => {
    assert.equal((await hub.hook({ ...aHook('FromTheFuture'), anything: [1] })).status, 204);
    assert.deepEqual((await hub.board()).sessions, []);
  });

  it('keeps what is right of a payload where optional fields have a wrong type', async () => {
    const answer = await hub.hook({
      ...aHook('PreToolUse'),
      cwd: 5,
      prompt: null,
      permission_mode: [],
      effort: 'high',
      tool_name: 'Bash',
      tool_input: 'ls',
      tool_use_id: 7,
    });
    assert.equal(answer.status, 204);
    const session = await hub.waitFor(aHook('').session_id, () => undefined);
    assert.equal(session.agentState.label.text, 'Running Bash');
    assert.equal(session.projectPath, '');
  });

  it('keeps running background tasks where one of their fields has a wrong type', async () => {
    await hub.hook({
      ...aHook('Stop'),
      background_tasks: [{ id: 5, type: 'subagent', status: 'running', agent_type: 'Explore' }],
    });
    await hub.waitFor(aHook('').session_id, ({ agentState }) =>
      assert.equal(agentState.label.text, 'Waiting for Explore subagent'),
    );
  });

  it('carries a short tool input and the suggestions of a request to the views as they are', async () => {
    const toolInput = { command: 'rm -rf dist', deep: { list: [1, { two: 2 }] } };
    const suggestions = [{ type: 'addRules', rules: [{ toolName: 'Bash' }], future: true }];
    await hub.hook(
      aHook('PermissionRequest', {
        tool_name: 'Bash',
        tool_input: toolInput,
        permission_suggestions: suggestions,
      }),
    );
    const session = await hub.waitFor(aHook('').session_id, () => undefined);
    assert.deepEqual(session.pendingRequest?.toolInput, toolInput);
    assert.deepEqual(session.pendingRequest?.suggestions, suggestions);
    assert.equal(session.pendingRequest?.whole, true);
  });
});

describe('The calls that ask', () => {
  let hub: TestHub;
  before(async () => {
    hub = await TestHub.start();
    await hub.hook(aHook('SessionStart', { session_id: 'rests' }));
    await hub.hook(aHook('UserPromptSubmit', { session_id: 'works', prompt: 'Go' }));
    await hub.hook(aHook('SessionEnd', { session_id: 'ended', reason: 'other' }));
  });
  after(() => hub.dispose());

  it('answer the sessions in board order with their summary', async () => {
    const answer = await hub.call(routes.sessions);
    const board = boardSchema.parse(JSON.parse(answer.text));
    assert.equal(answer.headers['content-type'], 'application/json');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.deepEqual(
      board.sessions.map((one) => one.sessionId),
      ['rests', 'works', 'ended'],
    );
  });

  it('answer the summary by itself', async () => {
    const answer = await hub.call(routes.summary);
    const summary = summarySchema.parse(JSON.parse(answer.text));
    assert.deepEqual(summary, (await hub.board()).summary);
    const { needsYouCount, autonomousCount, deliveredCount } = summary;
    assert.deepEqual([needsYouCount, autonomousCount, deliveredCount], [1, 1, 1]);
  });

  it('are open to the pages of this very server', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const origin = `http://${host}:${hub.port}`;
      const answer = await hub.call(routes.summary, { headers: { origin } });
      assert.equal(answer.status, 200, origin);
    }
  });
});

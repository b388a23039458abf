import assert from 'node:assert/strict';
import { stateLabel } from '../../../../src/shared/words/stateLabels';
import { toolSentenceOf, activityLineOf } from '../../../../src/shared/board/activityLine';
import { aBlockedCall, blockedCalls } from '../../../support/board/blockedCalls';
import { aPendingRequest, aSession } from '../../../support/sessionBuilder';

const parts = (session: ReturnType<typeof aSession>) => {
  const { label, text, about } = activityLineOf(session);
  return [label, text, about];
};

describe('activityLineOf', () => {
  it('shows a pending request instead of the running tool', () => {
    const session = aSession({
      pendingRequest: aPendingRequest({ agentId: 'a1', agentType: 'Explore' }),
      agentState: {
        label: 'Needs permission: Bash',
        context: { toolName: 'Read', toolInput: { file_path: 'a.ts' } },
      },
    });
    assert.deepEqual(activityLineOf(session), {
      label: 'Needs permission: Bash',
      lead: 'Needs permission: ',
      about: 'request',
      kind: 'code',
      text: 'npm test',
      asker: 'Explore',
    });
  });

  it('names the requesting subagent only once', () => {
    const session = aSession({
      pendingRequest: aPendingRequest({ agentId: 'a1', agentType: 'Explore' }),
      agentState: { label: stateLabel('subagentPermission', 'Bash', 'Explore') },
    });
    const { asker, label } = activityLineOf(session);
    assert.deepEqual([asker, label], ['Explore', 'Needs permission: Bash']);
  });

  it('shows the verb of the running tool and its path relative to the project', () => {
    const context = { toolName: 'Edit', toolInput: { file_path: '/home/dev/api-server/src/a.ts' } };
    const running = { label: stateLabel('running', 'Edit'), context };
    assert.deepEqual(parts(aSession({ agentState: running })), ['Edits', 'src/a.ts', 'tool']);
    assert.equal(toolSentenceOf(aSession({ agentState: running })), 'Edits src/a.ts');
    const outside = aSession({ agentState: running, projectPath: '/home/dev/api' });
    assert.equal(activityLineOf(outside).text, '/home/dev/api-server/src/a.ts');
  });

  it('shows the name of a tool without a verb, and its subject', () => {
    const context = { toolName: 'mcp__shop__find', toolInput: { query: 'tea' } };
    const label = stateLabel('running', 'mcp__shop__find');
    const session = aSession({ agentState: { label, context } });
    assert.deepEqual(parts(session), ['mcp__shop__find', 'tea', 'tool']);
    assert.equal(toolSentenceOf(session), 'mcp__shop__find tea');
  });

  it('shows Thinking between two tool calls instead of the last tool', () => {
    const context = { tool: 'Grep', toolInput: { pattern: 'orders' } };
    for (const label of [stateLabel('used', 'Grep'), stateLabel('thinking')]) {
      const agentState = { state: 'thinking', label, context };
      const session = aSession({ agentState, lastPrompt: 'Find them' });
      assert.deepEqual(parts(session), ['Thinking', 'Find them', 'prompt']);
      assert.equal(toolSentenceOf(session), 'Thinking');
    }
  });

  it('keeps a label that is not the standard one', () => {
    const context = { toolName: 'Bash', toolInput: { command: 'npm run deploy' } };
    const agentState = { label: 'Deploying', context };
    assert.deepEqual(parts(aSession({ agentState })), ['Deploying', 'npm run deploy', 'tool']);
  });

  it('shows the last prompt while no tool runs, unless the title contains it', () => {
    const thinking = { state: 'thinking', label: 'Generating response...' };
    const session = (lastPrompt: string) =>
      aSession({ title: 'Fix the form…', lastPrompt, agentState: thinking });
    assert.deepEqual(parts(session('Now the tests')), [
      'Generating response...',
      'Now the tests',
      'prompt',
    ]);
    assert.equal(activityLineOf(session('Fix the form and its labels')).text, '');
    const untitled = aSession({ title: '', lastPrompt: 'Hello', agentState: thinking });
    assert.equal(activityLineOf(untitled).text, 'Hello');
  });

  it('shows the last message of a session at rest, and its state separately', () => {
    const rests = { group: 'needs_you', state: 'idle', label: stateLabel('idle') } as const;
    const withMessage = { ...rests, context: { message: 'All done.' } };
    const { label, state, text, about } = activityLineOf(aSession({ agentState: withMessage }));
    assert.deepEqual(
      [label, state, text, about],
      ['', 'Waiting for your next prompt', 'All done.', 'said'],
    );
    assert.equal(
      activityLineOf(aSession({ agentState: rests })).label,
      'Waiting for your next prompt',
    );
    assert.equal(toolSentenceOf(aSession({ agentState: withMessage })), undefined);
  });

  it('shows the question at the end of a long answer', () => {
    const agentState = {
      group: 'needs_you',
      state: 'awaiting_input',
      context: { message: 'Two ways exist.\n\nOne is fast.\n\nWhich one do you want?\n' },
    } as const;
    assert.equal(activityLineOf(aSession({ agentState })).text, 'Which one do you want?');
  });

  it('shows the call that auto mode blocked, while the session works and at rest', () => {
    const blocked = blockedCalls(aBlockedCall(1_000), aBlockedCall(0));
    const command = 'curl -sO https://get.example/x';
    const label = stateLabel('blockedCall', command);
    const context = { tool: 'Bash', toolInput: { command } };
    const works = aSession({ agentState: { group: 'autonomous', label, context }, blocked });
    assert.deepEqual(parts(works), ['Blocked by auto mode', command, 'tool']);
    const rest = { group: 'needs_you', state: 'blocked_by_auto_mode' } as const;
    const one = aSession({ agentState: { ...rest, label }, blocked });
    assert.deepEqual(parts(one), ['Blocked by auto mode', command, 'tool']);
    const several = aSession({
      agentState: { ...rest, label: stateLabel('blockedCalls', 2) },
      blocked,
    });
    assert.deepEqual(parts(several), ['Auto mode blocked 2 calls', command, 'tool']);
  });

  it('is empty where data is missing or malformed', () => {
    assert.equal(activityLineOf(aSession()).text, '');
    const odd = { label: '', state: 'moonlit', context: { toolName: 7, message: {} } };
    assert.deepEqual(parts(aSession({ agentState: odd })), ['moonlit', '', 'prompt']);
    const bare = aSession({ pendingRequest: aPendingRequest({ toolInput: undefined }) });
    assert.deepEqual(parts(bare), ['Running Bash', '', 'request']);
  });
});

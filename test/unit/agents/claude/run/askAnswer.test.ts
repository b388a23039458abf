import assert from 'node:assert/strict';
import { hookAnswer } from '../../../../../src/extension/agents/claude/hooks/hookAnswer';
import { askAnswer, hookPayload } from '../../../../../src/extension/agents/claude/run/askAnswer';

describe('what a runner answers its client', () => {
  const ask = (tool: string, input: Record<string, unknown>) =>
    ({ subtype: 'can_use_tool', tool_name: tool, input }) as const;
  const asked = (toolName: string, toolInput: unknown) => ({
    toolName,
    toolInput,
    suggestions: [{ type: 'setMode', mode: 'acceptEdits' }],
  });

  it('is the whole input of what was allowed, with its rules', () => {
    const input = { command: 'ls' };
    const answer = hookAnswer(asked('Bash', input), { kind: 'allow', suggestions: [0] });
    assert.deepEqual(askAnswer(ask('Bash', input), answer), {
      behavior: 'allow',
      updatedInput: input,
      updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits' }],
    });
  });

  it('is the plan as it was edited, with the rest of the input', () => {
    const input = { plan: '# Old', planFilePath: '/plan.md' };
    const decision = { kind: 'approve', acceptEdits: false, plan: '# New' } as const;
    const answer = askAnswer(
      ask('ExitPlanMode', input),
      hookAnswer(asked('ExitPlanMode', input), decision),
    );
    assert.deepEqual(answer?.['updatedInput'], { plan: '# New', planFilePath: '/plan.md' });
  });

  it('is a message, and the end of the turn where that is wanted', () => {
    const decision = { kind: 'deny', message: 'No.', interrupt: true } as const;
    assert.deepEqual(askAnswer(ask('Bash', {}), hookAnswer(asked('Bash', {}), decision)), {
      behavior: 'deny',
      message: 'No.',
      interrupt: true,
    });
  });

  it('is nothing where nobody decided', () => {
    for (const answer of [undefined, {}, 'yes', { hookSpecificOutput: { decision: {} } }]) {
      assert.equal(askAnswer(ask('Bash', {}), answer), undefined);
    }
  });

  it('tells the hub why auto mode asks, and nothing of other reasons', () => {
    const reason = '3 consecutive actions were blocked.\n\nLatest blocked action: scripted s3';
    const payload = (type: string): object =>
      hookPayload(
        { ...ask('Bash', {}), decision_reason: reason, decision_reason_type: type },
        's1',
        '/p',
      );
    assert.deepEqual(
      Object.entries(payload('classifier')).filter(
        ([, value]) => value === 'auto' || value === reason,
      ),
      [
        ['permission_mode', 'auto'],
        ['reason', reason],
      ],
    );
    assert.ok(!('reason' in payload('rule')));
  });
});

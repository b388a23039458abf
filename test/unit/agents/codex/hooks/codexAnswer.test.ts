import assert from 'node:assert/strict';
import { codexAnswer } from '../../../../../src/extension/agents/codex/hooks/codexHooks';
import { toolName } from '../../../../../src/shared/agents/tools';
import { fieldsOf } from '../../../../../src/shared/text/fields';
import type { Decision } from '../../../../../src/shared/protocol/control';

describe('A decision about a request of Codex', () => {
  const request = { toolName: toolName('shell'), toolInput: { command: 'ls' }, suggestions: [] };
  const decisionOf = (decision: Decision, asked = request): unknown =>
    fieldsOf(fieldsOf(codexAnswer(asked, decision))['hookSpecificOutput'])['decision'];

  it('is written as the program takes it', () => {
    const message = 'Use another file';
    const hookEventName = 'PermissionRequest';
    assert.deepEqual(codexAnswer(request, { kind: 'allow' }), {
      hookSpecificOutput: { hookEventName, decision: { behavior: 'allow' } },
    });
    assert.deepEqual(decisionOf({ kind: 'deny', message }), { behavior: 'deny', message });
  });

  it('denies with words of its own if the person wrote none', () => {
    for (const decision of [{ kind: 'deny' }, { kind: 'deny', message: ' \n' }] as const) {
      assert.deepEqual(decisionOf(decision), {
        behavior: 'deny',
        message: 'The user denied this request.',
      });
    }
  });

  it('does not fit if it has what the program refuses', () => {
    assert.equal(decisionOf({ kind: 'deny', message: 'No', interrupt: true }), undefined);
    assert.equal(decisionOf({ kind: 'allow', suggestions: [0] }), undefined);
    assert.equal(decisionOf({ kind: 'answer', answers: [['Blue']] }), undefined);
    assert.equal(decisionOf({ kind: 'approve', acceptEdits: false }), undefined);
    const question = { ...request, toolName: toolName('question') };
    assert.equal(decisionOf({ kind: 'allow' }, question), undefined);
  });
});

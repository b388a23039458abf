import assert from 'node:assert/strict';
import type { Claim } from '../../../../../src/extension/hub/domain/claims/claim';
import type { Claims } from '../../../../../src/extension/hub/domain/claims/claims';
import { openCalls } from '../../../../../src/extension/hub/domain/claims/openCalls';
import {
  createSessionFacts,
  type OpenTool,
  type PendingFact,
} from '../../../../../src/extension/hub/domain/facts/session';

const input = { command: 'npm test' };

function dialog(callId: string, change: Partial<PendingFact> = {}): PendingFact {
  const about = { toolName: 'Bash', toolInput: input, suggestions: [] };
  return { ...about, at: 1, confirmed: true, moment: 'request', callId, ...change };
}
const tool = (id: string, name = 'Bash', asked: unknown = { ...input }): OpenTool => ({
  id,
  name,
  input: asked,
  at: 1,
});

describe('The held calls of a session', () => {
  /** The calls that are recognized among the open tools of the transcripts. */
  function written(
    dialogs: readonly PendingFact[],
    openTools: readonly OpenTool[],
    ofAgent: readonly OpenTool[] = [],
  ): readonly string[] {
    const facts = {
      ...createSessionFacts('s'),
      transcript: { openTools },
      subagentFiles: new Map([['a1', { openTools: ofAgent }]]),
    };
    const claims = { facts, dialogs, process: undefined } as unknown as Claims;
    const { ids, isWritten } = openCalls(claims, { kind: 'dialog' } as Claim);
    return ids.filter((id) => isWritten?.(id));
  }

  it('count as written if the transcript has a tool use of the same name and input', () => {
    const dialogs = [dialog('a'), dialog('b', { toolInput: { command: 'rm' } })];
    assert.deepEqual(written(dialogs, []), []);
    assert.deepEqual(written(dialogs, [tool('1'), tool('2', 'Read')]), ['a']);
  });

  it('count as written by the transcript of their own agent only', () => {
    const dialogs = [dialog('main'), dialog('agent', { agentId: 'a1' })];
    assert.deepEqual(written(dialogs, [tool('1')]), ['main']);
    assert.deepEqual(written(dialogs, [], [tool('1')]), ['agent']);
  });

  it('are matched one for each tool use, the longest waiting first', () => {
    const dialogs = ['true', 'forged', 'forged too'].map((id) => dialog(id));
    assert.deepEqual(written(dialogs, [tool('1')]), ['true']);
    assert.deepEqual(written(dialogs, [tool('1'), tool('2')]), ['true', 'forged']);
  });
});

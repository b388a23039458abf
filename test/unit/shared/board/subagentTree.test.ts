import assert from 'node:assert/strict';
import type { SubagentCard } from '../../../../src/shared/protocol/protocol';
import {
  hasEnded,
  subagentDuration,
  type SubagentNode,
  subagentStateText,
  subagentTree,
} from '../../../../src/shared/board/subagentTree';
import { aSubagent, builderNow, secondsAgo } from '../../../support/sessionBuilder';

const now = Date.parse(builderNow);

const works = (agentId: string, rest: Partial<SubagentCard> = {}) =>
  aSubagent({ agentId, ...rest });
const ended = (agentId: string, seconds: number, rest: Partial<SubagentCard> = {}) =>
  aSubagent({ agentId, state: 'completed', endedAt: secondsAgo(seconds), ...rest });

/** The ids as text, children in parentheses after their parent. */
function outline(nodes: readonly SubagentNode[]): string {
  return nodes
    .map(({ subagent: { agentId }, children }) =>
      children.length === 0 ? agentId : `${agentId}(${outline(children)})`,
    )
    .join(' ');
}

describe('subagentTree', () => {
  it('nests each subagent under the one that started it, at any depth', () => {
    const tree = subagentTree([
      works('c', { parentAgentId: 'b' }),
      works('a'),
      works('b', { parentAgentId: 'a' }),
      works('d', { parentAgentId: 'a' }),
    ]);
    assert.equal(outline(tree), 'a(b(c) d)');
  });

  it('sorts working subagents first, oldest first, then ended ones, newest first', () => {
    const tree = subagentTree([
      ended('e1', 50),
      works('w2', { startedAt: secondsAgo(10) }),
      ended('e2', 5),
      works('w1', { startedAt: secondsAgo(99), state: 'needs_permission' }),
    ]);
    assert.equal(outline(tree), 'w1 w2 e2 e1');
  });

  it('counts an ended subagent as working while one of its children works', () => {
    const tree = subagentTree([
      ended('late', 1),
      ended('parent', 90),
      works('child', { parentAgentId: 'parent' }),
    ]);
    assert.equal(outline(tree), 'parent(child) late');
    assert.deepEqual(
      tree.map(({ atWork }) => atWork),
      [true, false],
    );
  });

  it('contains every subagent, even with an unknown parent or a cycle of parents', () => {
    const tree = subagentTree([
      works('orphan', { parentAgentId: 'gone' }),
      works('x', { parentAgentId: 'y' }),
      works('y', { parentAgentId: 'x' }),
      works('self', { parentAgentId: 'self' }),
    ]);
    assert.equal(outline(tree), 'orphan self x(y)');
  });

  it('has the duration of each subagent, if it is known', () => {
    const started = secondsAgo(60);
    const took = (card: Partial<SubagentCard>) =>
      subagentDuration(aSubagent({ startedAt: started, ...card }), now);
    assert.equal(took({}), 60_000);
    assert.equal(took({ state: 'completed', endedAt: secondsAgo(18) }), 42_000);
    assert.equal(took({ startedAt: secondsAgo(-5) }), 0);
    assert.equal(took({ state: 'failed' }), undefined);
    assert.equal(took({ startedAt: 'never' }), undefined);
  });

  it('treats an unknown state as working until the subagent has ended', () => {
    assert.equal(hasEnded(aSubagent({ state: 'dreaming' })), false);
    assert.equal(hasEnded(aSubagent({ state: 'dreaming', endedAt: secondsAgo(1) })), true);
    assert.equal(subagentStateText('lucid_dream'), 'lucid dream');
    assert.equal(subagentStateText('needs_permission'), 'waiting for permission');
  });
});

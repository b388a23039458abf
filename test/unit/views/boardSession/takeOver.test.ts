import assert from 'node:assert/strict';
import { takeOver } from '../../../../src/extension/views/boardSession/takeOver';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import type { SessionActOutcome } from '../../../../src/shared/protocol/prompts';
import { stateLabel } from '../../../../src/shared/words/stateLabels';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { fakeCalls } from '../../../support/fakes/fakeCalls';
import { aSession } from '../../../support/sessionBuilder';

const idle = { group: 'needs_you', state: 'idle', label: stateLabel('idle') } as const;
const acting = {
  group: 'autonomous',
  state: 'acting',
  label: stateLabel('running', 'Bash'),
} as const;
const ended = { group: 'delivered', state: 'session_ended', label: stateLabel('closed') } as const;

function held(
  agentState: Pick<LiveSession['agentState'], 'group' | 'state' | 'label'>,
): LiveSession {
  const session = aSession({ sessionId: 'one', agentState });
  return { ...session, pid: 4711, prompting: { way: 'runner', prompts: [] } };
}

describe('taking over a session without a terminal', () => {
  let board: FakeBoard;
  let asked: string[];
  let wants: boolean;
  let against: string | undefined;
  beforeEach(() => {
    board = new FakeBoard();
    asked = [];
    wants = true;
    against = undefined;
  });

  function run(session: LiveSession, outcome: SessionActOutcome = 'done'): Promise<boolean> {
    board.put(session);
    const control = { reasonAgainst: () => against };
    const confirm = (): Promise<boolean> => {
      asked.push('confirm');
      return Promise.resolve(wants);
    };
    const hub = fakeCalls<'act'>({
      act({ act }) {
        asked.push(act);
        const {
          pid: _pid,
          prompting: _way,
          ...over
        } = aSession({
          sessionId: 'one',
          agentState: ended,
        });
        setTimeout(() => board.put(over), 1);
        return { outcome };
      },
    });
    return takeOver({ board, control, confirm, hub }, session);
  }

  it('at rest ends what runs it, and waits until it is gone', async () => {
    assert.equal(await run(held(idle)), true);
    assert.deepEqual(asked, ['release']);
    assert.equal(board.get('one')?.pid, undefined);
  });

  it('at work asks first', async () => {
    assert.equal(await run(held(acting)), true);
    assert.deepEqual(asked, ['confirm', 'release']);
  });

  it('leaves it where the person does not want that', async () => {
    wants = false;
    assert.equal(await run(held(acting)), false);
    assert.deepEqual(asked, ['confirm']);
  });

  it('says where it does not end', async () => {
    await assert.rejects(run(held(idle), 'unreachable'), /won’t end/);
  });

  it('does nothing where control is off', async () => {
    against = 'It is off.';
    await assert.rejects(run(held(idle)), /It is off/);
    assert.deepEqual(asked, []);
  });
});

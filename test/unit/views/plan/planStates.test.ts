import assert from 'node:assert/strict';
import { requestDigest } from '../../../../src/extension/util/keys/signing';
import { PlanStates } from '../../../../src/extension/views/plan/planStates';
import type { LiveSession, PendingRequest } from '../../../../src/shared/protocol/protocol';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { fakeCalls } from '../../../support/fakes/fakeCalls';
import { aPendingRequest, aSession } from '../../../support/sessionBuilder';

const plan = '# A plan';

function planned(values: Partial<PendingRequest> = {}): LiveSession {
  return aSession({
    sessionId: 'one',
    agentState: { group: 'needs_you', state: 'awaiting_approval', label: 'Plan ready' },
    pendingRequest: aPendingRequest({
      toolName: 'ExitPlanMode',
      toolInput: { plan },
      whole: true,
      call: { id: 'c1', fate: 'open', answerable: true },
      ...values,
    }),
  });
}

describe('Whether a plan still waits', () => {
  let board: FakeBoard;
  let states: PlanStates;
  let asked: string[];
  let whole: () => Promise<PendingRequest>;
  let controlled: boolean;

  beforeEach(() => {
    asked = [];
    controlled = true;
    whole = () => Promise.reject(new Error('Nobody is there.'));
    board = new FakeBoard([planned()]);
    states = new PlanStates({
      board,
      hub: fakeCalls<'request'>({
        request: ({ sessionId }) => (asked.push(sessionId), whole()),
      }),
      decider: {
        callOf: ({ pendingRequest }) => (controlled ? pendingRequest?.call?.id : undefined),
      },
    });
  });
  afterEach(() => states.dispose());

  /** Digest of the whole request, even if the board has only its beginning. */
  const shown = requestDigest(planned().pendingRequest ?? aPendingRequest());
  const state = (text = plan) => states.stateOf({ sessionId: 'one', plan: text });

  it('is said with the call that answers it', () => {
    assert.deepEqual(state(), { kind: 'open', call: 'c1', shown, hasMore: false });
    assert.deepEqual(asked, []);
  });

  it('is so by its text: the next hub gives it other ids', () => {
    board.put(planned({ requestId: 'other', call: { id: 'c2', fate: 'open', answerable: true } }));
    assert.deepEqual(state(), { kind: 'open', call: 'c2', shown, hasMore: false });
  });

  it('says where more is asked for than the document of a plan shows', () => {
    const hasMore = (toolInput: object): unknown => {
      board.put(planned({ toolInput }));
      const found = state();
      return found.kind === 'open' && found.hasMore;
    };
    assert.equal(hasMore({ plan, planFilePath: '/home/dev/.claude/plans/a.md' }), false);
    assert.equal(hasMore({ plan, allowedPrompts: [{ tool: 'Bash', prompt: 'anything' }] }), true);
  });

  it('is not for this window where it may not answer', () => {
    controlled = false;
    assert.deepEqual(state(), { kind: 'elsewhere' });
  });

  it('is not known while there is no hub', () => {
    board.connect('offline');
    assert.deepEqual(state(), { kind: 'elsewhere' });
    board.connect('off');
    assert.deepEqual(state(), { kind: 'over' });
  });

  it('is not so once another plan, another request or none is there', () => {
    assert.deepEqual(state('# Another'), { kind: 'over' });
    board.put(planned({ toolName: 'Bash', toolInput: { plan } }));
    assert.deepEqual(state(), { kind: 'over' });
    board.put(
      aSession({
        sessionId: 'one',
        agentState: { group: 'autonomous', state: 'acting', label: 'Running' },
      }),
    );
    assert.deepEqual(state(), { kind: 'over' });
    board.remove('one');
    assert.deepEqual(state(), { kind: 'over' });
  });

  it('of a plan that the board has in part is asked once, and told when it is known', async () => {
    const cut = planned({ whole: false, toolInput: { plan: '# A' } });
    const { pendingRequest } = planned();
    assert.ok(pendingRequest);
    board.put(cut);
    whole = () => Promise.resolve({ ...pendingRequest, whole: true });
    const learned = new Promise((resolve) => states.onDidLearn(() => resolve(undefined)));
    assert.deepEqual([state(), state()], [{ kind: 'elsewhere' }, { kind: 'elsewhere' }]);
    await learned;
    assert.deepEqual(state(), { kind: 'open', call: 'c1', shown, hasMore: false });
    assert.deepEqual(state('# A'), { kind: 'over' });
    assert.deepEqual(asked, ['one']);
  });
});

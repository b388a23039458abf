import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Answers } from '../../../../src/webview/decide/answers';
import type { FromPage } from '../../../../src/shared/messages/pageMessages';
import { aPendingRequest, aSession, someDetails } from '../../../support/sessionBuilder';

describe('The page', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  function opened() {
    const asked: FromPage[] = [];
    const answers = new Answers((message) => void asked.push(message));
    return {
      answers,
      take: () => asked.splice(0).map((message) => message.type === 'ask' && message.name),
    };
  }

  it('requests details immediately, and again at most every two seconds', () => {
    const { answers, take } = opened();
    answers.loadDetails(aSession());
    answers.loadDetails(aSession());
    answers.loadDetails(aSession());
    assert.deepEqual(take(), ['details']);
    mock.timers.tick(1_999);
    assert.deepEqual(take(), []);
    mock.timers.tick(1);
    assert.deepEqual(take(), ['details']);
  });

  it('cancels a delayed request once the details are no longer shown', () => {
    const { answers, take } = opened();
    answers.loadDetails(aSession());
    answers.loadDetails(aSession());
    answers.cancelDetails(aSession().sessionId);
    mock.timers.tick(10_000);
    assert.deepEqual(take(), ['details']);
  });

  it('requests a complete request once, unless the board already has it', () => {
    const { answers, take } = opened();
    const asks = (whole: boolean, requestId: string) =>
      aSession({ pendingRequest: aPendingRequest({ whole, requestId }) });
    answers.loadRequest(aSession());
    answers.loadRequest(asks(true, 'a'));
    assert.deepEqual(take(), []);
    answers.loadRequest(asks(false, 'b'));
    answers.loadRequest(asks(false, 'b'));
    answers.loadRequest(asks(false, 'c'));
    assert.deepEqual(take(), ['request', 'request']);
  });

  it('keeps the details of the 50 sessions that were answered last', () => {
    const { answers } = opened();
    for (let index = 0; index < 60; index += 1) {
      const sessionId = `s${index}`;
      const request = { sessionId };
      const answer = { name: 'details', request, answer: someDetails() } as const;
      answers.handleMessage({ type: 'answer', sequence: index, ...answer });
    }
    const { details } = answers.state.get();
    assert.deepEqual([details.size, details.has('s9'), details.has('s59')], [50, false, true]);
  });

  it('keeps the reason of a failed query until the query is answered', () => {
    const { answers } = opened();
    answers.handleMessage({ type: 'unanswered', sequence: 1, name: 'day', reason: 'Not now.' });
    assert.equal(answers.state.get().reasons.get('day'), 'Not now.');
    const answer = {
      day: '2026-03-02',
      days: [],
      from: '',
      to: '',
      blockedMs: 0,
      runningMs: 0,
      lanes: [],
    };
    answers.handleMessage({ type: 'answer', sequence: 2, name: 'day', request: {}, answer });
    assert.deepEqual([answers.state.get().reasons.size, answers.state.get().day], [0, answer]);
  });
});

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { aChannel, channelDetails, channelReport } from '../../support/fakes/pageChannel';
import { aPendingRequest } from '../../support/sessionBuilder';

/** Lets promises settle while the clock is stopped. */
async function waitForAnswers(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe('A call of a page', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('is answered to the page, with a number in the sequence of all messages', async () => {
    const { page, channel } = aChannel();
    page.say({ type: 'ready' });
    const ask = (name: string, request: object) => page.say({ type: 'ask', name, request });
    ask('details', { sessionId: 'a' });
    ask('request', { sessionId: 'a' });
    ask('day', {});
    ask('day', { day: '2026-03-01' });
    ask('details', { sessionId: 'nobody' });
    await waitForAnswers();
    const [, ...answers] = page.told.map(({ sequence, ...rest }) => [sequence, rest] as const);
    assert.deepEqual(
      answers.map(([sequence]) => sequence),
      [2, 3, 4, 5, 6],
    );
    const reason = 'There is no such session.';
    const [session, day] = [{ sessionId: 'a' }, { day: '2026-03-01' }];
    assert.deepEqual(
      answers.map(([, answer]) => answer),
      [
        { type: 'answer', name: 'details', request: session, answer: channelDetails },
        { type: 'answer', name: 'request', request: session, answer: aPendingRequest() },
        { type: 'answer', name: 'day', request: {}, answer: channelReport },
        { type: 'answer', name: 'day', request: day, answer: { ...channelReport, ...day } },
        { type: 'unanswered', name: 'details', reason },
      ],
    );
    channel.dispose();
  });

  it('is made for the page, and a failure is shown to the person', async () => {
    const { page, asked, channel } = aChannel();
    const request = { sessionId: 'a', archived: true };
    page.say({ type: 'act', name: 'archive', request: { ...request, more: 1 } });
    await waitForAnswers();
    assert.deepEqual(asked, [request]);
    page.say({ type: 'act', name: 'archive', request: { ...request, sessionId: 'gone' } });
    await waitForAnswers();
    assert.deepEqual(asked, [request, 'It is gone.']);
    assert.deepEqual(page.take(), []);
    channel.dispose();
  });

  it('is not answered once the page is hidden', async () => {
    const { page, channel } = aChannel();
    page.say({ type: 'ready' });
    page.take();
    page.say({ type: 'ask', name: 'day', request: {} });
    page.show(false);
    await Promise.resolve();
    page.say({ type: 'ask', name: 'day', request: {} });
    channel.dispose();
    page.show(true);
    await waitForAnswers();
    assert.deepEqual(page.take(), []);
  });

  const foreign: readonly unknown[] = [
    { type: 'act', name: 'archive', request: { sessionId: 'a', archived: 'yes' } },
    { type: 'ask', name: 'archive', request: { sessionId: 'a', archived: true } },
    { type: 'act', name: 'handBack', request: { sessionId: 'a', call: 'c' } },
    { type: 'act', name: 'act', request: { sessionId: 'a', act: 'end' } },
    { type: 'ask', name: 'history', request: { query: '', limit: 1 } },
    { type: 'ask', name: 'toString', request: {} },
    { type: 'ask', name: 'details' },
    { type: 'ask', name: 'details', request: { sessionId: '' } },
    { type: 'ask', name: 'day', request: { day: '../key' } },
  ];
  for (const message of foreign) {
    it(`is dropped and logged if the page may not make it: ${JSON.stringify(message)}`, async () => {
      const { page, asked, warnings, channel } = aChannel();
      page.say({ type: 'ready' });
      page.take();
      page.say(message);
      await waitForAnswers();
      assert.deepEqual([asked, page.take()], [[], []]);
      assert.equal(warnings.length, 1);
      channel.dispose();
    });
  }
});

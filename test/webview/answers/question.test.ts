import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { pageSuite, wholeSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession } from '../../support/sessionBuilder';
import { threeQuestions } from '../../support/board/someQuestions';

const openPage = wholeSuite();
const openLists = pageSuite();
const [colour, features] = threeQuestions;

function asks(questions: unknown, change: Partial<PendingRequest> = {}): LiveSession {
  return aSession({
    sessionId: 'a',
    title: 'Session a',
    agentState: { group: 'needs_you', state: 'awaiting_input', label: 'Asked you a question' },
    pendingRequest: aPendingRequest({
      requestId: 'request-a',
      toolName: 'AskUserQuestion',
      toolInput: { questions },
      call: { id: 'call', fate: 'open', answerable: true },
      ...change,
    }),
  });
}

const open = (session: LiveSession, options: FakeHostOptions = {}): Promise<FakeHost> =>
  openPage({ sessions: [session], ...options });
const card = (host: FakeHost): Locator => host.whole('a');
const button = (host: FakeHost, name: string): Locator =>
  card(host).getByRole('button', { name, exact: true });
const choice = (host: FakeHost, name: string): Locator => card(host).getByLabel(name);
const own = (host: FakeHost): Locator => card(host).getByLabel('Your own answer');
const step = (host: FakeHost): Promise<string> =>
  card(host)
    .locator('[aria-current="step"]')
    .innerText()
    .then((text) => text.split('\n')[0] ?? '');
const focused = (host: FakeHost): Promise<string | null | undefined> =>
  host.page.evaluate(() => document.activeElement?.getAttribute('data-action'));
const answered = (...answers: readonly (readonly string[])[]): object => ({
  kind: 'answer',
  answers,
});

/** The decision, after the question was visible for long enough and `send` has run. */
async function decision(host: FakeHost, send: () => Promise<void>): Promise<unknown> {
  const decisions = () => host.received.flatMap((one) => (one.type === 'decide' ? [one] : []));
  await eventually(async () => {
    await host.page.clock.runFor(600);
    if (decisions().length === 0) await send();
    assert.equal(decisions().length, 1, 'nothing was sent');
  });
  const [sent] = decisions();
  assert.equal(sent?.call, 'call');
  return sent.decision;
}

describe('A question on its card', () => {
  it('has the one button that stands out, beside the box for the next prompt', async () => {
    const session = asks([colour]);
    session.prompting = { way: 'terminal', prompts: [] };
    const host = await open(session, { width: 1440, height: 900 });
    const pane = host.page.locator('.pane');
    const colourOf = (name: string) =>
      pane
        .getByRole('button', { name, exact: true })
        .evaluate((one) => getComputedStyle(one).backgroundColor);
    assert.equal(await colourOf('Send'), await colourOf('Reply with a Message…'));
    assert.notEqual(await colourOf('Send Answer'), await colourOf('Send'));
  });

  it('is answered with one choice, and not before there is one', async () => {
    const host = await open(asks([colour]));
    assert.equal(await button(host, 'Send Answer').isDisabled(), true);
    await choice(host, 'Red').check();
    await choice(host, 'Blue').check();
    const send = () => button(host, 'Send Answer').click();
    assert.deepEqual(await decision(host, send), answered(['Blue']));
    await host.choose('a');
    await card(host).getByText('Answered. The session continues…').waitFor();
    // A click in the form does not count as one on the card.
    assert.ok(!host.received.some(({ type }) => type === 'openTranscript'));
  });

  it('shows what a choice would look like, of the one that is chosen', async () => {
    const host = await open(asks([colour]));
    const preview = card(host).getByRole('figure');
    assert.equal(await preview.innerText(), 'Preview: Red\n[ red ]\n   ^^^');
    await choice(host, 'Blue').check();
    assert.equal(await preview.innerText(), 'Preview: Blue\n[ blue ]');
    assert.match(await card(host).locator('.question').innerText(), /A blue button/);
  });

  it('that takes several choices is answered with all of them, words of one’s own included', async () => {
    const host = await open(asks([features]));
    for (const name of ['Login', 'Search', 'Export']) await choice(host, name).check();
    await choice(host, 'Export').uncheck();
    await own(host).fill('dark mode, too');
    assert.equal(await choice(host, 'Other').isChecked(), true);
    const send = () => button(host, 'Send Answer').click();
    assert.deepEqual(await decision(host, send), answered(['Search', 'Login', 'dark mode, too']));
  });

  it('of one choice is answered in words instead, and a choice takes them back', async () => {
    const host = await open(asks([colour]));
    await choice(host, 'Red').check();
    await own(host).fill('Green, please');
    assert.equal(await choice(host, 'Red').isChecked(), false);
    await choice(host, 'Blue').check();
    assert.equal(await choice(host, 'Other').isChecked(), false);
    assert.equal(await own(host).inputValue(), 'Green, please');
    await choice(host, 'Other').check();
    const send = () => own(host).press('Enter');
    assert.deepEqual(await decision(host, send), answered(['Green, please']));
  });

  it('is one of several: back and forth, a look at all of them, and then they are sent', async () => {
    const host = await open(asks(threeQuestions));
    await choice(host, 'Red').check();
    await button(host, 'Next').click();
    assert.equal(await step(host), 'Features');
    await button(host, 'Back').click();
    assert.equal(await choice(host, 'Red').isChecked(), true);
    await card(host).getByRole('button', { name: 'Name' }).click();
    await choice(host, 'Desk').check();
    await button(host, 'Review').first().click();
    const review = card(host).getByRole('list', { name: 'Your answers' });
    assert.match(await review.innerText(), /Red[^]*Not answered yet[^]*Desk/);
    assert.equal(await button(host, 'Send Answers').isDisabled(), true);
    await card(host).getByRole('button', { name: 'Change the answer to Features' }).click();
    await choice(host, 'Search').check();
    await choice(host, 'Export').check();
    await card(host).getByRole('button', { name: 'Review', exact: true }).first().click();
    const send = () => button(host, 'Send Answers').click();
    const answers = answered(['Red'], ['Search', 'Export'], ['Desk']);
    assert.deepEqual(await decision(host, send), answers);
  });

  it('is answered with the keyboard alone', async () => {
    const host = await open(asks(threeQuestions));
    const { keyboard } = host.page;
    await keyboard.press('Control+Enter');
    await eventually(async () => assert.equal(await focused(host), 'answer'));
    await keyboard.press('ArrowDown'); // Moves among the choices, not among the cards.
    assert.equal(await choice(host, 'Blue').isChecked(), true);
    await keyboard.press('Enter');
    await eventually(async () => assert.equal(await focused(host), 'answer'));
    await keyboard.press('Space');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await keyboard.press('Enter');
    await eventually(async () => assert.equal(await step(host), 'Name'));
    await keyboard.press('Tab');
    await keyboard.type('Dad’s');
    await keyboard.press('Enter');
    await eventually(async () => assert.equal(await step(host), 'Review'));
    await eventually(async () => assert.equal(await focused(host), 'answer'));
    const answers = answered(['Blue'], ['Search', 'Export'], ['Dad’s']);
    assert.deepEqual(await decision(host, () => keyboard.press('Enter')), answers);
  });

  it('keeps what is filled in and the focus over updates, a new call, and a reload of the page', async () => {
    const host = await open(asks(threeQuestions));
    await choice(host, 'Blue').check();
    await button(host, 'Next').click();
    await choice(host, 'Export').check();
    await own(host).fill('half a th');
    await own(host).press('End');
    await host.update([{ ...asks(threeQuestions), lastPrompt: 'Something changed' }]);
    await host.page.keyboard.type('ought');
    // The hub moved to another window, and the client asked again there.
    const again = { id: 'call', fate: 'open', answerable: true } as const;
    await host.update([asks(threeQuestions, { call: { ...again, answerable: false } })]);
    const there = { requestId: 'another', call: { ...again, id: 'later' } };
    await host.update([asks(threeQuestions, there)]);
    await card(host).locator('.question-form').waitFor();
    assert.equal(await own(host).inputValue(), 'half a thought');
    await host.page.reload();
    await host.choose('a');
    await card(host).locator('.question-form').waitFor();
    assert.equal(await step(host), 'Features');
    assert.equal(await own(host).inputValue(), 'half a thought');
    assert.equal(await choice(host, 'Export').isChecked(), true);
    await button(host, 'Back').click();
    assert.equal(await choice(host, 'Blue').isChecked(), true);
    // The arrangement is stored besides it.
    await host.page.getByRole('button', { name: 'View', exact: true }).waitFor();
  });

  it('that is over keeps nothing: the same question asked again is not answered yet', async () => {
    const host = await open(asks([colour]));
    await choice(host, 'Blue').check();
    const { pendingRequest, ...session } = asks([colour]);
    const agentState = { ...session.agentState, group: 'autonomous', state: 'thinking' } as const;
    await host.update([{ ...session, agentState }]);
    await card(host).locator('.question-form').waitFor({ state: 'detached' });
    await host.update([{ ...session, pendingRequest }]);
    await choice(host, 'Blue').waitFor();
    assert.equal(await choice(host, 'Blue').isChecked(), false);
  });

  it('can be answered after all of it was read, where the board has its beginning', async () => {
    const whole = asks([colour]).pendingRequest;
    const host = await open(asks([], { whole: false }), {
      answers: { requests: whole === undefined ? {} : { a: whole } },
    });
    await choice(host, 'Red').check();
    const send = () => button(host, 'Send Answer').click();
    assert.deepEqual(await decision(host, send), answered(['Red']));
  });

  it('is replied to with a message instead', async () => {
    const host = await open(asks([colour]));
    await button(host, 'Reply with a Message…').click();
    const words = card(host).getByLabel(/What the agent should know/);
    await words.press('Enter'); // Without text there is nothing to send.
    await words.pressSequentially('Ask');
    await words.press('Shift+Enter');
    await words.pressSequentially('the designer');
    const send = () => words.press('Enter');
    const expected = { kind: 'deny', message: 'Ask\nthe designer', interrupt: false };
    assert.deepEqual(await decision(host, send), expected);
  });

  it('of a session that a server runs opens a terminal for it, whoever answers', async () => {
    const prompting = { way: 'hook' as const, prompts: [] };
    for (const fate of ['open', 'handedBack'] as const) {
      const call = { id: 'call', fate, answerable: fate === 'open' };
      const { pid: _none, ...session } = asks([colour], { call });
      const host = await open({ ...session, agent: 'codex', prompting });
      await button(host, 'Open in Terminal').click();
      await eventually(() =>
        assert.deepEqual(host.received.slice(-1), [
          { type: 'sessionCommand', command: 'resumeSession', sessionId: 'a' },
        ]),
      );
    }
  });

  it('is brought up with its form where cards are rows', async () => {
    const host = await openLists({ sessions: [asks([colour])], kept: { layout: 'list' } });
    assert.equal(await host.page.locator('.question-form').count(), 0);
    await host.reveal('a', 'answer');
    await card(host).locator('.question-form').waitFor();
    await eventually(async () => assert.equal(await focused(host), 'title'));
  });

  it('is text, whatever is in it, and is answered with its labels as they are', async () => {
    const label = '<b>Red</b> \u202Egnp';
    const question = '<img src=x onerror="document.title=1"> **bold**';
    const host = await open(
      asks([{ question, options: [{ label, description: '<i>x</i>', preview: '<u>y</u>' }] }]),
    );
    assert.equal(await card(host).locator('img, b, i, u, strong').count(), 0);
    assert.ok(!(await card(host).innerText()).includes('\u202E'));
    await card(host).getByRole('radio').first().check();
    const send = () => button(host, 'Send Answer').click();
    assert.deepEqual(await decision(host, send), answered([label]));
  });
});

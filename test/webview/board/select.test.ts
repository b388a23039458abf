import assert from 'node:assert/strict';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { violationsInThemes } from '../../support/page/axe';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession, secondsAgo } from '../../support/sessionBuilder';

type Group = LiveSession['agentState']['group'];

function session(id: string, group: Group, state = 'some', age = 10): LiveSession {
  return aSession({
    sessionId: id,
    title: id,
    agentState: { group, state, label: 'Some state' },
    stateSince: secondsAgo(age),
    lastActivityAt: secondsAgo(age),
    ...(group !== 'delivered' && { pid: 7, prompting: { way: 'terminal', prompts: [] } }),
  });
}

/** A permission that could be answered from its card. */
const asks: LiveSession = {
  ...session('n1', 'needs_you', 'needs_permission', 40),
  pendingRequest: {
    toolName: 'Bash',
    toolInput: { command: 'ls' },
    requestId: 'request',
    suggestions: [],
    whole: true,
    requestedAt: secondsAgo(40),
    call: { id: 'call', fate: 'open', answerable: true },
  },
};

const sessions = [
  asks,
  session('n2', 'needs_you', 'error', 30),
  session('n3', 'needs_you', 'error', 20),
  session('r1', 'autonomous', 'acting', 3),
  session('r2', 'autonomous', 'acting', 2),
  session('d1', 'delivered', 'session_ended', 5),
];

const card = (host: FakeHost, id: string) => host.page.getByRole('article', { name: id });
const bar = (host: FakeHost) => host.page.getByRole('region', { name: 'Selected sessions' });
const inBar = (host: FakeHost, name: string) =>
  bar(host).getByRole('button', { name, exact: true });
const click = (host: FakeHost, id: string, ...modifiers: ('Control' | 'Shift' | 'Meta')[]) =>
  card(host, id).click({ modifiers, position: { x: 60, y: 15 } });

const selected = (host: FakeHost): Promise<readonly string[]> =>
  host.page
    .locator('[data-selected="true"]')
    .evaluateAll((cards) => cards.map((one) => one.getAttribute('data-session') ?? ''));

async function expectSelected(host: FakeHost, ...ids: readonly string[]): Promise<void> {
  await eventually(async () => assert.deepEqual(await selected(host), ids));
}

const focused = (host: FakeHost): Promise<string> =>
  host.page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

/** Messages to the host, without the one that the page is ready. */
const sent = (host: FakeHost) => host.received.filter(({ type }) => type !== 'ready');

async function isAnnounced(host: FakeHost, text: string | RegExp): Promise<void> {
  await host.page.clock.runFor(700);
  await host.page.getByRole('status').filter({ hasText: text }).waitFor();
}

describe('several selected sessions', () => {
  const open = pageSuite();

  it('are picked by a click with Ctrl or Cmd, which opens nothing, and are named as selected', async () => {
    const host = await open({ sessions });
    await click(host, 'n2', 'Control');
    await click(host, 'd1', 'Meta');
    await expectSelected(host, 'n2', 'd1');
    await bar(host).getByText('2 selected').waitFor();
    await isAnnounced(host, '2 selected');
    const button = card(host, 'd1').getByRole('button', { name: 'd1' });
    assert.match(
      (await button.evaluate((element) => {
        const ids = element.getAttribute('aria-describedby') ?? '';
        return ids
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' ');
      })) ?? '',
      /^Selected /,
    );
    await click(host, 'n2', 'Control');
    await expectSelected(host, 'd1');
    await click(host, 'd1', 'Control');
    await bar(host).waitFor({ state: 'detached' });
    assert.deepEqual(sent(host), []);
  });

  it('are a range in a column up to a click with Shift', async () => {
    const host = await open({ sessions });
    await click(host, 'n1', 'Control');
    await click(host, 'n3', 'Shift');
    await expectSelected(host, 'n1', 'n2', 'n3');
    await click(host, 'r2', 'Shift');
    await expectSelected(host, 'n1', 'n2', 'n3', 'r2');
    assert.equal(await host.page.evaluate(() => String(getSelection())), '');
  });

  it('are picked by the keyboard alone: one, its neighbours, its group, and none', async () => {
    const host = await open({ sessions });
    const { keyboard } = host.page;
    await card(host, 'n2').getByRole('button').first().focus();
    await keyboard.press('g');
    await expectSelected(host, 'n2');
    await keyboard.press('Shift+ArrowDown');
    await expectSelected(host, 'n2', 'n3');
    assert.equal(await focused(host), 'n3');
    await keyboard.press('Control+a');
    await expectSelected(host, 'n1', 'n2', 'n3');
    await keyboard.press('j'); // Too soon after a key with Ctrl.
    assert.equal(await focused(host), 'n3');
    await host.page.clock.runFor(1_100);
    await keyboard.press('j');
    assert.equal(await focused(host), '3 selected');
    await keyboard.press('Space'); // It is part of a word, and presses nothing.
    assert.deepEqual(sent(host), []);
    await keyboard.press('Tab');
    assert.equal(await focused(host), 'Dismiss');
    await keyboard.press('Escape');
    await expectSelected(host);
    assert.equal(await focused(host), 'n2');
    await keyboard.press('g');
    await keyboard.press('Escape');
    await expectSelected(host);
  });

  it('are picked from the menu of a card, and cleared, where keys are switched off', async () => {
    const host = await open({ sessions, kept: { singleKeys: false } });
    await card(host, 'r1').click({ button: 'right' });
    await host.page.getByRole('menuitem', { name: 'Organize', exact: true }).click();
    await host.page.getByRole('menuitem', { name: 'Select', exact: true }).click();
    await expectSelected(host, 'r1');
    await host.page.keyboard.press('Escape');
    await expectSelected(host);
  });

  it('are dismissed as far as they can be; the others stay selected, with the reason', async () => {
    const host = await open({ sessions });
    for (const id of ['n2', 'r1', 'd1']) await click(host, id, 'Control');
    const button = inBar(host, 'Dismiss (2 of 3)');
    assert.equal(await button.getAttribute('title'), 'Running sessions can’t be dismissed: “r1”.');
    await button.click();
    await eventually(() =>
      assert.deepEqual(sent(host), [
        { type: 'act', name: 'archive', request: { sessionId: 'n2', archived: true } },
        { type: 'act', name: 'archive', request: { sessionId: 'd1', archived: true } },
      ]),
    );
    await expectSelected(host, 'r1');
    await bar(host).getByText('Running sessions can’t be dismissed: “r1”.').waitFor();
    await isAnnounced(host, /2 sessions dismissed\. Running sessions/);
    // The button shows why it is not possible, and has no effect.
    await inBar(host, 'Dismiss').click({ force: true });
    assert.equal(sent(host).length, 2);
  });

  it('are muted together, but for those that are already', async () => {
    const mutes = [{ scope: 'session', sessionId: 'n1' }] as const;
    const host = await open({ sessions, mutes });
    for (const id of ['n1', 'n2', 'r1']) await click(host, id, 'Control');
    await inBar(host, 'Mute… (2 of 3)').click();
    await eventually(() =>
      assert.deepEqual(sent(host), [{ type: 'muteSessions', sessionIds: ['n2', 'r1'] }]),
    );
    await bar(host).getByText('Muted already: “n1”.').waitFor();
  });

  it('get a prompt, each by its own queue; it stays with the session that refuses it', async () => {
    const host = await open({ sessions });
    for (const id of ['n2', 'r1']) await click(host, id, 'Control');
    await inBar(host, 'Send Prompt…').click();
    const box = host.page.getByRole('textbox', { name: 'Prompt for the selected sessions' });
    assert.equal(await focused(host), 'Prompt for the selected sessions');
    await box.fill(' ');
    await host.page.keyboard.press('Enter'); // Sends nothing.
    await box.fill('Rebase, please.');
    await bar(host).getByText('1 gets it right away. 1 gets it later, from its queue.').waitFor();
    await host.page.keyboard.press('Enter');
    const prompts = () => sent(host).flatMap((one) => (one.type === 'changePrompts' ? [one] : []));
    await eventually(() => assert.equal(prompts().length, 2));
    const added = prompts();
    assert.deepEqual(
      added.map(({ sessionId, change }) => [
        sessionId,
        change.kind,
        'text' in change && change.text,
      ]),
      [
        ['n2', 'add', 'Rebase, please.'],
        ['r1', 'add', 'Rebase, please.'],
      ],
    );
    await bar(host).waitFor({ state: 'detached' });
    const [, refused] = added;
    assert.ok(refused && 'id' in refused.change);
    const { id } = refused.change;
    await host.reply({ type: 'promptProblem', sessionId: 'r1', id, problem: 'The queue is full.' });
    await host.choose('r1');
    const promptField = host.whole('r1').getByRole('textbox', { name: 'Next prompt' });
    await eventually(async () => assert.equal(await promptField.inputValue(), 'Rebase, please.'));
  });

  it('do not resume what ended while the prompt was written', async () => {
    const host = await open({ sessions });
    for (const id of ['r1', 'r2']) await click(host, id, 'Control');
    await inBar(host, 'Send Prompt…').click();
    await host.page.keyboard.type('Go on.');
    const { pid: _pid, prompting: _prompting, ...ended } = session('r2', 'delivered');
    await host.update([ended]);
    await bar(host).getByText('Ended in the meantime: “r2”.').waitFor();
    await host.page.keyboard.press('Enter');
    await isAnnounced(host, 'Sent to 1 session. Ended in the meantime: “r2”.');
    assert.deepEqual(
      sent(host).flatMap((one) => (one.type === 'changePrompts' ? [one.sessionId] : [])),
      ['r1'],
    );
    await expectSelected(host, 'r2');
    await inBar(host, 'Send Prompt…').click();
    await bar(host).getByRole('button', { name: 'Resume and Send to 1' }).waitFor();
  });

  it('are no more once they leave the board, are filtered out or folded away; what is written stays', async () => {
    const host = await open({ sessions });
    for (const id of ['n2', 'n3', 'r1', 'd1']) await click(host, id, 'Control');
    await host.update([], ['n2']);
    await expectSelected(host, 'n3', 'r1', 'd1');
    await host.page.getByRole('button', { name: 'Column Done' }).click();
    await bar(host).getByText('2 selected').waitFor();
    await inBar(host, 'Send Prompt…').click();
    await host.page.keyboard.type('Half a sent');
    await host.update([], ['n3', 'r1']);
    await bar(host).getByText('Nothing selected').first().waitFor();
    await host.page.keyboard.type('ence');
    const box = host.page.getByRole('textbox', { name: 'Prompt for the selected sessions' });
    assert.equal(await box.inputValue(), 'Half a sentence');
    await host.page.keyboard.press('Enter');
    await host.page.keyboard.press('Escape');
    await bar(host).waitFor({ state: 'detached' });
    assert.deepEqual(
      sent(host).filter(({ type }) => type === 'changePrompts'),
      [],
    );
    await click(host, 'r2', 'Control');
    await inBar(host, 'Send Prompt…').click();
    assert.equal(await box.inputValue(), 'Half a sentence');
    await host.page.getByRole('combobox', { name: 'Filter sessions' }).fill('n1');
    await expectSelected(host);
  });

  it('are never answered: no key and no button decides for more than the one card', async () => {
    const host = await open({ sessions: [asks, { ...asks, sessionId: 'n4', title: 'n4' }] });
    for (const id of ['n1', 'n4']) await click(host, id, 'Control');
    const names = await bar(host).getByRole('button').allInnerTexts();
    assert.deepEqual(names, ['Dismiss', 'Mute…', 'Send Prompt…', 'Pin', 'Set Tag…', 'Clear']);
    await inBar(host, 'Clear').focus();
    for (const key of ['a', 'd', 'Enter']) await host.page.keyboard.press(key);
    assert.deepEqual(sent(host), []);
  });

  const views: Readonly<Record<string, FakeHostOptions>> = {
    columns: {},
    'the list of a side bar': { width: 320, place: 'side' },
  };
  for (const [name, options] of Object.entries(views)) {
    it(`are without fault to the audit in ${name}, in any theme`, async () => {
      const host = await open({ sessions, ...options });
      for (const id of ['n1', 'r1', 'd1']) await click(host, id, 'Control');
      await inBar(host, 'Dismiss (2 of 3)').click();
      await click(host, 'n2', 'Control');
      await bar(host)
        .getByRole('button', { name: /Send Prompt/ })
        .click();
      await host.page.clock.resume(); // The audit uses timers.
      assert.deepEqual(await violationsInThemes(host.page), []);
    });
  }
});

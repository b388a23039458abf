import assert from 'node:assert/strict';
import { violations } from '../../support/page/axe';
import { chooseInMenu } from '../../support/page/chooseInMenu';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import {
  card,
  choice,
  followed,
  followUp,
  sent,
  three,
} from '../../support/page/boards/followUpCards';
import { wholeSuite } from '../../support/page/pageSuite';

const open = wholeSuite();

const box = (host: FakeHost) => card(host).getByRole('textbox', { name: 'Next prompt' });
const whenButton = (host: FakeHost) => card(host).locator('[data-action="followUp"]');
const button = (host: FakeHost, name: string) =>
  card(host).getByRole('button', { name, exact: true });
const promise = (host: FakeHost) => card(host).locator('.prompt-promise > span').innerText();
const assertPromise = (host: FakeHost, words: RegExp) =>
  eventually(async () => assert.match(await promise(host), words));

async function openRow(host: FakeHost, words = 'Look at it'): Promise<void> {
  await box(host).fill(words);
  await whenButton(host).click();
}

describe('A follow-up in the prompt box', () => {
  it('is sent to a different session with its condition and the session that it waits for', async () => {
    const host = await open({ sessions: three });
    await openRow(host);
    await choice(host, 'When').selectOption({ label: 'Tests pass' });
    await choice(host, 'Of').selectOption({ label: 'Session b' });
    await choice(host, 'Send to').selectOption({ label: 'Session c' });
    await assertPromise(host, /^Sent to “Session c” when the tests of “Session b” pass\./);
    await button(host, 'Queue').click();
    await eventually(() => assert.equal(sent(host).length, 1));
    const [message] = sent(host);
    assert.equal(message?.sessionId, 'c');
    assert.ok(message.change.kind === 'add');
    const { id: _id, ...change } = message.change;
    assert.deepEqual(change, {
      kind: 'add',
      text: 'Look at it',
      when: { kind: 'fact', fact: 'testsGreen', of: 'b' },
      from: 'a',
    });
    await eventually(async () => assert.equal(await box(host).inputValue(), ''));
    assert.equal(await choice(host, 'When').count(), 0);
  });

  it('is written with the keyboard alone, and names no source for its own session', async () => {
    const host = await open({ sessions: three });
    const { keyboard } = host.page;
    await box(host).fill('Go on');
    await whenButton(host).focus();
    await keyboard.press('Enter');
    await choice(host, 'When').focus();
    await keyboard.type('Committed');
    await assertPromise(host, /^Sent when it has committed\./);
    await box(host).focus();
    await keyboard.press('Enter');
    await eventually(() => assert.equal(sent(host).length, 1));
    const [message] = sent(host);
    assert.ok(message?.change.kind === 'add');
    assert.equal(message.sessionId, 'a');
    assert.deepEqual(message.change.when, { kind: 'fact', fact: 'committed' });
    assert.equal(message.change.from, undefined);
  });

  it('at a time waits for a time in the future', async () => {
    const host = await open({ sessions: three });
    await openRow(host);
    await choice(host, 'When').selectOption({ label: 'At a time' });
    const time = card(host).getByLabel('Time', { exact: true });
    await time.fill('2020-01-01T10:00');
    await assertPromise(host, /This time has passed\./);
    assert.ok(await button(host, 'Queue').isDisabled());
    await time.fill('2040-01-02T10:00');
    await assertPromise(host, /^Sent at .*Jan 2.* 10:00/);
    await button(host, 'Queue').click();
    await eventually(() => assert.equal(sent(host).length, 1));
    const [message] = sent(host);
    assert.ok(message?.change.kind === 'add');
    assert.deepEqual(message.change.when, { kind: 'time', at: Date.UTC(2040, 0, 2, 10) });
  });

  it('repeats as often as its number says, which has bounds', async () => {
    const host = await open({ sessions: three });
    await openRow(host);
    assert.equal(await card(host).getByRole('checkbox', { name: 'Repeat' }).count(), 0);
    await choice(host, 'When').selectOption({ label: 'Tests fail' });
    await card(host).getByRole('checkbox', { name: 'Repeat' }).check();
    const times = card(host).getByRole('spinbutton', { name: 'Times at most' });
    await times.fill('21');
    await assertPromise(host, /Choose a number from 2 to 20\./);
    await times.fill('3');
    await assertPromise(host, /3 times at most\./);
    await button(host, 'Queue').click();
    await eventually(() => assert.equal(sent(host).length, 1));
    const [message] = sent(host);
    assert.ok(message?.change.kind === 'add');
    assert.deepEqual(message.change.repeat, { max: 3 });
  });

  it('comes back with its condition and the reason if its target refuses it', async () => {
    const host = await open({ sessions: three });
    await openRow(host);
    await choice(host, 'When').selectOption({ label: 'Pushed' });
    await choice(host, 'Send to').selectOption({ label: 'Session c' });
    await button(host, 'Queue').click();
    await eventually(() => assert.equal(sent(host).length, 1));
    const change = sent(host)[0]?.change;
    const id = change?.kind === 'add' ? change.id : '';
    await host.reply({ type: 'promptProblem', sessionId: 'c', id, problem: 'The disk is full.' });
    await card(host).getByRole('alert').getByText('The disk is full.').waitFor();
    assert.equal(await box(host).inputValue(), 'Look at it');
    assert.equal(await choice(host, 'When').inputValue(), 'pushed');
    assert.equal(await choice(host, 'Send to').inputValue(), 'c');
  });

  it('keeps a chosen session that ends meanwhile, says so, and is not sent to it', async () => {
    const host = await open({ sessions: three });
    await openRow(host);
    await choice(host, 'Send to').selectOption({ label: 'Session c' });
    await assertPromise(host, /^Goes to “Session c”\. Sent now\./);
    const endedState = {
      group: 'delivered',
      state: 'session_ended',
      label: 'Session closed',
    } as const;
    const ended = { pid: undefined, prompting: undefined, agentState: endedState };
    await host.update([followed('c', {}, ended)]);
    await assertPromise(host, /^“Session c” has ended\./);
    assert.equal(await choice(host, 'Send to').inputValue(), 'c');
    assert.ok(await button(host, 'Queue').isDisabled());
    await box(host).press('Enter');
    await host.update([], ['c']);
    await assertPromise(host, /^“Session c” is no longer on the board\./);
    assert.deepEqual(sent(host), []);
  });

  it('offers as targets only sessions that take a prompt with a condition from this window', async () => {
    const elsewhere = { id: 'm0123456789abcdef', name: 'build' };
    const agentState = { group: 'autonomous', state: 'thinking', label: 'Thinking' } as const;
    const host = await open({
      sessions: [
        followed('a'),
        followed('old', { followUps: undefined }, { agentState }),
        followed('closed', {}, { agentState, projectPath: '/home/dev/closed' }),
        followed('ok'),
        followed('m0123456789abcdef/far', {}, { agentState, machine: elsewhere }),
      ],
      control: { status: 'on', disabledProjects: ['/home/dev/closed'] },
    });
    await openRow(host);
    await choice(host, 'When').selectOption({ label: 'Ended' });
    const options = (name: string) => choice(host, name).locator('option').allInnerTexts();
    assert.deepEqual(await options('Send to'), ['This session', 'Session ok']);
    const sources = ['This session', 'Session closed', 'Session ok', 'Session old'];
    assert.deepEqual(await options('Of'), sources);
    await assertPromise(host, /Choose a different session/);
  });

  it('says why sessions of other machines are missing, where there are some', async () => {
    const note = (host: FakeHost) => card(host).getByText(/Only sessions of the same machine/);
    const host = await open({ sessions: three });
    await openRow(host);
    assert.equal(await note(host).count(), 0);
    const machine = {
      key: 'ssh build',
      name: 'build',
      status: 'connected',
      needsYouCount: 0,
      sessionCount: 0,
      costTodayUsd: 0,
      tokensToday: 0,
    } as const;
    host.setToday({ machines: [machine] });
    await host.update([followed('c')]);
    await note(host).waitFor();
  });

  it('starts a session in a folder, in a worktree of its own if that is chosen', async () => {
    const host = await open({
      sessions: [
        followed('a', { newSessions: true }, { gitBranch: 'main', projectPath: '/home/dev/shop' }),
        followed('b', {}, { projectPath: '/home/dev/api', gitBranch: undefined }),
      ],
    });
    await openRow(host);
    await choice(host, 'Send to').selectOption({ label: 'A new session' });
    assert.equal(await choice(host, 'When').inputValue(), 'finished');
    await assertPromise(host, /^Starts a new session in shop when “Session a” has finished\./);
    await choice(host, 'When').selectOption({ label: 'After this turn' });
    await assertPromise(host, /^Choose when the new session starts\./);
    await choice(host, 'When').selectOption({ label: 'Tests fail' });
    assert.equal(await card(host).getByRole('checkbox', { name: 'Repeat' }).count(), 0);
    const worktree = card(host).getByRole('checkbox', { name: 'In a worktree of its own' });
    await worktree.check();
    await assertPromise(host, /^Starts a new session in a worktree of shop when the tests of “/);
    const options = choice(host, 'Folder').locator('option');
    assert.deepEqual(await options.allInnerTexts(), ['shop', 'api']);
    await choice(host, 'Folder').selectOption({ label: 'api' });
    assert.equal(await worktree.count(), 0);
    await choice(host, 'Folder').selectOption({ label: 'shop' });
    await worktree.check();
    await host.page.clock.resume(); // The audit uses timers.
    assert.deepEqual(await violations(host.page), []);
    await button(host, 'Queue').click();
    await eventually(() => assert.equal(sent(host).length, 1));
    const [message] = sent(host);
    assert.equal(message?.sessionId, 'a');
    assert.ok(message.change.kind === 'add');
    const { id: _id, ...change } = message.change;
    assert.deepEqual(change, {
      kind: 'add',
      text: 'Look at it',
      when: { kind: 'fact', fact: 'testsRed' },
      newSession: { folder: '/home/dev/shop', worktree: true },
    });
  });

  it('starts no session on another machine, or at an older hub', async () => {
    const far = 'm0123456789abcdef/far';
    const machine = { id: 'm0123456789abcdef', name: 'build' };
    const host = await open({
      sessions: [followed('a'), followed(far, { newSessions: true }, { machine })],
    });
    await openRow(host);
    const options = () => choice(host, 'Send to').locator('option').allInnerTexts();
    assert.deepEqual(await options(), ['This session']);
    await host.choose(far);
    const pane = host.whole(far);
    await pane.getByRole('textbox', { name: 'Next prompt' }).fill('Look at it');
    await pane.locator('[data-action="followUp"]').click();
    const farOptions = pane.getByRole('combobox', { name: 'Send to' }).locator('option');
    assert.deepEqual(await farOptions.allInnerTexts(), ['This session']);
  });

  it('survives a reload of the page with its condition', async () => {
    const host = await open({ sessions: three });
    await openRow(host);
    await choice(host, 'When').selectOption({ label: 'Tests fail' });
    await eventually(() => assert.match(host.drafts.at(-1)?.text ?? '', /testsRed/));
    await host.page.reload();
    await host.choose('a');
    await eventually(async () => assert.equal(await choice(host, 'When').inputValue(), 'testsRed'));
    assert.equal(await box(host).inputValue(), 'Look at it');
  });

  it('inserts placeholders at the caret, with an example from the card', async () => {
    const host = await open({
      sessions: [followed('a', {}, { gitBranch: 'fix/login' })],
    });
    await openRow(host, 'Merge it');
    assert.equal(await button(host, '{branch}').count(), 0);
    await choice(host, 'When').selectOption({ label: 'Finished' });
    await box(host).evaluate((element) => {
      (element as HTMLTextAreaElement).setSelectionRange(6, 6);
    });
    await button(host, '{branch}').click();
    assert.equal(await box(host).inputValue(), 'Merge {branch}it');
    await card(host).getByText('{branch} The branch, now fix/login.').waitFor();
    await host.page.keyboard.type(', ');
    assert.equal(await box(host).inputValue(), 'Merge {branch}, it');
  });

  it('is not offered where the hub does not know conditions', async () => {
    const host = await open({ sessions: [followed('a', { followUps: undefined })] });
    await box(host).fill('Look at it');
    assert.equal(await whenButton(host).count(), 0);
  });

  it('is closed by Escape, which returns to the text', async () => {
    const host = await open({ sessions: three });
    await openRow(host);
    await choice(host, 'When').focus();
    await host.page.keyboard.press('Escape');
    await choice(host, 'When').waitFor({ state: 'detached' });
    assert.ok(await box(host).evaluate((element) => element === document.activeElement));
    assert.equal(await box(host).inputValue(), 'Look at it');
  });

  it('has no accessibility violation', async () => {
    const host = await open({
      sessions: [followed('a', { prompts: [followUp('p')] }), ...three.slice(1)],
    });
    await openRow(host, 'Look at {pr}');
    await choice(host, 'When').selectOption({ label: 'Tests fail' });
    await card(host).getByRole('checkbox', { name: 'Repeat' }).check();
    await host.page.clock.resume(); // The audit uses timers.
    assert.deepEqual(await violations(host.page), []);
  });
});

describe('Follow Up…', () => {
  it('opens the prompt box with the row, from the menu and for the editor', async () => {
    const host = await open({ sessions: three });
    await card(host).getByRole('heading', { name: 'Session a' }).focus();
    await host.page.keyboard.press('Shift+F10');
    await chooseInMenu(host.page, 'Follow Up…');
    await choice(host, 'When').waitFor();
    await host.reveal('b', 'followUp');
    await host.whole('b').getByRole('combobox', { name: 'When', exact: true }).waitFor();
    const words = host.whole('b').getByRole('textbox', { name: 'Next prompt' });
    await eventually(async () =>
      assert.ok(await words.evaluate((element) => element === document.activeElement)),
    );
  });
});

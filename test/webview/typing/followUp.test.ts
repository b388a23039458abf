import assert from 'node:assert/strict';
import type { PromptCard, Prompting } from '../../../src/shared/protocol/prompts';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { violations } from '../../support/page/axe';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { wholeSuite } from '../../support/page/pageSuite';
import { aSession, secondsAgo, type SessionOverrides } from '../../support/sessionBuilder';

const open = wholeSuite();

const idle = { group: 'needs_you', state: 'idle', label: 'Waiting for your next prompt' } as const;

function session(id: string, prompting: Partial<Prompting> = {}, more: SessionOverrides = {}) {
  return aSession({
    sessionId: id,
    title: `Session ${id}`,
    agentState: idle,
    prompting: { way: 'terminal', prompts: [], followUps: true, ...prompting },
    ...more,
  });
}
function followUp(id: string, change: Partial<PromptCard> = {}): PromptCard {
  const when = { kind: 'fact', fact: 'testsGreen', of: 'b' };
  const at = secondsAgo(60);
  return { id, text: `Do ${id}`, whole: true, state: 'queued', at, when, ...change };
}
const three: readonly LiveSession[] = [session('a'), session('b'), session('c')];

const card = (host: FakeHost) => host.whole('a');
const box = (host: FakeHost) => card(host).getByRole('textbox', { name: 'Next prompt' });
const whenButton = (host: FakeHost) => card(host).locator('[data-action="followUp"]');
const choice = (host: FakeHost, name: string) =>
  card(host).getByRole('combobox', { name, exact: true });
const button = (host: FakeHost, name: string) =>
  card(host).getByRole('button', { name, exact: true });
const items = (host: FakeHost) =>
  card(host).getByRole('list', { name: 'Queued prompts' }).getByRole('listitem');
const sent = (host: FakeHost) =>
  host.received.flatMap((message) => (message.type === 'changePrompts' ? [message] : []));
const promise = (host: FakeHost) => card(host).locator('.prompt-promise > span').innerText();
const says = (host: FakeHost, words: RegExp) =>
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
    await says(host, /^Sent to “Session c” when the tests of “Session b” pass\./);
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
    await says(host, /^Sent when it has committed\./);
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
    await says(host, /This time has passed\./);
    assert.ok(await button(host, 'Queue').isDisabled());
    await time.fill('2040-01-02T10:00');
    await says(host, /^Sent at .*Jan 2.* 10:00/);
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
    await says(host, /Choose a number from 2 to 20\./);
    await times.fill('3');
    await says(host, /3 times at most\./);
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
    await says(host, /^Goes to “Session c”\. Sent now\./);
    const over = { group: 'delivered', state: 'session_ended', label: 'Session closed' } as const;
    const ended = { pid: undefined, prompting: undefined, agentState: over };
    await host.update([session('c', {}, ended)]);
    await says(host, /^“Session c” has ended\./);
    assert.equal(await choice(host, 'Send to').inputValue(), 'c');
    assert.ok(await button(host, 'Queue').isDisabled());
    await box(host).press('Enter');
    await host.update([], ['c']);
    await says(host, /^“Session c” is no longer on the board\./);
    assert.deepEqual(sent(host), []);
  });

  it('offers as targets only sessions that take a prompt with a condition from this window', async () => {
    const elsewhere = { id: 'm0123456789abcdef', name: 'build' };
    const agentState = { group: 'autonomous', state: 'thinking', label: 'Thinking' } as const;
    const host = await open({
      sessions: [
        session('a'),
        session('old', { followUps: undefined }, { agentState }),
        session('closed', {}, { agentState, projectPath: '/home/dev/closed' }),
        session('ok'),
        session('m0123456789abcdef/far', {}, { agentState, machine: elsewhere }),
      ],
      control: { status: 'on', disabledProjects: ['/home/dev/closed'] },
    });
    await openRow(host);
    await choice(host, 'When').selectOption({ label: 'Ended' });
    const options = (name: string) => choice(host, name).locator('option').allInnerTexts();
    assert.deepEqual(await options('Send to'), ['This session', 'Session ok']);
    const sources = ['This session', 'Session closed', 'Session ok', 'Session old'];
    assert.deepEqual(await options('Of'), sources);
    await says(host, /Choose a different session/);
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
      sessions: [session('a', {}, { gitBranch: 'fix/login' })],
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
    const host = await open({ sessions: [session('a', { followUps: undefined })] });
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
      sessions: [session('a', { prompts: [followUp('p')] }), ...three.slice(1)],
    });
    await openRow(host, 'Look at {pr}');
    await choice(host, 'When').selectOption({ label: 'Tests fail' });
    await card(host).getByRole('checkbox', { name: 'Repeat' }).check();
    await host.page.clock.resume(); // The audit waits for itself.
    assert.deepEqual(await violations(host.page), []);
  });
});

describe('A follow-up in the queue', () => {
  const withPrompts = (...prompts: readonly PromptCard[]) => [
    session('a', { prompts: [...prompts] }),
    ...three.slice(1),
  ];

  it('is shown after the other prompts, with its condition, its count and what it waits for', async () => {
    const repeats = followUp('p', { repeat: { max: 5, sent: 2 }, waitsFor: 'background' });
    const plain = followUp('q', { when: undefined });
    const host = await open({ sessions: withPrompts(repeats, plain) });
    const texts = await items(host).allInnerTexts();
    assert.match(texts[0] ?? '', /Do q\s+Queued/);
    assert.match(
      texts[1] ?? '',
      /Do p\s+Sent when the tests of “Session b” pass · 2 of 5 sent · Background work is still running\./,
    );
  });

  it('is held and released', async () => {
    const held = followUp('q', { held: true });
    const host = await open({ sessions: withPrompts(followUp('p'), held) });
    await items(host)
      .nth(1)
      .getByText(/On hold/)
      .waitFor();
    await items(host).nth(0).getByRole('button', { name: 'Hold' }).click();
    await items(host).nth(1).getByRole('button', { name: 'Release' }).click();
    await eventually(() =>
      assert.deepEqual(
        sent(host).map(({ change }) => change),
        [
          { kind: 'hold', id: 'p', held: true },
          { kind: 'hold', id: 'q', held: false },
        ],
      ),
    );
  });

  it('keeps its condition when its text is edited', async () => {
    const prompt = followUp('p', { repeat: { max: 5, sent: 2 }, from: 'c' });
    const host = await open({ sessions: withPrompts(prompt) });
    await items(host).getByRole('button', { name: 'Edit Prompt' }).click();
    const edit = card(host).getByRole('textbox', { name: 'Prompt', exact: true });
    await edit.fill('Do it better');
    await edit.press('Enter');
    await eventually(() =>
      assert.deepEqual(
        sent(host).map(({ change }) => change),
        [
          {
            kind: 'edit',
            id: 'p',
            text: 'Do it better',
            when: { kind: 'fact', fact: 'testsGreen', of: 'b' },
            repeat: { max: 5 },
            from: 'c',
          },
        ],
      ),
    );
  });

  it('of a newer version is held and removed, but not edited', async () => {
    const host = await open({
      sessions: withPrompts(followUp('p', { when: { kind: 'moon' } })),
    });
    await items(host)
      .getByText(/This version doesn’t know the condition/)
      .waitFor();
    const names = await items(host).getByRole('button').allInnerTexts();
    assert.equal(await items(host).getByRole('button', { name: 'Edit Prompt' }).count(), 0);
    assert.equal(names.length, 2);
    await items(host).getByRole('button', { name: 'Remove Prompt' }).click();
    await eventually(() => assert.deepEqual(sent(host)[0]?.change, { kind: 'remove', id: 'p' }));
  });

  it('has no order among the prompts, which are moved past it', async () => {
    const plain = (id: string) => followUp(id, { when: undefined });
    const host = await open({ sessions: withPrompts(plain('q'), followUp('p'), plain('r')) });
    assert.equal(await items(host).nth(2).getByRole('button', { name: /Move/ }).count(), 0);
    await items(host).nth(1).getByRole('button', { name: 'Move Up' }).click();
    const up = { kind: 'move', id: 'r', by: -1 };
    await eventually(() =>
      assert.deepEqual(
        sent(host).map(({ change }) => change),
        [up, up],
      ),
    );
  });
});

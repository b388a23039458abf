import assert from 'node:assert/strict';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { violationsInThemes } from '../../support/page/axe';
import { wholeSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession, type SessionOverrides } from '../../support/sessionBuilder';

const openPage = wholeSuite();

function askingSession(
  change: Partial<PendingRequest> = {},
  more: SessionOverrides = {},
): LiveSession {
  return aSession({
    sessionId: 'a',
    title: 'Session a',
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    pendingRequest: aPendingRequest({
      requestId: 'request-a',
      call: { id: 'call-a', fate: 'open', answerable: true },
      ...change,
    }),
    prompting: { way: 'terminal', prompts: [] },
    ...more,
  });
}
const workingSession = aSession({
  sessionId: 'a',
  title: 'Session a',
  agentState: { group: 'autonomous', state: 'thinking', label: 'Thinking' },
  prompting: { way: 'terminal', prompts: [] },
});
const other = aSession({ sessionId: 'b', title: 'Session b' });

const card = (host: FakeHost, name = 'a') => host.whole(name);
const unsentText = (host: FakeHost) => host.page.getByLabel('Unsent text').last();
const denialField = (host: FakeHost) => card(host).getByLabel('What the agent should do instead');
const button = (host: FakeHost, name: string) =>
  host.page.getByRole('button', { name, exact: true });
const prompts = (host: FakeHost) =>
  host.received.flatMap((one) =>
    one.type === 'changePrompts' && one.change.kind === 'add' ? [one.change.text] : [],
  );
const sentDecisions = (host: FakeHost) => host.received.filter(({ type }) => type === 'decide');
const focusedField = (host: FakeHost) =>
  host.page.evaluate(() => {
    const field = document.activeElement;
    return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
      ? [field.value, field.selectionStart, field.selectionEnd]
      : field?.outerHTML.slice(0, 60);
  });

/** A page on which somebody is writing the reason for a denial. */
async function openWithDenialText(words: string, options: FakeHostOptions = {}): Promise<FakeHost> {
  const host = await openPage({ sessions: [askingSession(), other], ...options });
  await button(host, 'Deny with Message…').click();
  await denialField(host).fill(words);
  await denialField(host).press('End');
  return host;
}

describe('Unsent text of a request that is answered elsewhere', () => {
  it('stays in the field with buttons for it, and can be sent as a prompt', async () => {
    const host = await openWithDenialText('use the flag');
    await host.update([workingSession, other]);
    await card(host).getByText('Answered elsewhere.', { exact: true }).waitFor();
    assert.deepEqual(await focusedField(host), ['use the flag', 12, 12]);
    await host.page.keyboard.type(', please');
    // The shortcut that would have sent the text with the request now sends nothing.
    await host.page.keyboard.press('Control+Enter');
    await host.page.clock.runFor(700);
    await host.page
      .getByRole('status')
      .filter({ hasText: 'Answered elsewhere. Your text is kept.' })
      .waitFor();
    assert.deepEqual([sentDecisions(host), prompts(host)], [[], []]);
    await button(host, 'Send as Next Prompt').click();
    await eventually(() => assert.deepEqual(prompts(host), ['use the flag, please']));
    assert.equal(await unsentText(host).count(), 0);
  });

  it('has no accessibility violations on the card or above the board, in any theme', async () => {
    const host = await openWithDenialText('use the flag', { realTime: true });
    await host.update([workingSession]);
    await unsentText(host).waitFor();
    assert.deepEqual(await violationsInThemes(host.page), []);
    await host.choose('b');
    await host.update([], ['a']);
    await host.page.getByText('The session is no longer on the board.').first().waitFor();
    assert.deepEqual(await violationsInThemes(host.page), []);
  });

  it('is shown with who answered, if that is known', async () => {
    for (const [fate, text] of [
      ['answered', 'Answered in another window.'],
      ['handedBack', 'Answered at its terminal.'],
    ] as const) {
      const host = await openWithDenialText('no');
      await host.update([askingSession({ call: { id: 'call-a', fate, answerable: false } })]);
      await host.update([workingSession]);
      await card(host).getByText(text).waitFor();
    }
  });

  it('can be copied and discarded', async () => {
    const host = await openWithDenialText('use the flag');
    await host.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await host.update([workingSession]);
    await button(host, 'Copy').click();
    await eventually(async () =>
      assert.equal(await host.page.evaluate(() => navigator.clipboard.readText()), 'use the flag'),
    );
    await button(host, 'Discard').click();
    await unsentText(host).waitFor({ state: 'detached' });
    await host.page.reload();
    await host.choose('a');
    assert.equal(await unsentText(host).count(), 0);
    assert.deepEqual(prompts(host), []);
  });

  it('survives a reload with the focus and the caret', async () => {
    const host = await openWithDenialText('use the flag');
    for (const _ of 'flag') await host.page.keyboard.press('ArrowLeft');
    await host.page.keyboard.type('new ');
    await host.page.reload();
    await denialField(host).waitFor();
    await eventually(async () =>
      assert.deepEqual(await focusedField(host), ['use the new flag', 12, 12]),
    );
    await host.update([workingSession]);
    await host.page.reload();
    await unsentText(host).waitFor();
    await eventually(async () =>
      assert.deepEqual(await focusedField(host), ['use the new flag', 12, 12]),
    );
  });

  it('is offered after the session has ended, also without a way to send it', async () => {
    const host = await openWithDenialText('use the flag');
    const { pid: _pid, prompting: _none, ...rest } = workingSession;
    const agentState = { ...rest.agentState, group: 'delivered', state: 'session_ended' } as const;
    await host.update([{ ...rest, agentState, transcriptPath: '' }]);
    await card(host).getByText('The session has ended.').waitFor();
    assert.equal(await button(host, 'Send as Next Prompt').isDisabled(), true);
    await card(host).getByText('This session can’t take a prompt right now.').waitFor();
    await host.update([], ['a']);
    const tray = host.page.getByRole('region', { name: 'Unsent text' });
    await tray.getByText('The session is no longer on the board.').first().waitFor();
    await tray.getByText('Session a').waitFor();
    assert.deepEqual(await focusedField(host), ['use the flag', 12, 12]);
    await host.update([askingSession()]);
    await denialField(host).waitFor();
    assert.deepEqual(await focusedField(host), ['use the flag', 12, 12]);
    assert.equal(await tray.count(), 0);
  });

  it('does not become the answer to the next request', async () => {
    const host = await openWithDenialText('not that one');
    const call = { id: 'next', fate: 'open', answerable: true } as const;
    await host.update([askingSession({ requestId: 'next', toolInput: { command: 'ls' }, call })]);
    await card(host).getByText('Answered elsewhere.', { exact: true }).waitFor();
    assert.equal(await unsentText(host).inputValue(), 'not that one');
    await button(host, 'Deny with Message…').click();
    assert.equal(await denialField(host).inputValue(), '');
    await denialField(host).fill('this one');
    await eventually(async () => {
      await host.page.clock.runFor(600);
      if (sentDecisions(host).length === 0) await denialField(host).press('Control+Enter');
      assert.equal(sentDecisions(host).length, 1);
    });
    await host.choose('a');
    assert.equal(await unsentText(host).inputValue(), 'not that one');
  });

  it('comes back if the decision came too late', async () => {
    const host = await openWithDenialText('too late');
    await eventually(async () => {
      await host.page.clock.runFor(600);
      if (sentDecisions(host).length === 0) await denialField(host).press('Control+Enter');
      assert.equal(sentDecisions(host).length, 1);
    });
    await host.update([workingSession]);
    await host.choose('a');
    assert.equal(await unsentText(host).count(), 0);
    const problem = 'It was answered in its terminal first.';
    await host.reply({ type: 'undecided', call: 'call-a', problem });
    await unsentText(host).waitFor();
    assert.equal(await unsentText(host).inputValue(), 'too late');
  });

  it('is not kept after Escape, nor if the field is empty', async () => {
    const host = await openWithDenialText('never mind');
    await host.page.keyboard.press('Escape');
    await host.update([workingSession]);
    await card(host).getByText('Thinking').first().waitFor();
    assert.equal(await unsentText(host).count(), 0);
    await host.update([askingSession()]);
    await button(host, 'Deny with Message…').click();
    assert.equal(await denialField(host).inputValue(), '');
  });

  it('takes no focus from another field', async () => {
    const host = await openWithDenialText('use the flag');
    await button(host, 'Back to the Board').focus();
    await host.update([workingSession]);
    await unsentText(host).waitFor();
    assert.match(String(await focusedField(host)), /^<button/);
    await host.page.reload();
    await host.choose('a');
    await unsentText(host).waitFor();
    assert.match(String(await focusedField(host)), /^<h2/);
  });
});

describe('Keys after a field went away', () => {
  /** Removes the field without keeping its text, which no product code does. */
  const blurFieldByScript = (host: FakeHost) =>
    host.page.evaluate(() => {
      const field = document.activeElement;
      const title = document.querySelector<HTMLElement>('.pane [data-action="title"]');
      window.postMessage({ type: 'nothing' }, '*');
      return new Promise<void>((resolve) => {
        window.addEventListener(
          'message',
          () => {
            // Uses a message, because the page's timers are stopped.
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve());
            port1.start();
            port2.postMessage('');
            if (field !== title) title?.focus();
          },
          { once: true },
        );
      });
    });

  it('do nothing for a second, or as long as somebody goes on typing, and the page says so', async () => {
    const host = await openPage({ sessions: [askingSession(), other] });
    await button(host, 'Deny with Message…').click();
    await host.page.keyboard.type('x');
    await blurFieldByScript(host);
    const before = host.received.length;
    for (const letter of 'xeo tfhc') {
      await host.page.keyboard.type(letter);
      await host.page.clock.runFor(250);
    }
    const note = host.page.getByText('Keys are off for a moment: the field is gone.');
    await note.first().waitFor();
    await host.page.keyboard.press('Enter');
    assert.deepEqual(host.received.slice(before), []);
    await host.page.clock.runFor(1_100);
    await host.page.keyboard.press('F2');
    await eventually(() => assert.equal(host.received.length, before + 1));
    await host.page.clock.runFor(10_000);
    await note.first().waitFor({ state: 'detached' });
  });

  it('work at once if the person left the field', async () => {
    const host = await openWithDenialText('x');
    await host.page.keyboard.press('Escape');
    await host.page.keyboard.press('F2');
    await eventually(() =>
      assert.deepEqual(host.received.at(-1), {
        type: 'sessionCommand',
        command: 'renameSession',
        sessionId: 'a',
      }),
    );
  });
});

describe('Text that somebody types to a session', () => {
  const idleSession = aSession({
    sessionId: 'a',
    title: 'Session a',
    agentState: { group: 'needs_you', state: 'idle', label: 'Waiting for your next prompt' },
    prompting: { way: 'terminal', prompts: [] },
  });
  const box = (host: FakeHost) => card(host).getByRole('textbox', { name: 'Next prompt' });

  it('resumes a session that has ended meanwhile only by the button Resume and Send', async () => {
    const host = await openPage({ sessions: [idleSession, other] });
    await host.page.keyboard.press('Control+Enter');
    await host.page.keyboard.type('go on');
    const transcriptPath = '/home/dev/.claude/a.jsonl';
    const { pid: _pid, prompting: _none, ...ended } = { ...idleSession, transcriptPath };
    const agentState = { ...ended.agentState, group: 'delivered', state: 'session_ended' } as const;
    await host.update([{ ...ended, agentState }]);
    await card(host)
      .getByText(/The session has ended in the meantime/)
      .waitFor();
    await host.page.keyboard.press('Enter');
    assert.deepEqual(prompts(host), []);
    assert.deepEqual(await focusedField(host), ['go on', 5, 5]);
    await button(host, 'Resume and Send').click();
    await eventually(() => assert.deepEqual(prompts(host), ['go on']));
  });

  it('and the filter of the board survive a reload', async () => {
    const host = await openPage({ sessions: [idleSession, other] });
    await host.page.keyboard.press('Control+Enter');
    await host.page.keyboard.type('half a prompt');
    await host.page.getByLabel('Filter sessions').fill('group:needs_you Session');
    await host.page.reload();
    await eventually(async () => assert.deepEqual(await focusedField(host), ['Session', 7, 7]));
    assert.deepEqual(await host.titles(), ['Session a']);
    await host.choose('a');
    assert.equal(await box(host).inputValue(), 'half a prompt');
  });
});

import assert from 'node:assert/strict';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { chooseInMenu, itemInMenu } from '../../support/page/chooseInMenu';
import {
  assertSent,
  focused,
  menu,
  idleSession,
  run,
  title,
} from '../../support/page/boards/oneCard';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession } from '../../support/sessionBuilder';

const session = aSession({ sessionId: 'one', title: 'one' });
const items = (host: FakeHost) => menu(host).getByRole('menuitem');

describe('a session without a terminal', () => {
  const open = pageSuite();
  const held = aSession({
    sessionId: 'one',
    title: 'one',
    agentState: { group: 'autonomous', state: 'acting', label: 'Running Bash' },
    prompting: { way: 'runner', prompts: [] },
  });

  it('is attached to where it is a job in the background, as its mark and its details say', async () => {
    const background = { jobId: '37269abb', name: 'Deploy', needs: 'answer: Which one?' };
    const host = await open({ sessions: [aSession({ ...session, background })] });
    const lines = ['Background job “Deploy”', 'Asks you: Which one?'];
    const attach = 'Attach with “claude attach 37269abb”';
    const mark = host.page.locator('.background-fact');
    assert.equal(await mark.getAttribute('title'), [...lines, attach].join('\n'));
    await host.choose('one');
    await host.page.getByRole('button', { name: 'Details' }).click();
    await host.page.getByText(attach, { exact: true }).waitFor();
    await host.page.getByRole('button', { name: 'More Actions' }).click();
    await items(host).filter({ hasText: 'Attach in Terminal' }).click();
    await assertSent(host, run('goToTerminal'));
  });

  it('is taken over or interrupted, where one with a terminal is gone to', async () => {
    const host = await open({ sessions: [held] });
    await host.page.getByRole('article').hover();
    await host.page.getByRole('button', { name: 'More Actions' }).click();
    const names = await items(host).allInnerTexts();
    assert.ok(!names.some((name) => /Go to Terminal|Resume/.test(name)), names.join());
    assert.ok(
      names.some((name) => /Interrupt/.test(name)),
      names.join(),
    );
    await menu(host).getByRole('menuitem', { name: 'Take Over in Terminal' }).click();
    await assertSent(host, run('resumeSession'));
  });

  it('is begun with the button above the board, also where there is none yet', async () => {
    for (const sessions of [[held], []]) {
      const host = await open({ sessions });
      await host.page.getByRole('button', { name: 'New Session…' }).click();
      await assertSent(host, { type: 'newBoardSession' });
    }
  });
});

describe('a phone', () => {
  const open = pageSuite();

  it('is connected with the menu above the board, where there is room for it', async () => {
    const host = await open({ sessions: [] });
    const more = host.page.getByRole('button', { name: 'More', exact: true });
    await more.click();
    await host.page.getByRole('menuitem', { name: 'Connect Phone' }).click();
    await assertSent(host, { type: 'connectPhone' });
    await host.page.setViewportSize({ width: 390, height: 700 });
    await more.waitFor({ state: 'hidden' });
  });
});

describe('the actions of a card', () => {
  const open = pageSuite();

  it('are in its menu, with their keys where they have one', async () => {
    const host = await open({ sessions: [idleSession] });
    await host.page.getByRole('article').hover();
    await host.page.getByRole('button', { name: 'More Actions' }).click();
    assert.equal(
      await menu(host).ariaSnapshot(),
      `- menu "Actions":
  - menuitem "Open Transcript"
  - separator
  - menuitem "Go to Terminal"
  - separator
  - menuitem "Review"
  - menuitem "Transcript"
  - menuitem "New"
  - menuitem "Organize"
  - menuitem "Copy"`,
    );
    const keys: (string | null)[] = [];
    for (const entry of ['Open Transcript', 'Details', 'Why This State?', 'Rename Session…'])
      keys.push(await (await itemInMenu(host.page, entry)).getAttribute('aria-keyshortcuts'));
    assert.deepEqual(keys, ['Enter', 'E', 'W', 'F2']);
    await chooseInMenu(host.page, 'Open Project in New Window');
    await assertSent(host, run('openProject'));
    await eventually(async () => assert.equal(await menu(host).count(), 0));
  });

  it('are reached in the menu by arrows and first letters, and Escape gives the focus back', async () => {
    const host = await open({ sessions: [idleSession] });
    const { keyboard } = host.page;
    await title(host).focus();
    await keyboard.press('Shift+F10');
    await eventually(async () => assert.equal(await focused(host), 'Open TranscriptEnter'));
    await keyboard.press('ArrowUp');
    assert.equal(await focused(host), 'Copy');
    await keyboard.press('o');
    assert.equal(await focused(host), 'Open TranscriptEnter');
    await keyboard.press('o');
    assert.equal(await focused(host), 'Organize');
    await keyboard.press('Escape');
    await eventually(async () => assert.equal(await focused(host), 'More Actions'));
    assert.equal(await menu(host).count(), 0);
    await assertSent(host);
  });

  it('offer a worktree only where there is a repository', async () => {
    const host = await open({ sessions: [{ ...idleSession, repository: { branch: 'main' } }] });
    await title(host).focus();
    await host.page.keyboard.press('Shift+F10');
    await chooseInMenu(host.page, 'New Session in a Worktree…');
    await assertSent(host, run('newSessionInWorktree'));
  });

  it('open or remove the worktree of a session that works in one, and at rest alone', async () => {
    const repository = { branch: 'worktree-tidy-up', worktree: 'tidy-up' };
    const host = await open({ sessions: [{ ...idleSession, repository }] });
    await title(host).focus();
    await host.page.keyboard.press('Shift+F10');
    await chooseInMenu(host.page, 'Open Worktree in New Window');
    await title(host).focus();
    await host.page.keyboard.press('Shift+F10');
    await chooseInMenu(host.page, 'Remove Worktree…');
    await assertSent(host, run('openWorktree'), run('removeWorktree'));
    const busy = { ...idleSession.agentState, group: 'autonomous' as const, state: 'acting' };
    const other = await open({ sessions: [{ ...idleSession, repository, agentState: busy }] });
    await title(other).focus();
    await other.page.keyboard.press('Shift+F10');
    await (await itemInMenu(other.page, 'Open Worktree in New Window')).waitFor();
    assert.equal(await (await itemInMenu(other.page, 'Remove Worktree…')).count(), 0);
  });

  it('open at the pointer by its other button', async () => {
    const host = await open({ sessions: [session] });
    await host.page.getByRole('article').click({ button: 'right', position: { x: 60, y: 30 } });
    const card = await host.page.getByRole('article').boundingBox();
    const box = await menu(host).boundingBox();
    const off = [(box?.x ?? 0) - (card?.x ?? 0) - 60, (box?.y ?? 0) - (card?.y ?? 0) - 30];
    assert.ok(
      off.every((pixels) => Math.abs(pixels) < 2),
      String(off),
    );
    await host.page.mouse.click(1000, 700);
    await eventually(async () => assert.equal(await menu(host).count(), 0));
    await assertSent(host);
  });

  it('leave no menu behind for a session that goes', async () => {
    const host = await open({ sessions: [session, aSession({ sessionId: 'two', title: 'two' })] });
    await title(host).focus();
    await host.page.keyboard.press('Shift+F10');
    await menu(host).waitFor();
    await host.update([], ['one']);
    await eventually(async () => assert.equal(await menu(host).count(), 0));
  });

  it('open, show and rename by keys on the focused card, and do all else from its menu', async () => {
    const host = await open({ sessions: [idleSession] });
    await title(host).focus();
    await host.page.keyboard.press('Enter');
    await host.whole('one').waitFor();
    await host.page.keyboard.press('Escape');
    await title(host).focus();
    await host.page.keyboard.press('F2');
    const chosen = ['Go to Terminal', 'Fork in Terminal', 'Copy Session ID', 'Dismiss'];
    for (const name of chosen) {
      await title(host).focus();
      await host.page.keyboard.press('Shift+F10');
      await chooseInMenu(host.page, name);
    }
    await assertSent(
      host,
      run('renameSession'),
      run('goToTerminal'),
      run('forkSession'),
      run('copySessionId'),
      { type: 'act', name: 'archive', request: { sessionId: 'one', archived: true } },
    );
    await host.page.clock.runFor(1000);
    const status = host.page.getByRole('status');
    await status.getByText('Session ID copied.').waitFor({ state: 'attached' });
  });

  it('unmute what is muted by itself or with its project, and say that it is', async () => {
    const host = await open({
      sessions: [session],
      mutes: [{ scope: 'project', path: session.projectPath }],
    });
    const muted = host.page.getByRole('article').getByTitle('Notifications muted');
    await muted.waitFor();
    const choose = async (name: string): Promise<void> => {
      await title(host).focus();
      await host.page.keyboard.press('Shift+F10');
      await chooseInMenu(host.page, name);
    };
    await choose('Unmute Notifications…');
    await assertSent(host, run('unmute'));
    await host.setMutes({ scope: 'all' });
    await muted.waitFor({ state: 'detached' });
    await choose('Mute Notifications…');
    await assertSent(host, run('unmute'), run('mute'));
  });

  it('offer no file of a session that has none, and no folder where none is known', async () => {
    const bare = aSession({ title: 'one', transcriptPath: '', projectPath: '' });
    const host = await open({ sessions: [bare] });
    await title(host).focus();
    await host.page.keyboard.press('Shift+F10');
    const named = (texts: readonly string[]) => texts.map((text) => text.split('\n')[0]);
    assert.deepEqual(named(await items(host).allInnerTexts()), [
      'Open Transcript',
      'Go to Terminal',
      'Review',
      'Organize',
      'Copy',
    ]);
    await menu(host).getByRole('menuitem', { name: 'Organize' }).click();
    const second = menu(host).getByRole('menu', { name: 'Organize' }).getByRole('menuitem');
    assert.deepEqual(named(await second.allInnerTexts()), [
      'Pin Session',
      'Rename Session…',
      'Set Tag…',
      'Mute Notifications…',
      'End Session…',
      'Select',
    ]);
  });

  it('go to the terminal of a session that a process holds, and resume one that is over', async () => {
    const endedState = {
      group: 'delivered',
      state: 'session_ended',
      label: 'Session closed',
    } as const;
    const { pid: _none, ...closed } = aSession({
      sessionId: 'closed',
      title: 'closed',
      agentState: endedState,
    });
    const held = aSession({ sessionId: 'held', title: 'held', agentState: endedState });
    const host = await open({ sessions: [closed, held] });
    for (const [name, item] of [
      ['held', 'Go to Terminal'],
      ['closed', 'Resume in Terminal'],
    ] as const) {
      await host.page.getByRole('article', { name }).getByRole('button', { name }).focus();
      await host.page.keyboard.press('Shift+F10');
      await host.page.getByRole('menuitem', { name: item }).click();
    }
    await assertSent(host, run('goToTerminal', 'held'), run('resumeSession', 'closed'));
  });

  it('have no key where none is meant: beside the cards, or with a modifier', async () => {
    const host = await open({ sessions: [session] });
    await host.page.keyboard.press('F2');
    await title(host).focus();
    for (const key of ['Control+e', 'Alt+F2', 'Meta+F2', 'Alt+Enter', 'Control+Shift+Enter'])
      await host.page.keyboard.press(key);
    await assertSent(host);
  });
});

describe('the help on keys', () => {
  const open = pageSuite();
  const help = (host: FakeHost) => host.page.getByRole('dialog', { name: 'Keyboard Shortcuts' });

  it('opens by its key and in a menu, closes by Escape and gives the focus back', async () => {
    const host = await open({ sessions: [session] });
    await title(host).focus();
    await host.page.keyboard.press('h');
    await help(host).getByText('Go to the Next Session That Needs You').waitFor();
    await host.page.keyboard.press('p');
    await host.page.keyboard.press('Escape');
    await eventually(async () => assert.equal(await help(host).count(), 0));
    assert.equal(await focused(host), 'one');
    const more = host.page.getByRole('button', { name: 'More', exact: true });
    await more.press('Enter');
    await host.page.keyboard.press('End');
    await host.page.keyboard.press('Enter');
    await help(host).getByRole('button', { name: 'Close' }).click();
    await eventually(async () => assert.equal(await help(host).count(), 0));
    assert.ok(await more.evaluate((one) => one === document.activeElement));
    await assertSent(host);
  });

  it('lists each key once, with all that it does', async () => {
    const host = await open({ sessions: [session] });
    await host.page.keyboard.press('h');
    for (const part of ['On the board', 'On a card']) {
      const section = help(host).getByRole('region', { name: part });
      const keys = await section.locator('dt').allInnerTexts();
      assert.ok(keys.length > 5);
      assert.deepEqual([...new Set(keys)], keys);
    }
    await help(host).getByText('Allow · Answer the Question or Plan · Send Prompt…').waitFor();
  });

  it('switches single keys off, for good', async () => {
    const host = await open({ sessions: [session] });
    await host.page.keyboard.press('h');
    await help(host)
      .getByRole('checkbox', { name: /single-key/ })
      .uncheck();
    await host.page.keyboard.press('Escape');
    await host.page.reload();
    await title(host).focus();
    for (const key of ['p', 'l', 'm', 'e', 'h']) await host.page.keyboard.press(key);
    await host.page.getByRole('main').and(host.page.locator('[data-layout="columns"]')).waitFor();
    await host.page.getByRole('button', { name: 'View', exact: true }).click();
    const list = host.page.getByRole('menuitemradio', { name: 'List', exact: true });
    assert.equal(await list.getAttribute('aria-keyshortcuts'), null);
    const types = host.received.map(({ type }) => type);
    assert.deepEqual(types, ['ready', 'arrange', 'ready']);
  });
});

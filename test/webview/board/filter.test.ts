import assert from 'node:assert/strict';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession, secondsAgo, type SessionOverrides } from '../../support/sessionBuilder';
import { chooseView } from '../../support/page/chooseView';

const session = (id: string, rest: SessionOverrides): LiveSession =>
  aSession({ sessionId: id, title: id, ...rest });
const blocked = {
  group: 'needs_you',
  state: 'needs_permission',
  label: 'Needs permission: Bash',
} as const;
const closed = { group: 'delivered', state: 'session_ended', label: 'Session closed' } as const;

const board = [
  session('pay by card', { projectName: 'shop', gitBranch: 'feat/pay', agentState: blocked }),
  session('pay by invoice', { projectName: 'billing', gitBranch: 'main' }),
  session('sort the list', { projectName: 'shop', gitBranch: 'main' }),
  session('old list', { projectName: 'shop-admin', gitBranch: 'main', agentState: closed }),
];

const box = (host: FakeHost) => host.page.getByRole('combobox', { name: 'Filter sessions' });
const shows = (host: FakeHost, ...titles: readonly string[]) =>
  eventually(async () => assert.deepEqual(await host.titles(), titles));
const chips = (host: FakeHost) => host.page.locator('.chip').allInnerTexts();
const focused = (host: FakeHost) =>
  host.page.evaluate(
    () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent,
  );

describe('the filter', () => {
  const open = pageSuite();

  it('is reached by a key, narrows with each letter, and says how many it hides', async () => {
    const host = await open({ sessions: board });
    await host.page.keyboard.press('ControlOrMeta+f');
    await host.page.keyboard.type('pay');
    await shows(host, 'pay by card', 'pay by invoice');
    await host.page.getByText('2 hidden').waitFor();
    await host.page.keyboard.type(' inv');
    await shows(host, 'pay by invoice');
    await host.page.getByRole('region', { name: 'Needs You 0' }).waitFor();
    await host.page.getByText('No session here matches the filter.').first().waitFor();
    await host.page.clock.runFor(1000);
    const status = host.page.getByRole('status');
    await status.getByText('3 sessions hidden by the filter.').waitFor({ state: 'attached' });
  });

  it('makes chips of tokens, which go one by one', async () => {
    const host = await open({ sessions: board });
    await box(host).pressSequentially('project:shop branch:main list');
    await shows(host, 'sort the list', 'old list');
    assert.deepEqual(await chips(host), ['project: shop', 'branch: main']);
    assert.equal(await box(host).inputValue(), 'list');
    await host.page.getByRole('button', { name: 'Remove branch: main' }).click();
    assert.equal(await focused(host), 'Filter sessions');
    for (let letter = 0; letter < 4; letter += 1) await host.page.keyboard.press('Backspace');
    await shows(host, 'pay by card', 'sort the list', 'old list');
    await host.page.keyboard.press('Backspace');
    await shows(host, 'pay by card', 'pay by invoice', 'sort the list', 'old list');
    assert.deepEqual(await chips(host), []);
  });

  it('takes a whole value in quotes', async () => {
    const host = await open({ sessions: board });
    await box(host).pressSequentially('project:"shop" group:"needs you" ');
    assert.deepEqual(await chips(host), ['project: shop', 'group: needs you']);
    await shows(host, 'pay by card');
  });

  it('is cleared by Escape, in the box and on the board, and then gives the focus to the board', async () => {
    const host = await open({ sessions: board });
    await box(host).pressSequentially('group:running pay');
    await shows(host, 'pay by invoice');
    await host.page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await focused(host), 'pay by invoice'));
    await host.page.keyboard.press('Escape');
    await shows(host, 'pay by card', 'pay by invoice', 'sort the list', 'old list');
    assert.equal(await focused(host), 'pay by invoice');
    await host.page.keyboard.press('ControlOrMeta+f');
    await host.page.keyboard.type('x');
    await host.page.keyboard.press('Escape');
    assert.equal(await box(host).inputValue(), '');
    await host.page.keyboard.press('Escape');
    await eventually(async () => assert.notEqual(await focused(host), 'Filter sessions'));
  });

  it('completes its keys and the values on the board as they are typed', async () => {
    const host = await open({ sessions: board });
    const options = host.page.getByRole('listbox', { name: 'Completions' }).getByRole('option');
    const offers = (...names: readonly string[]) =>
      eventually(async () => assert.deepEqual(await options.allInnerTexts(), names));
    const chosen = host.page.getByRole('option', { selected: true });
    await host.page.keyboard.press('ControlOrMeta+f');
    await offers();
    await host.page.keyboard.type('pay s');
    await offers('state:');
    await host.page.keyboard.press('Tab');
    assert.equal(await box(host).inputValue(), 'pay state:');
    await offers('acting\n2', 'needs permission\n1', 'session ended\n1');
    await host.page.keyboard.type('e');
    await host.page.keyboard.press('ArrowDown');
    assert.equal(await chosen.innerText(), 'needs permission\n1');
    assert.equal(
      await box(host).getAttribute('aria-activedescendant'),
      await chosen.getAttribute('id'),
    );
    await host.page.keyboard.press('Enter');
    assert.deepEqual(await chips(host), ['state: needs permission']);
    assert.equal(await box(host).inputValue(), 'pay');
    await shows(host, 'pay by card');
    await offers();
    await host.page.keyboard.type(' project:sh');
    await offers('shop\n2', 'shop-admin\n1');
    await options.filter({ hasText: 'shop-admin' }).click();
    assert.deepEqual(await chips(host), ['state: needs permission', 'project: shop-admin']);
    assert.equal(await focused(host), 'Filter sessions');
  });

  it('is as typed where no completion was chosen, and Escape closes their list first', async () => {
    const host = await open({ sessions: board });
    await box(host).pressSequentially('project:shop');
    const list = host.page.getByRole('listbox', { name: 'Completions' });
    await list.waitFor();
    await host.page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    assert.equal(await box(host).inputValue(), 'project:shop');
    await box(host).pressSequentially('-');
    await list.waitFor();
    await box(host).press('Backspace');
    await host.page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    assert.deepEqual(await chips(host), ['project: shop']);
    await shows(host, 'pay by card', 'sort the list', 'old list');
  });

  it('takes letters that are keys elsewhere as text', async () => {
    const host = await open({ sessions: board });
    await host.page.keyboard.press('ControlOrMeta+f');
    await host.page.keyboard.type('n?2e/');
    assert.equal(await box(host).inputValue(), 'n?2e/');
    assert.equal(await host.page.getByRole('main').getAttribute('data-layout'), 'columns');
  });

  it('offers what there is, with counts, for as many as are wanted', async () => {
    const host = await open({ sessions: board });
    await host.page.getByRole('button', { name: 'Filter by' }).click();
    const menu = host.page.getByRole('menu', { name: 'Filter by' });
    assert.equal(
      await menu.ariaSnapshot(),
      `- menu "Filter by":
  - text: Group
  - menuitemcheckbox "Needs You 1"
  - menuitemcheckbox "Running 2"
  - menuitemcheckbox "Done 1"
  - text: Project
  - menuitemcheckbox "shop 2"
  - menuitemcheckbox "billing 1"
  - menuitemcheckbox "shop-admin 1"
  - text: Branch
  - menuitemcheckbox "main 3"
  - menuitemcheckbox "feat/pay 1"
  - text: State
  - menuitemcheckbox "acting 2"
  - menuitemcheckbox "needs permission 1"
  - menuitemcheckbox "session ended 1"`,
    );
    await menu.getByText('billing').click();
    await menu.getByText('shop', { exact: true }).click();
    await shows(host, 'pay by card', 'pay by invoice', 'sort the list');
    await menu.getByRole('menuitemcheckbox', { name: 'shop 2', checked: true }).click();
    await shows(host, 'pay by invoice');
    await host.page.keyboard.press('Escape');
    await eventually(async () => assert.equal(await focused(host), 'Filter by'));
    assert.deepEqual(await chips(host), ['project: billing']);
    await host.page.getByRole('button', { name: 'Clear Filter' }).click();
    assert.deepEqual(await chips(host), []);
  });

  it('follows the sessions', async () => {
    const host = await open({ sessions: board });
    await box(host).fill('project:billing');
    await shows(host, 'pay by invoice');
    await box(host).blur(); // Cards stay in their places while the page has the focus.
    await host.page.clock.runFor(100);
    await host.update([session('pay by cheque', { projectName: 'billing', agentState: blocked })]);
    await shows(host, 'pay by cheque', 'pay by invoice');
    await host.update([session('pay by invoice', { projectName: 'shop' })]);
    await shows(host, 'pay by cheque');
    await host.page.getByText('4 hidden').waitFor();
  });

  it('gives way to a session that the host reveals', async () => {
    const host = await open({ sessions: board });
    await box(host).fill('project:billing');
    await host.reveal('old list');
    await eventually(async () => assert.equal(await focused(host), 'old list'));
    assert.equal(await box(host).inputValue(), '');
  });
});

describe('the order and the grouping', () => {
  const open = pageSuite();
  const runs = (id: string, projectName: string, usd: number, since: number, active: number) =>
    session(id, {
      projectName,
      projectPath: `/home/dev/${projectName}`,
      cost: { totalUsd: usd },
      stateSince: secondsAgo(since),
      startedAt: secondsAgo(100 + active),
      lastActivityAt: secondsAgo(active),
    });
  const sessions = [
    runs('a', 'shop', 1, 10, 3),
    runs('b', 'billing', 9, 20, 2),
    runs('c', 'shop', 5, 30, 1),
    session('d', { projectName: 'billing', projectPath: '/home/dev/billing', agentState: blocked }),
  ];
  const choose = async (host: FakeHost, name: string) => {
    await chooseView(host.page, name);
  };

  it('are chosen in a menu and kept', async () => {
    const host = await open({ sessions });
    await shows(host, 'd', 'c', 'b', 'a');
    await choose(host, 'Cost');
    await shows(host, 'd', 'b', 'c', 'a');
    await choose(host, 'Longest in State');
    await shows(host, 'd', 'c', 'b', 'a');
    await choose(host, 'Cost');
    await host.page.reload();
    await shows(host, 'd', 'b', 'c', 'a');
    const last = host.received.findLast(({ type }) => type === 'arrange');
    assert.equal(last?.type === 'arrange' && last.arrangement.sort, 'cost');
  });

  it('put the cards of a column together by project', async () => {
    const host = await open({ sessions });
    await choose(host, 'Project');
    const running = host.page.getByRole('region', { name: 'Running 3' });
    const lists = await running
      .getByRole('list')
      .evaluateAll((all) => all.map((one) => one.ariaLabel));
    assert.deepEqual(lists, ['Running, billing', 'Running, shop']);
    await shows(host, 'd', 'b', 'c', 'a');
  });

  it('make headings of the projects in a list, each with what is blocked in it', async () => {
    const host = await open({ sessions, kept: { layout: 'list', grouping: 'project' } });
    const headings = await host.page.getByRole('heading', { level: 2 }).allInnerTexts();
    assert.deepEqual(
      headings.map((text) => text.replace(/\s+/g, ' ')),
      ['billing 2 1 Needs You', 'shop 2'],
    );
    await shows(host, 'd', 'b', 'c', 'a');
    await host.page.getByRole('button', { name: 'd', exact: true }).focus();
    await host.page.keyboard.press('End');
    assert.equal(await focused(host), 'a');
    await host.reveal('b');
    await eventually(async () => assert.equal(await focused(host), 'b'));
  });
});

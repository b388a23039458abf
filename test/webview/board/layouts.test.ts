import assert from 'node:assert/strict';
import type { AgentStateGroup, LiveSession } from '../../../src/shared/protocol/protocol';
import { stateLabel } from '../../../src/shared/words/stateLabels';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';

import { aSession, builderNow, secondsAgo } from '../../support/sessionBuilder';
import { chooseView } from '../../support/page/chooseView';

const session = (id: string, group: AgentStateGroup, state = 'some'): LiveSession =>
  aSession({
    sessionId: id,
    title: id,
    agentState: { group, state, label: state },
    stateSince: secondsAgo(Number(id.slice(1))),
    lastActivityAt: secondsAgo(Number(id.slice(1))),
  });

const many = (letter: string, count: number, group: AgentStateGroup) =>
  Array.from({ length: count }, (_, index) => session(`${letter}${index}`, group));
const board = [
  session('n0', 'needs_you', 'needs_permission'),
  session('n1', 'needs_you', 'idle'),
  ...many('r', 7, 'autonomous'),
  ...many('d', 3, 'delivered'),
];

const layout = (host: FakeHost) => host.page.getByRole('main').getAttribute('data-layout');
const becomes = (host: FakeHost, name: string) =>
  eventually(async () => assert.equal(await layout(host), name));
const focused = (host: FakeHost) =>
  host.page.evaluate(() => document.activeElement?.textContent ?? '');

async function press(host: FakeHost, ...keys: readonly string[]): Promise<string> {
  for (const key of keys) await host.page.keyboard.press(key);
  return focused(host);
}

const leftEdges = (host: FakeHost, part: string) =>
  host.page
    .locator(`.card ${part}`)
    .evaluateAll((all) => [...new Set(all.map((one) => one.getBoundingClientRect().left))]);

describe('the layouts of the board', () => {
  const open = pageSuite();

  it('are chosen in a menu and by key, and the checked one says which it is', async () => {
    const host = await open({ sessions: board });
    assert.equal(await layout(host), 'columns');
    await chooseView(host.page, 'List');
    await becomes(host, 'list');
    await host.page.keyboard.press('l');
    await becomes(host, 'grid');
    await host.page.getByRole('button', { name: 'View', exact: true }).click();
    const items = await host.page.getByRole('menu', { name: 'View' }).ariaSnapshot();
    const names = new Set(items.split('\n').map((line) => line.trim()));
    for (const name of ['"Columns"', '"List"', '"Grid" [checked]', '"Day"'])
      assert.ok(names.has(`- menuitemradio ${name}`), items);
    // The layout that the key selects shows the key.
    const keys = host.page.locator('[role="menuitemradio"][aria-keyshortcuts]');
    assert.equal(await keys.innerText(), 'Day\nL');
    await host.page.keyboard.press('End');
    await host.page.keyboard.press('Home');
    await host.page.keyboard.press('Enter');
    await becomes(host, 'columns');
    const view = host.page.getByRole('button', { name: 'View', exact: true });
    assert.ok(await view.evaluate((one) => one === document.activeElement));
  });

  it('are kept by the page and told to its window', async () => {
    const host = await open({ sessions: board });
    await host.page.keyboard.press('l');
    await eventually(() => {
      const last = host.received.at(-1);
      assert.equal(last?.type === 'arrange' && last.arrangement.layout, 'list');
    });
    await host.page.reload();
    await becomes(host, 'list');
  });

  it('begin with rows in a side bar', async () => {
    const host = await open({ sessions: board, place: 'side', width: 300 });
    assert.equal(await layout(host), 'list');
  });

  it('begin with what the window kept of an earlier page', async () => {
    const host = await open({ sessions: board, kept: { layout: 'grid', tab: 'delivered' } });
    assert.equal(await layout(host), 'grid');
  });

  for (const [name, times] of [
    ['list', 1],
    ['grid', 2],
  ] as const) {
    it(`show the groups beneath each other with their counts, as a ${name}`, async () => {
      const host = await open({ sessions: board });
      await press(host, ...Array.from({ length: times }, () => 'l'));
      await becomes(host, name);
      const headings = await host.page.getByRole('heading', { level: 2 }).allInnerTexts();
      assert.deepEqual(
        headings.map((text) => text.replace(/\s+/g, ' ')),
        ['Needs You 1 · 1 ready', 'Running 7', 'Done 3'],
      );
      const group = host.page.getByRole('region', { name: 'Running 7' });
      assert.deepEqual(
        await host.titles(group),
        many('r', 7, 'autonomous').map(({ title }) => title),
      );
    });
  }

  it('say that a group is empty, in a list too', async () => {
    const host = await open({ sessions: [session('d0', 'delivered')] });
    await host.page.keyboard.press('l');
    const group = host.page.getByRole('region', { name: 'Needs You 0' });
    await group.getByText('No session needs you right now.').waitFor();
  });

  it('keep the parts of the rows beneath each other', async () => {
    const host = await open({ sessions: board });
    await host.page.keyboard.press('l');
    for (const part of ['.title', '.doing', '.place', '.use', '.time']) {
      assert.equal((await leftEdges(host, part)).length, 1, part);
    }
    const heights = await host.page
      .locator('.card')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    assert.ok(Math.max(...heights) <= 48, String(heights));
  });

  for (const language of ['en', 'de']) {
    it(`keep the time of a limit's end in sight, however narrow a row is, language ${language}`, async () => {
      const at = Date.parse(builderNow) + 30 * 3_600_000;
      const limited = (['limitResets', 'limitGoesOn', 'limitQueued', 'sleeping'] as const).map(
        (key, index) => {
          const label = stateLabel(key, at);
          const agentState = { group: 'autonomous', state: 'some', label } as const;
          return aSession({ sessionId: `l${index}`, title: `l${index}`, agentState });
        },
      );
      for (const width of [1_095, 800, 490, 300]) {
        const host = await open({ sessions: limited, language, width });
        await host.page.keyboard.press('l');
        await becomes(host, 'list');
        const ends = await host.page.locator('.doing-time').evaluateAll((all) =>
          all.map((time) => {
            const [end = 0, line = 0] = [time, time.closest('.doing')].map(
              (one) => one?.getBoundingClientRect().right,
            );
            return time.textContent.trim() !== '' && end <= line + 1;
          }),
        );
        assert.deepEqual(ends, [true, true, true, true], String(width));
      }
    });
  }

  it('let arrows walk through all rows of the list', async () => {
    const host = await open({ sessions: board });
    await host.page.keyboard.press('l');
    await host.page.getByRole('button', { name: 'n0', exact: true }).focus();
    assert.equal(await press(host, 'ArrowDown', 'ArrowDown'), 'r0');
    assert.equal(await press(host, 'ArrowUp', 'ArrowUp', 'ArrowUp'), 'n0');
    assert.equal(await press(host, 'End'), 'd2');
    assert.equal(await press(host, 'ArrowDown', 'Home'), 'n0');
  });

  it('let arrows walk through the grid as it is seen', async () => {
    const host = await open({ sessions: board, width: 1010 });
    await host.page.keyboard.press('l');
    await host.page.keyboard.press('l');
    await host.page.getByRole('button', { name: 'r0', exact: true }).focus();
    assert.equal(await press(host, 'ArrowRight', 'ArrowDown'), 'r5');
    assert.equal(await press(host, 'ArrowRight', 'ArrowRight'), 'd0');
    assert.equal(await press(host, 'ArrowLeft', 'ArrowUp'), 'r2');
    assert.equal(await press(host, 'ArrowUp'), 'n1');
    assert.equal(await press(host, 'ArrowUp'), 'n0');
    assert.equal(await press(host, 'ArrowUp'), 'n0');
    assert.equal(await press(host, 'End', 'ArrowDown'), 'd2');
  });

  it('keep the focus on its card', async () => {
    const host = await open({ sessions: board });
    await host.page.getByRole('button', { name: 'r2', exact: true }).focus();
    for (const name of ['list', 'grid']) {
      await host.page.keyboard.press('l');
      await becomes(host, name);
      await eventually(async () => assert.equal(await focused(host), 'r2'));
    }
  });

  it('go round those that are blocked on a person by a key, from anywhere', async () => {
    const blocked = { ...session('n9', 'needs_you', 'awaiting_input') };
    const host = await open({ sessions: [...board, blocked] });
    assert.equal(await press(host, 'n'), 'n0');
    assert.equal(await press(host, 'n'), 'n9');
    assert.equal(await press(host, 'n'), 'n0');
    await host.update([], ['n0', 'n9']);
    await eventually(async () => assert.equal(await press(host, 'n'), 'n1'));
  });

  it('do not move the board when the connection goes and comes', async () => {
    const host = await open({ sessions: board });
    const top = () =>
      host.page.getByRole('main').evaluate((main) => main.getBoundingClientRect().top);
    const before = await top();
    await host.setConnection('offline');
    await host.page.getByText('Reconnecting…').waitFor();
    assert.equal(await top(), before);
  });

  it('leave every card where it is when another session moves', async () => {
    const host = await open({ sessions: board });
    const before = await host.page.getByRole('article', { name: 'd1' }).boundingBox();
    await host.update([session('r6', 'needs_you', 'awaiting_input')]);
    await host.page.getByRole('region', { name: 'Needs You 2 · 1 ready' }).waitFor();
    assert.deepEqual(await host.page.getByRole('article', { name: 'd1' }).boundingBox(), before);
  });

  for (const [name, options] of Object.entries({
    'twice as large': { width: 640, height: 400 },
    'in a side bar': { width: 300, height: 600, place: 'side' },
    'on a phone': { width: 390, height: 844 },
  } as const)) {
    it(`fit ${name}`, async () => {
      const branch = 'feature/a-branch-name-of-sixty-characters-which-nobody-wants';
      const sessions = board.map((one) => ({
        ...one,
        gitBranch: branch,
        title: `${one.title} `.repeat(30),
      }));
      const host = await open({ sessions, ...options });
      for (const times of [0, 1, 1]) {
        await press(host, ...Array.from({ length: times }, () => 'l'));
        const wide = await host.page.evaluate(() =>
          [...document.querySelectorAll('body *')]
            .filter(
              (one) =>
                !one.closest('.visually-hidden') &&
                one.getBoundingClientRect().right > window.innerWidth,
            )
            .map((one) => one.className),
        );
        assert.deepEqual(wide, [], (await layout(host)) ?? '');
      }
    });
  }
});

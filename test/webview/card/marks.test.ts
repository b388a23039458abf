import assert from 'node:assert/strict';
import { violationsInThemes } from '../../support/page/axe';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession, secondsAgo, type SessionOverrides } from '../../support/sessionBuilder';
import { chooseInMenu } from '../../support/page/chooseInMenu';

const needs = (id: string, state: string, more: SessionOverrides = {}) =>
  aSession({
    sessionId: id,
    title: `${id}, a title that is longer than any card of the board is wide`,
    agentState: { group: 'needs_you', state, label: 'Some state' },
    stateSince: secondsAgo(10),
    ...more,
  });

const tags = [
  { word: 'release', color: 'red' },
  { word: 'a rather long tag word!', color: 'green' },
  { word: 'team', color: 'blue', project: true },
  { word: 'strange', color: 'beige' },
];
const sessions = [
  needs('blocked', 'error', { tags }),
  needs('pinned', 'idle', { pinned: true }),
  needs('ready', 'idle'),
  needs('old', 'idle'),
  needs('older', 'idle'),
  needs('oldest', 'idle'),
  needs('last', 'idle'),
];

const card = (host: FakeHost, id: string) => host.page.locator(`[data-session="${id}"]`);
const acts = (host: FakeHost) => host.received.flatMap((one) => (one.type === 'act' ? [one] : []));

describe('Marks on the board', () => {
  const open = pageSuite();

  it('show a pinned session at rest above the folded ones, and never count it as blocked', async () => {
    const host = await open({ sessions });
    await card(host, 'pinned').waitFor();
    assert.equal(await card(host, 'ready').count(), 0);
    const heading = host.page.getByRole('heading', { name: /Needs You/ });
    assert.equal((await heading.innerText()).replace(/\s+/g, ' '), 'Needs You 1 · 6 ready');
    assert.equal(await card(host, 'pinned').getByText('Pinned', { exact: true }).count(), 1);
    // The next session is the blocked one again: the pinned one does not need a person.
    await card(host, 'pinned').getByRole('button').first().focus();
    await host.page.keyboard.press('n');
    await host.page.keyboard.press('n');
    await eventually(async () =>
      assert.equal(
        await host.page.evaluate(() =>
          document.activeElement?.closest('[data-session]')?.getAttribute('data-session'),
        ),
        'blocked',
      ),
    );
  });

  it('are set in the menu: a pin at once, a name and tags in the editor', async () => {
    const host = await open({ sessions });
    const choose = async (id: string, name: string): Promise<void> => {
      await card(host, id).getByRole('button').first().focus();
      await host.page.keyboard.press('Shift+F10');
      await chooseInMenu(host.page, name);
    };
    await choose('pinned', 'Unpin Session');
    await choose('blocked', 'Pin Session');
    const of = (sessionId: string, on: boolean) => ({
      type: 'act',
      name: 'pin',
      request: { target: { scope: 'session', sessionId }, on },
    });
    await eventually(() =>
      assert.deepEqual(acts(host), [of('pinned', false), of('blocked', true)]),
    );
    await host.page.keyboard.press('F2');
    await choose('blocked', 'Set Tag…');
    await choose('blocked', 'Rename Session…');
    const commands = () =>
      host.received.flatMap((one) => (one.type === 'sessionCommand' ? [one.command] : []));
    await eventually(() =>
      assert.deepEqual(commands(), ['renameSession', 'tagSession', 'renameSession']),
    );
  });

  it('are set on all selected cards, of which those that are pinned take no part', async () => {
    const host = await open({ sessions });
    for (const id of ['blocked', 'pinned'])
      await card(host, id).click({ modifiers: ['Control'], position: { x: 60, y: 15 } });
    await host.page.getByRole('button', { name: 'Set Tag…' }).click();
    await host.page.getByRole('button', { name: 'Pin (1 of 2)' }).click();
    await eventually(() => {
      const last = host.received.slice(-2).map((one) => one.type);
      assert.deepEqual(last, ['tagSessions', 'act']);
    });
    const tagged = host.received.find(({ type }) => type === 'tagSessions');
    assert.deepEqual(tagged, { type: 'tagSessions', sessionIds: ['blocked', 'pinned'] });
  });

  it('say every word to a screen reader, and leave title and time to be seen', async () => {
    for (const place of [{ layout: 'columns' }, { layout: 'list' }, { layout: 'grid' }] as const)
      for (const density of ['comfortable', 'compact'] as const) {
        const host = await open({ sessions, kept: { ...place, density } });
        const described = await card(host, 'blocked')
          .locator('[data-action="open"]')
          .getAttribute('aria-describedby');
        const text = await host.page
          .locator(`[id="${described?.split(' ').at(-1)}"]`)
          .evaluate((element) => element.textContent ?? '');
        for (const { word } of tags) assert.ok(text.includes(word), `${word}: ${text}`);
        const box = async (selector: string) =>
          (await card(host, 'blocked').locator(selector).first().boundingBox()) ?? assert.fail();
        const [title, tag, time] = [await box('.open'), await box('.tags'), await box('.time')];
        const meet = (a: typeof title, b: typeof title) =>
          a.x < b.x + b.width - 1 &&
          b.x < a.x + a.width - 1 &&
          a.y < b.y + b.height - 2 &&
          b.y < a.y + a.height - 2;
        const where = `${place.layout} ${density}`;
        assert.ok(!meet(title, tag) && !meet(tag, time) && !meet(title, time), where);
        assert.ok(title.width > 60, `${where}: ${title.width}`);
      }
  });

  it('put a pinned project first, with its tags, and a menu to change them', async () => {
    const projects = [
      aSession({ sessionId: 'a', projectPath: '/a', projectName: 'aa' }),
      aSession({
        sessionId: 'z',
        projectPath: '/z',
        projectName: 'zz',
        projectPinned: true,
        tags: [{ word: 'team', color: 'blue', project: true }],
      }),
    ];
    const kept = { layout: 'list', grouping: 'project' } as const;
    const host = await open({ sessions: projects, kept });
    await card(host, 'z').waitFor();
    assert.deepEqual(
      (await host.page.locator('.project-head').allInnerTexts()).map((one) => one.slice(0, 2)),
      ['zz', 'aa'],
    );
    await host.page.getByRole('button', { name: 'Actions on Project zz' }).click();
    await host.page.getByRole('menuitem', { name: 'Unpin Project' }).click();
    await eventually(() =>
      assert.deepEqual(acts(host)[0]?.request, {
        target: { scope: 'project', path: '/z' },
        on: false,
      }),
    );
  });

  it('complete tag: in the filter', async () => {
    const host = await open({ sessions });
    await host.page.getByRole('combobox').fill('tag:rel');
    await host.page.getByRole('option', { name: 'release' }).click();
    await eventually(async () => assert.equal(await host.page.locator('.card').count(), 1));
  });

  it('break no rule of accessibility in any theme', async () => {
    const host = await open({ sessions });
    await host.page.clock.runFor(1000);
    await host.page.clock.resume(); // The audit uses timers.
    assert.deepEqual(await violationsInThemes(host.page), []);
  });
});

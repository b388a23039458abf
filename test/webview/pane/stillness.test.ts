import assert from 'node:assert/strict';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { Random } from '../../support/random';
import { aPendingRequest, aSession, secondsAgo } from '../../support/sessionBuilder';

const openPage = pageSuite();

const groups = ['needs_you', 'autonomous', 'delivered'] as const;

function session(name: string, group: (typeof groups)[number], since = 100): LiveSession {
  const asks = group === 'needs_you';
  return aSession({
    sessionId: name,
    title: `Session ${name}`,
    stateSince: secondsAgo(since),
    agentState: { group, state: asks ? 'needs_permission' : 'thinking', label: `In ${group}` },
    ...(asks && {
      pendingRequest: aPendingRequest({
        requestId: `request-${name}`,
        toolInput: { command: `npm run ${name}` },
        call: { id: `call-${name}`, fate: 'open', answerable: true },
      }),
    }),
  });
}

const open = (sessions: readonly LiveSession[], more: FakeHostOptions = {}) =>
  openPage({ sessions, width: 1440, height: 900, ...more });

/** Positions of all cards, and of the focused field. */
const places = (host: FakeHost): Promise<Record<string, string>> =>
  host.page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('.fixed-card[data-session], .pane textarea')].map(
        (one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return [one.dataset['session'] ?? 'field', `${x} ${y} ${width} ${height}`];
        },
      ),
    ),
  );

const column = (host: FakeHost, group: string) =>
  host.page.locator(`.column[data-group="${group}"]`);
const titles = async (host: FakeHost, group: string): Promise<readonly string[]> =>
  column(host, group).locator('.fixed-card .open').allInnerTexts();

/** Text of the board that the button for new cards covers. */
function coveredWords(): string {
  const button = document.querySelector('[data-action="arrivals"]');
  const buttonBox = button?.getBoundingClientRect();
  if (buttonBox === undefined) return 'no button';
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const covered: string[] = [];
  for (let at = words.nextNode(); at !== null; at = words.nextNode()) {
    if (button?.contains(at)) continue;
    const range = document.createRange();
    range.selectNodeContents(at);
    const isCovered = [...range.getClientRects()].some(
      ({ left, right, top, bottom, width }) =>
        width > 0 &&
        left < buttonBox.right - 1 &&
        buttonBox.left < right - 1 &&
        top < buttonBox.bottom - 1 &&
        buttonBox.top < bottom - 1,
    );
    if (isCovered) covered.push(at.textContent ?? '');
  }
  return covered.join(', ');
}

/** Allows the request in the pane, once it was visible for long enough. */
async function allowShown({ page }: FakeHost): Promise<void> {
  const allow = page.getByRole('button', { name: 'Allow', exact: true });
  await eventually(async () => {
    await page.clock.runFor(600);
    assert.equal(await allow.getAttribute('aria-disabled'), null);
  });
  await page.clock.runFor(600);
  await allow.click();
}

describe('While a person is among the cards', () => {
  it('a new one waits behind a button with their number, until the person presses it', async () => {
    const host = await open([session('b', 'needs_you', 200), session('c', 'needs_you', 100)]);
    await host.page.mouse.move(200, 300);
    const before = await places(host);
    await host.update([session('a', 'needs_you', 300), session('d', 'needs_you', 50)]);
    await host.page.clock.runFor(60_000);
    await column(host, 'needs_you').getByText('4', { exact: true }).first().waitFor();
    const button = column(host, 'needs_you').getByRole('button', { name: '1 new' });
    await button.waitFor();
    const after = await places(host);
    assert.deepEqual({ b: after['b'], c: after['c'] }, before);
    assert.deepEqual(await titles(host, 'needs_you'), ['Session b', 'Session c', 'Session d']);
    await button.click();
    await eventually(async () =>
      assert.deepEqual(await titles(host, 'needs_you'), [
        'Session a',
        'Session b',
        'Session c',
        'Session d',
      ]),
    );
  });

  it('one comes at once that was in the group of another tab, and the first of a board', async () => {
    const host = await open([session('a', 'autonomous')], { width: 480 });
    await host.page.mouse.move(200, 300);
    await host.update([session('a', 'needs_you'), session('b', 'needs_you', 50)]);
    await eventually(async () =>
      assert.deepEqual(await titles(host, 'needs_you'), ['Session a', 'Session b']),
    );
    assert.equal(await host.page.getByRole('button', { name: /new$/ }).count(), 0);
  });

  const rests = (name: string, since: number): LiveSession =>
    aSession({
      sessionId: name,
      title: `Session ${name}`,
      stateSince: secondsAgo(since),
      agentState: { group: 'needs_you', state: 'idle', label: 'Waiting for your next prompt' },
    });

  it('a closed line says at once how many it has, and has all of their cards', async () => {
    const host = await open([session('a', 'needs_you', 300), rests('m', 200)], {
      kept: { readyOpen: false },
    });
    const needsYou = column(host, 'needs_you');
    await host.page.mouse.move(200, 300);
    await host.update([rests('k', 100)]);
    const line = needsYou.getByRole('button', { name: /ready for a prompt/ });
    await eventually(async () => assert.match(await line.innerText(), /^2 /));
    assert.equal(await needsYou.locator('[data-action="arrivals"]').count(), 0);
    await line.click();
    await eventually(async () =>
      assert.deepEqual(await titles(host, 'needs_you'), ['Session a', 'Session k', 'Session m']),
    );
  });

  it('a session that asks leaves a closed line at once, and is drawn', async () => {
    const host = await open([rests('m', 200)], { kept: { readyOpen: false } });
    await host.page.mouse.move(200, 300);
    await host.update([session('m', 'needs_you')]);
    await eventually(async () => assert.deepEqual(await titles(host, 'needs_you'), ['Session m']));
    assert.equal(await host.page.locator('[data-action="arrivals"]').count(), 0);
  });

  it('a session that leaves a folded column is drawn where it belongs', async () => {
    const host = await open([session('a', 'autonomous')], { kept: { folded: ['autonomous'] } });
    await host.page.mouse.move(200, 300);
    await host.update([session('a', 'needs_you')]);
    await eventually(async () => assert.deepEqual(await titles(host, 'needs_you'), ['Session a']));
  });

  it('the first ready session of a list is told while their line is closed', async () => {
    const host = await open([session('a', 'autonomous', 300), session('b', 'delivered')], {
      kept: { layout: 'list', readyOpen: false },
    });
    await host.page.mouse.move(200, 300);
    const before = await places(host);
    await host.update([rests('m', 10)]);
    const button = host.page.getByRole('button', { name: '1 new' });
    await button.waitFor();
    assert.deepEqual(await places(host), before);
    await button.click();
    await host.page.getByRole('button', { name: '1 ready for a prompt' }).waitFor();
  });

  for (const grouping of ['state', 'project'] as const)
    it(`a new one is told above all rows, however far down they are: by ${grouping}`, async () => {
      const names = Array.from({ length: 40 }, (_, at) => `n${at}`);
      const host = await open(
        names.map((name, at) => session(name, at < 12 ? 'needs_you' : 'autonomous', 300 - at)),
        { kept: { layout: 'list', grouping } },
      );
      await host.page.mouse.move(200, 300);
      await host.page.locator('.groups').evaluate((all) => all.scrollTo({ top: 700 }));
      const before = await places(host);
      await host.update([session('a', 'needs_you', 900)]);
      const button = host.page.getByRole('button', { name: '1 new' });
      await button.waitFor();
      const box = await button.boundingBox();
      assert.ok(box && box.y > 0 && box.y < 200, 'the button is out of sight');
      assert.deepEqual(await places(host), before);
    });

  const side = { width: 300, height: 700, place: 'side' } as const;
  const lists: Readonly<Record<string, FakeHostOptions>> = {
    'three columns': {},
    'three narrow columns': { width: 1250, language: 'de' },
    tabs: { width: 700, height: 700 },
    'tabs of a side bar': { ...side, kept: { layout: 'columns' } },
    'a list': { kept: { layout: 'list' } },
    'a list of a side bar': { ...side, language: 'de' },
    'a grid': { kept: { layout: 'grid' } },
    'projects of a list': { kept: { layout: 'list', grouping: 'project' } },
  };
  for (const [name, more] of Object.entries(lists))
    it(`the button of new ones covers no word, and moves none: ${name}`, async () => {
      const rests = aSession({ sessionId: 'r', agentState: { group: 'needs_you', state: 'idle' } });
      const shown = [session('b', 'needs_you', 300), session('c', 'autonomous', 200), rests];
      const host = await open(shown, more);
      const card = host.page.locator('.board .fixed-card').first();
      await card.hover({ position: { x: 100, y: 10 } });
      const before = await places(host);
      await host.update([session('a', 'needs_you', 900), session('d', 'needs_you', 800)]);
      const button = host.page.locator('[data-action="arrivals"]');
      await button.waitFor();
      assert.equal(await host.page.evaluate(coveredWords), '');
      for (const [id, place] of Object.entries(before))
        assert.equal((await places(host))[id], place, id);
    });

  it('one that went on stays with its new state, and is where it belongs once they leave', async () => {
    const host = await open([session('a', 'needs_you', 300), session('b', 'needs_you', 200)]);
    await host.page.mouse.move(200, 300);
    const before = await places(host);
    await host.update([session('a', 'autonomous', 1)]);
    await column(host, 'needs_you').getByText('In autonomous').waitFor();
    assert.deepEqual(await places(host), before);
    await host.page.mouse.move(5, 5);
    await eventually(async () => {
      assert.deepEqual(await titles(host, 'needs_you'), ['Session b']);
      assert.deepEqual(await titles(host, 'autonomous'), ['Session a']);
    });
  });

  for (const layout of ['columns', 'list'] as const)
    it(`a group that has one elsewhere is not called empty: ${layout}`, async () => {
      const running = [session('a', 'autonomous', 300), session('b', 'autonomous')];
      const width = layout === 'list' ? 170 : 1440; // The group's text has two lines in the list.
      const host = await open(running, { width, kept: { layout } });
      const group = host.page.locator('[data-group="needs_you"]:is(section)');
      const all = /All clear|No session needs you/;
      await group.getByText(all).first().waitFor();
      await host.page.locator('.fixed-card').first().hover();
      const before = (await places(host))['b'];
      await host.update([session('a', 'needs_you', 1)]);
      await group.getByText('1', { exact: true }).first().waitFor();
      assert.equal(await group.getByText(all).filter({ visible: true }).count(), 0);
      assert.equal((await places(host))['b'], before);
      await host.page.mouse.move(5, 5);
      await group.locator('.fixed-card').waitFor();
    });

  it('one that left the board has no actions any more', async () => {
    const host = await open([session('a', 'needs_you', 300), session('b', 'needs_you', 200)]);
    await host.page.mouse.move(200, 500);
    const actions = (id: string) =>
      host.page.locator(`.fixed-card[data-session="${id}"]`).getByRole('button', { name: /More/ });
    assert.equal(await actions('a').count(), 1);
    await host.update([], ['a']);
    await eventually(async () => assert.equal(await actions('a').count(), 0));
    assert.deepEqual(await titles(host, 'needs_you'), ['Session a', 'Session b']);
    assert.equal(await actions('b').count(), 1);
  });

  it('one that they answer keeps its place for two seconds, and no longer', async () => {
    const host = await open([session('a', 'needs_you', 300), session('b', 'needs_you', 200)]);
    await host.page.mouse.move(200, 500);
    await allowShown(host);
    await host.update([session('a', 'autonomous', 1)]);
    await host.page.clock.runFor(1_900);
    assert.deepEqual(await titles(host, 'needs_you'), ['Session a', 'Session b']);
    await host.page.clock.runFor(200);
    await eventually(async () => assert.deepEqual(await titles(host, 'needs_you'), ['Session b']));
  });

  it('one that they answered leaves its place once, and stays where it went', async () => {
    const host = await open([session('a', 'needs_you', 300), session('b', 'needs_you', 200)]);
    await host.page.mouse.move(200, 500);
    await allowShown(host);
    await host.page.clock.runFor(2_100);
    await host.update([session('a', 'autonomous', 50)]);
    const running = () => titles(host, 'autonomous');
    await eventually(async () => assert.deepEqual(await running(), ['Session a']));
    const before = await places(host);
    await host.update([session('a', 'delivered', 1)]);
    await column(host, 'autonomous').getByText('In delivered').waitFor();
    await host.page.clock.runFor(3_000);
    assert.deepEqual(await places(host), before);
  });

  it('one that they answered leaves its place also where they had new ones drawn before', async () => {
    const host = await open([session('a', 'needs_you', 300), session('b', 'needs_you', 200)]);
    await host.page.mouse.move(200, 500);
    await allowShown(host);
    await host.page.clock.runFor(2_100);
    await host.update([session('n', 'needs_you', 400)]);
    await column(host, 'needs_you').getByRole('button', { name: '1 new' }).click();
    await host.update([session('a', 'autonomous', 1)]);
    await eventually(async () => assert.deepEqual(await titles(host, 'autonomous'), ['Session a']));
  });

  it('one that they answered stays where the button of new ones drew it', async () => {
    const host = await open([session('a', 'needs_you', 300), session('b', 'needs_you', 200)]);
    await host.page.mouse.move(200, 500);
    await allowShown(host);
    await host.update([session('a', 'autonomous', 1), session('n', 'needs_you', 400)]);
    await column(host, 'needs_you').getByRole('button', { name: '1 new' }).click();
    await eventually(async () => assert.deepEqual(await titles(host, 'autonomous'), ['Session a']));
    await host.page.clock.runFor(2_100);
    await host.update([session('a', 'delivered', 1)]);
    await column(host, 'autonomous').getByText('In delivered').waitFor();
  });

  it('an answer leaves the buttons of the next request where those of the last one were', async () => {
    const host = await open([session('a', 'needs_you', 300), session('b', 'needs_you', 200)]);
    const allow = host.page.getByRole('button', { name: 'Allow', exact: true });
    await eventually(async () => {
      await host.page.clock.runFor(600);
      assert.equal(await allow.getAttribute('aria-disabled'), null);
    });
    await host.page.clock.runFor(600);
    const before = await allow.boundingBox();
    await allow.click();
    await host.page.locator('.pane').getByText('Allowed. Session a').waitFor();
    assert.deepEqual(await allow.boundingBox(), before);
  });

  it('an answer moves none of the others, and a session that asks again keeps its place', async () => {
    const host = await open([session('b', 'needs_you', 300), session('c', 'needs_you', 200)]);
    await host.page.mouse.move(200, 500);
    await host.update([session('a', 'needs_you', 400)]);
    await column(host, 'needs_you').getByRole('button', { name: '1 new' }).waitFor();
    const before = await places(host);
    await allowShown(host);
    await eventually(() => assert.ok(host.received.some(({ type }) => type === 'decide')));
    assert.deepEqual(await places(host), before);
    const again = session('b', 'needs_you', 1);
    assert.ok(again.pendingRequest);
    const request = { ...again.pendingRequest, requestId: 'later' };
    await host.update([{ ...again, pendingRequest: request }]);
    await host.page.clock.runFor(3_000);
    await host.update([session('b', 'autonomous', 1)]);
    await column(host, 'needs_you').getByText('In autonomous').waitFor();
    assert.deepEqual(await places(host), before);
  });

  it('no list scrolls where an answer leads to a session whose card is out of sight', async () => {
    const names = 'abcdefghijklmnopqrstuvwxyz'.split('');
    const host = await open(names.map((name, at) => session(name, 'needs_you', 300 - at)));
    const scroller = column(host, 'needs_you').locator('.column-scroll');
    const lastInSight = await scroller.evaluate((list) => {
      const cards = [...list.querySelectorAll<HTMLElement>('.fixed-card')];
      const end = list.getBoundingClientRect().bottom;
      return cards.findLast((one) => one.getBoundingClientRect().bottom <= end)?.dataset['session'];
    });
    assert.ok(lastInSight);
    await host.page.locator(`.fixed-card[data-session="${lastInSight}"]`).click();
    const allow = host.page.getByRole('button', { name: 'Allow', exact: true });
    await eventually(async () => {
      await host.page.clock.runFor(600);
      assert.equal(await allow.getAttribute('aria-disabled'), null);
    });
    await host.page.clock.runFor(600);
    const before = await scroller.evaluate((list) => list.scrollTop);
    await allow.click();
    const next = names[names.indexOf(lastInSight) + 1] ?? '';
    await host.page
      .locator('.pane')
      .getByRole('heading', { name: `Session ${next}`, exact: true })
      .waitFor();
    assert.equal(await scroller.evaluate((list) => list.scrollTop), before);
  });

  for (const [name, options] of Object.entries({
    columns: {},
    list: { kept: { layout: 'list' } },
    grid: { kept: { layout: 'grid' } },
    'projects of a list': { kept: { layout: 'list', grouping: 'project' } },
  } satisfies Record<string, FakeHostOptions>)) {
    it(`no card, list or field moves by a pixel in ten minutes of changes: ${name}`, async () => {
      const seed = new Random(name);
      const random = () => seed.next();
      const names = 'abcdefghijklmnopqrst'.split('');
      const pick = () => names[Math.floor(random() * names.length)] ?? 'a';
      const some = (of: string) =>
        session(of, groups[Math.floor(random() * 3)] ?? 'needs_you', random() * 600);
      const host = await open(names.slice(0, 12).map(some), options);
      await host.page.locator('.whole-card').waitFor();
      await host.page.mouse.move(200, 300);
      const before = await places(host);
      for (let second = 0; second < 600; second += 10) {
        const gone = random() < 0.1 ? [pick()] : [];
        await host.update([some(pick()), some(pick())], gone);
        await host.page.clock.runFor(10_000);
        const now = await places(host);
        for (const [id, place] of Object.entries(before)) {
          if (now[id] !== undefined) assert.equal(now[id], place, `${id} after ${second} s`);
        }
      }
      assert.ok(Object.keys(await places(host)).length > 6);
    });
  }
});

import assert from 'node:assert/strict';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { callCount } from '../../support/page/callCount';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession, secondsAgo } from '../../support/sessionBuilder';

const column = (host: FakeHost, name: string) => host.page.getByRole('region', { name });

const blocked = (id: string, seconds: number): LiveSession =>
  aSession({
    sessionId: id,
    title: id,
    agentState: {
      group: 'needs_you',
      state: 'needs_permission',
      label: 'Needs permission: Bash',
    },
    stateSince: secondsAgo(seconds),
  });
const runs = (id: string, seconds: number): LiveSession =>
  aSession({
    sessionId: id,
    title: id,
    startedAt: secondsAgo(seconds + 60),
    lastActivityAt: secondsAgo(seconds),
  });
const done = (id: string, seconds: number): LiveSession =>
  aSession({
    sessionId: id,
    title: id,
    agentState: { group: 'delivered', state: 'session_ended', label: 'Session closed' },
    stateSince: secondsAgo(seconds),
  });

describe('the board in columns', () => {
  const open = pageSuite();

  it('shows three groups with their counts, each in its order', async () => {
    const sessions = [
      runs('r1', 9),
      done('d1', 60),
      blocked('b1', 5),
      blocked('b2', 50),
      runs('r2', 1),
    ];
    const host = await open({ sessions });
    const headings = await host.page.getByRole('heading', { level: 2 }).allInnerTexts();
    assert.deepEqual(
      headings.map((text) => text.replace(/\s+/g, ' ')),
      ['Needs You 2', 'Running 2', 'Done 1'],
    );
    assert.deepEqual(await host.titles(column(host, 'Needs You 2')), ['b2', 'b1']);
    assert.deepEqual(await host.titles(column(host, 'Running 2')), ['r2', 'r1']);
    assert.deepEqual(await host.titles(column(host, 'Done 1')), ['d1']);
    assert.equal(await host.page.getByRole('tab').count(), 0);
  });

  it('moves a session to its new group, and takes away one that was removed', async () => {
    const host = await open({ sessions: [runs('r1', 1), runs('r2', 2)] });
    await host.update([blocked('r1', 0)], ['r2']);
    await column(host, 'Needs You 1').getByRole('article', { name: 'r1' }).waitFor();
    assert.deepEqual(await host.titles(), ['r1']);
    await column(host, 'Running 0').getByText('No session is running right now.').waitFor();
  });

  it('asks for everything again when a message was lost', async () => {
    const host = await open({ sessions: [runs('r1', 1)] });
    host.loseUpdate([blocked('b1', 5)]);
    await host.update([runs('r1', 0)]);
    await host.page.getByRole('article', { name: 'b1' }).waitFor();
    assert.deepEqual(host.received, [{ type: 'ready' }, { type: 'ready' }]);
  });

  it('ignores what it does not understand', async () => {
    const host = await open({ sessions: [runs('r1', 1)] });
    for (const message of [undefined, 'text', 7, {}, { type: 7 }, []]) await host.post(message);
    await host.update([runs('r2', 0)]);
    await host.page.getByRole('article', { name: 'r2' }).waitFor();
    assert.equal(host.received.length, 1);
  });

  it('draws the newest hundred of what is done, and leads to all', async () => {
    const host = await open({ sessions: Array.from({ length: 120 }, (_, i) => done(`d${i}`, i)) });
    const group = column(host, 'Done 120');
    await eventually(async () => assert.equal(await group.getByRole('article').count(), 100));
    assert.equal(await group.getByRole('button', { name: /more/ }).count(), 0);
    await group.getByRole('button', { name: 'All Sessions…' }).click();
    await eventually(() => assert.deepEqual(host.received.at(-1), { type: 'findSession' }));
  });

  it('leads to all sessions also when none is done of late', async () => {
    const host = await open({ sessions: [runs('r1', 1)] });
    await column(host, 'Done 0').getByRole('button', { name: 'All Sessions…' }).click();
    await eventually(() => assert.deepEqual(host.received.at(-1), { type: 'findSession' }));
  });

  it('keeps running cards in their places whatever they do', async () => {
    const host = await open({ sessions: [runs('r1', 1), runs('r2', 2), runs('r3', 3)] });
    await host.update([{ ...runs('r3', 3), lastActivityAt: secondsAgo(0) }]);
    await host.update([blocked('b1', 0)]);
    await column(host, 'Needs You 1').getByRole('article', { name: 'b1' }).waitFor();
    assert.deepEqual(await host.titles(column(host, 'Running 3')), ['r1', 'r2', 'r3']);
  });

  it('sorts by activity only after a while, and not while the pointer is over the lists', async () => {
    const sessions = [runs('r1', 1), runs('r2', 2), runs('r3', 3)];
    const host = await open({ sessions, kept: { sort: 'activity' } });
    await host.page.mouse.move(600, 300);
    await host.page.mouse.move(610, 310);
    await host.update([runs('r3', 0)]);
    await host.update([blocked('b1', 0)]);
    await column(host, 'Needs You 1').getByRole('article', { name: 'b1' }).waitFor();
    await host.page.clock.runFor(2500);
    assert.deepEqual(await host.titles(column(host, 'Running 3')), ['r1', 'r2', 'r3']);
    await host.page.mouse.move(1, 1);
    await host.page.clock.runFor(2500);
    await eventually(async () =>
      assert.deepEqual(await host.titles(column(host, 'Running 3')), ['r3', 'r1', 'r2']),
    );
    await host.update([runs('r2', 0)]);
    await host.page.clock.runFor(2500);
    assert.deepEqual(await host.titles(column(host, 'Running 3')), ['r3', 'r1', 'r2']);
    await host.page.clock.runFor(15_000);
    await eventually(async () =>
      assert.deepEqual(await host.titles(column(host, 'Running 3')), ['r2', 'r3', 'r1']),
    );
  });

  for (const [name, hold] of [
    [
      'under the pointer',
      (host: FakeHost) => host.page.getByRole('article', { name: 'b1' }).hover(),
    ],
    ['with the focus', (host: FakeHost) => host.page.getByRole('button', { name: 'b1' }).focus()],
  ] as const)
    it(`keeps the card ${name} in its place when others come and go above it`, async () => {
      const host = await open({ sessions: [blocked('b1', 5), blocked('b2', 50)] });
      const card = host.page.getByRole('article', { name: 'b1' });
      const top = async () => (await card.boundingBox())?.y ?? 0;
      await hold(host);
      const before = await top();
      // A list scrolls by whole pixels.
      const stays = async () => assert.ok(Math.abs((await top()) - before) < 1, `${await top()}`);
      await host.update([blocked('b3', 90), blocked('b4', 80)]);
      await column(host, 'Needs You 4').waitFor();
      await stays();
      await host.update([], ['b2', 'b3', 'b4']);
      await column(host, 'Needs You 1').waitFor();
      await stays();
      await host.page.mouse.move(1, 1);
      await card.getByRole('button', { name: 'b1' }).blur();
      await host.page.clock.runFor(100);
      await eventually(async () => assert.ok((await top()) < before - 1));
    });

  it('tells its window which blocked cards are in sight', async () => {
    const sessions = [blocked('b1', 5), runs('r1', 1)];
    const host = await open({ sessions });
    await eventually(async () => {
      await host.page.clock.runFor(100);
      assert.deepEqual(host.inSight.at(-1), ['b1']);
    });
    await host.update([], ['b1']);
    await eventually(async () => {
      await host.page.clock.runFor(100);
      assert.deepEqual(host.inSight.at(-1), []);
    });
  });

  it('tells its window which cards have the focus, the pointer or are open', async () => {
    const host = await open({ sessions: [blocked('b1', 5), runs('r1', 1), done('d1', 1)] });
    const { page } = host;
    const waitForCards = (...ids: readonly string[]) =>
      eventually(async () => {
        await page.clock.runFor(300);
        assert.deepEqual([...(host.inHand.at(-1) ?? [])].sort(), ids);
      });
    const card = (id: string) => page.getByRole('article', { name: id });
    await card('r1').hover();
    await waitForCards('r1');
    await card('b1').getByRole('button', { name: 'b1' }).focus();
    await waitForCards('b1', 'r1');
    await page.mouse.move(1, 1);
    await waitForCards('b1');
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'More', exact: true }).focus();
    await waitForCards('b1');
    await host.update([], ['b1']);
    await waitForCards();
    assert.deepEqual(host.inSight.at(-1), []);
  });

  it('folds what is only ready for a prompt, with its number, and keeps it as the person left it', async () => {
    const rests = (id: string): LiveSession => ({
      ...blocked(id, 5),
      agentState: { ...blocked(id, 5).agentState, state: 'idle' },
    });
    const few = await open({ sessions: [rests('i1'), blocked('b1', 1)] });
    assert.deepEqual(await few.titles(column(few, 'Needs You 1 · 1 ready')), ['b1', 'i1']);
    await few.page.getByRole('button', { name: '1 ready for a prompt' }).click();
    assert.deepEqual(await few.titles(column(few, 'Needs You 1 · 1 ready')), ['b1']);
    await few.page.reload();
    await few.page.getByRole('button', { name: '1 ready for a prompt' }).waitFor();
    assert.deepEqual(await few.titles(column(few, 'Needs You 1 · 1 ready')), ['b1']);
    const many = await open({ sessions: ['1', '2', '3', '4', '5'].map((id) => rests(`i${id}`)) });
    await many.page.getByRole('button', { name: '5 ready for a prompt' }).waitFor();
    assert.deepEqual(await many.titles(column(many, 'Needs You 0 · 5 ready')), []);
    await many.update([{ ...rests('i1'), pinned: true }]);
    await many.page.getByRole('button', { name: '4 more ready for a prompt' }).waitFor();
    assert.deepEqual(await many.titles(column(many, 'Needs You 0 · 5 ready')), ['Pinned\ni1']);
  });

  it('draws the most urgent of a thousand sessions first, no more than a page of each group, and one that changes alone', async () => {
    const groups = [blocked, runs, runs, done, done];
    const sessions = Array.from({ length: 1000 }, (_, i) =>
      (groups[i % groups.length] ?? runs)(`s${i}`, i),
    );
    const host = await open({ realTime: true });
    const { page } = host;
    await page.evaluate(watchCards);
    const seen = () => page.evaluate(() => (globalThis as unknown as Watched).seen.splice(0));
    const all = await callCount(page, async () => {
      await host.update(sessions);
      await eventually(async () => assert.equal(await page.getByRole('article').count(), 300));
    });
    const [first, ...later] = await seen();
    assert.deepEqual([first?.count, first?.ids.includes('s995')], [90, true]);
    assert.ok(later.every(({ count }) => count <= 300));
    const again = await callCount(page, async () => {
      await host.update([{ ...runs('s1', 1), title: 'changed' }]);
      await column(host, 'Running 400').getByRole('article', { name: 'changed' }).waitFor();
    });
    assert.deepEqual([...new Set((await seen()).flatMap(({ ids }) => ids))], ['s1']);
    assert.ok(again < all / 3, `${again} calls for one card, ${all} for all`);
  });
});

interface Watched {
  /** The cards that were drawn in each step, and how many there were after it. */
  readonly seen: { readonly ids: readonly string[]; readonly count: number }[];
}

/** Runs in the page. Changes of times are ignored, as they occur at any moment. */
function watchCards(): void {
  const seen: Watched['seen'] = [];
  Object.assign(globalThis, { seen });
  const cardsOf = ({ target, addedNodes }: MutationRecord): readonly Element[] => {
    const parent = target instanceof Element ? target : target.parentElement;
    if (parent?.closest('time')) return [];
    const outer = parent?.closest('article');
    if (outer !== null && outer !== undefined) return [outer];
    return [...addedNodes].flatMap((node) =>
      node instanceof Element
        ? [...(node.matches('article') ? [node] : []), ...node.querySelectorAll('article')]
        : [],
    );
  };
  new MutationObserver((records) => {
    const cards = new Set(records.flatMap(cardsOf));
    if (cards.size === 0) return;
    const ids = [...cards].map((card) => card.getAttribute('data-session') ?? '');
    seen.push({ ids, count: document.querySelectorAll('article').length });
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

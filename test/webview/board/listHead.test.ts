import assert from 'node:assert/strict';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession } from '../../support/sessionBuilder';

/** A session of which every cell is as full as it may get. */
const full: LiveSession = aSession({
  sessionId: 'full',
  title: 'A title that is by far too long for the width that a list has for it',
  projectPath: '/home/dev/shop',
  projectName: 'a-project-with-a-name-that-does-not-fit',
  gitBranch: 'feature/a-branch-with-a-name-that-does-not-fit',
  tasks: { completed: 11, total: 11 },
  changes: { files: 128, edits: 4096 },
  cost: { totalUsd: 123.45, estimated: true },
  subagents: Array.from({ length: 12 }, (_, at) => ({
    agentId: `agent-${at}`,
    agentType: 'Explore',
    state: 'running',
  })),
});
const blocked = { group: 'needs_you', state: 'error', label: 'Failed' } as const;
const sessions = [
  full,
  aSession({ sessionId: 'blocked', agentState: blocked }),
  aSession({ sessionId: 'bare' }),
];
const mutes = [{ scope: 'session', sessionId: 'full' }] as const;

interface Cell {
  readonly name: string;
  /** Edges of the cell, and of what is drawn of it. */
  readonly box: readonly [left: number, right: number];
  readonly ink: readonly [left: number, right: number];
}

/** The visible cells of the rows, those of the head first. */
const rowsOf = (host: FakeHost): Promise<readonly (readonly Cell[])[]> =>
  host.page.locator('.list-head, .card').evaluateAll((rows) =>
    rows.map((row) => {
      const places = ['title', 'doing', 'project', 'branch'];
      const facts = ['muted-fact', 'subagents-fact', 'tasks-fact', 'changes-fact'];
      return [...places, ...facts, 'context', 'cost', 'time'].flatMap((name) => {
        const cell = row.querySelector<HTMLElement>(`.${name}`);
        if (!cell || cell.getClientRects().length === 0) return [];
        const text = document.createRange();
        text.selectNodeContents(cell);
        // Beside these, a fact has words for a screen reader alone.
        const drawn = [...cell.querySelectorAll('.icon, .figure')];
        const inks = (drawn.length > 0 ? drawn : [text]).map((one) => one.getBoundingClientRect());
        const box = cell.getBoundingClientRect();
        // A text that is too long is cut at the edge of its cell.
        const end = Math.max(...inks.map(({ right }) => right));
        const right = places.includes(name) ? Math.min(end, box.right) : end;
        const left = Math.min(...inks.map((one) => one.left));
        return { name, box: [box.left, box.right], ink: [left, right] } as const;
      });
    }),
  );

describe('the list', () => {
  const open = pageSuite();

  for (const [width, grouping] of [
    [1030, 'state'],
    [900, 'state'],
    [1030, 'project'],
    [900, 'project'],
  ] as const)
    it(`has headed columns in which nothing overlaps, ${width} pixels wide, by ${grouping}`, async () => {
      const host = await open({ sessions, mutes, width, kept: { layout: 'list', grouping } });
      const [head, ...rows] = await rowsOf(host);
      assert.ok(head);
      assert.equal(rows.length, sessions.length);
      const headed = new Map(head.map((cell) => [cell.name, cell]));
      assert.ok(rows.some((cells) => cells.some(({ name }) => name === 'tasks-fact')));
      for (const cells of [head, ...rows]) {
        for (const [at, { name, box, ink }] of cells.entries()) {
          const next = cells[at + 1];
          const said = `${name} ${ink.join(' ')}, ${next?.name} ${next?.ink.join(' ')}`;
          assert.ok(next === undefined || ink[1] <= next.ink[0], said);
          if (name === 'muted-fact') continue; // It has no heading: the icon says it.
          const edge = ['context', 'cost', 'time'].includes(name) ? 1 : 0;
          assert.equal(Math.round(box[edge]), Math.round(headed.get(name)?.box[edge] ?? 0), name);
        }
      }
    });

  it('keeps its head above what scrolls, and has none in a side bar', async () => {
    const many = Array.from({ length: 60 }, (_, at) => aSession({ sessionId: `s${at}` }));
    const host = await open({ sessions: many, kept: { layout: 'list' } });
    const head = host.page.locator('.list-head');
    const top = async () => (await head.boundingBox())?.y;
    const before = await top();
    await host.page.locator('.groups').evaluate((list) => list.scrollTo(0, 600));
    assert.equal(await top(), before);
    const narrow = await open({ sessions: many, width: 320, place: 'side' });
    assert.equal(await narrow.page.locator('.list-head').isVisible(), false);
  });
});

describe('the grid', () => {
  const open = pageSuite();

  it('has cells of one height in a row', async () => {
    const queued = aSession({
      sessionId: 'queued',
      prompting: {
        way: 'terminal',
        prompts: [{ id: 'p', text: 'Next', whole: true, state: 'queued', at: full.stateSince }],
      },
    });
    const host = await open({ sessions: [queued, ...sessions.slice(2)], kept: { layout: 'grid' } });
    await host.page.getByRole('button', { name: '1 queued prompt' }).waitFor();
    const [one, other] = await host.page
      .locator('.card')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect()));
    assert.ok(one && other);
    assert.deepEqual([one.top, one.bottom], [other.top, other.bottom]);
  });
});

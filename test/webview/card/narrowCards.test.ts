import assert from 'node:assert/strict';
import type { Density, Layout } from '../../../src/shared/board/arrangement';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { collidingBoard } from '../../support/page/boards/collidingBoard';
import { deliveredBoard } from '../../support/page/boards/deliveredBoard';
import { machinesBoard } from '../../support/page/boards/machinesBoard';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession } from '../../support/sessionBuilder';

const open = pageSuite();

/** A session that asks to run a command. */
function asks(name: string, command: string): LiveSession {
  return aSession({
    sessionId: name,
    title: `Session ${name} with a title that no narrow card has the room for`,
    projectName: 'shop',
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    pendingRequest: aPendingRequest({
      requestId: `request-${name}`,
      toolInput: { command },
      call: { id: `call-${name}`, fate: 'open', answerable: true },
    }),
  });
}

const full = aSession({
  sessionId: 'full',
  title: 'A context that is nearly full',
  contextWindow: { usedPercent: 86 },
  cost: { totalUsd: 23.45 },
});

const asking = [
  asks('short', 'ls'),
  asks(
    'long',
    'npm run build -- --to a/folder/of/many/others --watch --report out/of/all/pages.html',
  ),
  asks('script', 'cd shop\nrm -rf build'),
];
/** Sessions that show both results and collisions. */
const both = deliveredBoard.map((session, at) => ({
  ...session,
  sessionId: `both-${at}`,
  projectName: 'a-project',
  collisions: collidingBoard[0]?.collisions,
}));

/** Requests whose cards show a project with a long name, some of them with results. */
const askingWithResults: readonly LiveSession[] = [
  { ...asks('far', 'ls'), projectName: 'a-project-with-a-name-that-no-narrow-card-has-room-for' },
  ...deliveredBoard.map((session, at) => ({ ...session, ...asks(`after-${at}`, 'ls') })),
];

/**
 * Sessions without those of disconnected machines, whose cards show the time of disconnection
 * instead of the cost.
 */
const onConnectedMachines = machinesBoard.filter(({ machine }) => machine?.away === undefined);

const allSessions = [
  ...asking,
  ...askingWithResults,
  full,
  ...both,
  ...deliveredBoard,
  ...collidingBoard,
  ...onConnectedMachines,
];

/** The layouts, each at a page width that gives its cards about their minimum width. */
const places: readonly (readonly [Layout, number])[] = [
  ['columns', 1250],
  ['columns', 1605],
  ['grid', 1250],
  ['grid', 258],
  ['list', 258],
];

/** Least width in pixels at which the chosen session is beside the cards. */
const narrowestBeside = 1080;

/** Parts of cards that are cut off at the edge of a card or line, or overlap another part. */
function faults(host: FakeHost): Promise<readonly string[]> {
  return host.page.locator('.fixed-card').evaluateAll((cards) => {
    const boxOf = (one: Element) => {
      const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
      const padding = Number.parseFloat(getComputedStyle(one).paddingInlineEnd);
      const isText = one.matches('.doing');
      return { left, right: isText ? right - padding : right, top, bottom, width, height };
    };
    const isVisible = (one: Element) =>
      boxOf(one).width > 1 && getComputedStyle(one).opacity !== '0';
    const overlaps = (one: ReturnType<typeof boxOf>, other: ReturnType<typeof boxOf>) =>
      one.left < other.right - 1 &&
      other.left < one.right - 1 &&
      one.top < other.bottom - 1 &&
      other.top < one.bottom - 1;
    return cards.flatMap((card) => {
      const all = (part: string) => [...card.querySelectorAll(part)].filter(isVisible);
      const name = card.getAttribute('data-session') ?? '';
      const line = card.querySelector('.quiet-line')?.getBoundingClientRect();
      const words = all(
        '.quiet-line .outcome-badge, .quiet-line .context, .quiet-line .cost, .quiet-line .time',
      );
      const cut = words.filter((one) => {
        const { left, right, top } = boxOf(one);
        // Badges on the second line are fully hidden.
        if (line === undefined || top > line.bottom - 2) return false;
        const badge = one.querySelector('.outcome-text');
        const isShort =
          badge !== null && isVisible(badge) && badge.scrollWidth > badge.clientWidth + 1;
        const list = one.closest('.badges')?.getBoundingClientRect() ?? line;
        return isShort || left < list.left - 1 || right > Math.min(line.right, list.right) + 1;
      });
      const buttons = all('.card-choice, .card-actions');
      const letters = all('.open, .doing, .outcome-badge, .cost, .time');
      const overlapping = buttons.filter((one) =>
        [...letters, ...buttons].some(
          (other) => other !== one && overlaps(boxOf(one), boxOf(other)),
        ),
      );
      const letter = all('.project-text, .machine > bdi').filter(
        ({ clientWidth: shown, scrollWidth: all }) => shown > 1 && shown < 28 && all > shown + 1,
      );
      const mixed = words.filter((one, at) =>
        words.slice(at + 1).some((other) => overlaps(boxOf(one), boxOf(other))),
      );
      const outside = buttons.filter((one) => boxOf(one).right > boxOf(card).right);
      return [...cut, ...overlapping, ...letter, ...mixed, ...outside].map(
        (one) => `${name}: ${one.className}`,
      );
    });
  });
}

describe('A card on the narrowest board of its layout', () => {
  for (const [layout, width] of places)
    for (const density of ['compact', 'comfortable'] as const satisfies readonly Density[])
      it(`has its buttons, and cuts no badge, cost or time: ${density} ${layout} at ${width} pixels`, async () => {
        const kept = { layout, density };
        const host = await open({ sessions: allSessions, kept, width, height: 900 });
        await host.page.locator('.fixed-card').first().waitFor();
        for (const { sessionId } of asking) {
          const card = host.page.locator(`.fixed-card[data-session="${sessionId}"]`);
          const names = await card
            .locator('.card-choice')
            .evaluateAll((all) => all.map((one) => one.getAttribute('data-action')));
          const isAnswered = sessionId === 'short' && names.length > 1;
          const others = width < narrowestBeside ? ['reviewOnCard'] : [];
          const those = isAnswered ? ['allowOnCard', 'denyOnCard'] : others;
          assert.deepEqual(names, those, sessionId);
          for (const one of await card.locator('.card-choice').all())
            assert.ok(await one.isVisible(), sessionId);
        }
        assert.deepEqual(await faults(host), []);
      });

  it('begins what is asked with the tool, and says that it needs permission to a reader alone', async () => {
    for (const [width, isNarrow] of [
      [1250, true],
      [600, false],
    ] as const) {
      const host = await open({ sessions: asking, width, height: 900 });
      const doing = host.page.locator('.fixed-card[data-session="long"] .doing');
      await doing.waitFor();
      const lead = await doing
        .locator('.doing-lead')
        .evaluate((one) => one.getBoundingClientRect().width);
      assert.equal(lead < 2, isNarrow, `${lead} of ${width} pixels`);
      assert.match((await doing.textContent()) ?? '', /^Needs permission: Bash npm/);
      const shown = await doing.ariaSnapshot();
      assert.match(shown, /Needs permission: Bash/);
    }
  });
});

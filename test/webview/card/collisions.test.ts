import assert from 'node:assert/strict';
import { violationsInThemes } from '../../support/page/axe';
import {
  asking,
  sessionWithoutCollision,
  collidingBoard,
  sessionWithLostWork,
  sharing,
} from '../../support/page/boards/collidingBoard';
import {
  aCollision,
  askedCollision,
  carriedCollision,
  collisions,
  lostCollision,
} from '../../support/board/collisionBuilder';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { aSession } from '../../support/sessionBuilder';
import { chooseInMenu } from '../../support/page/chooseInMenu';

const card = (host: FakeHost, { title }: { readonly title: string }) =>
  host.page.getByRole('article', { name: title });
const badge = (host: FakeHost, session: { readonly title: string }) =>
  card(host, session).locator('.badges [data-action="collision"]');
const whole = (host: FakeHost, { sessionId }: LiveSession) => host.whole(sessionId);
const line = (host: FakeHost, session: LiveSession) =>
  whole(host, session).locator('.collision-line');
const menuNames = (host: FakeHost) => host.page.getByRole('menuitem').allInnerTexts();
const sent = (host: FakeHost) =>
  host.received.filter(
    ({ type }) => !['ready', 'ping', 'shown', 'draft', 'arrange', 'revealed'].includes(type),
  );

async function choose(host: FakeHost, session: LiveSession, name: string) {
  await host.choose(session.sessionId);
  await whole(host, session).locator('[data-action^="collision"]:visible').first().click();
  await host.page.getByRole('menuitem', { name, exact: true }).click();
}

describe('sessions that meet in one work tree, on their cards', () => {
  const open = pageSuite();

  it('are counted quietly where nothing more is to be said, and nowhere without data', async () => {
    const host = await open({ sessions: [sessionWithoutCollision, aSession({ title: 'Alone' })] });
    const shared = card(host, sessionWithoutCollision).locator('.shared-fact');
    assert.equal(await shared.innerText(), '4 here');
    assert.equal(await shared.getAttribute('title'), '3 other sessions work in the same folder');
    const alone = card(host, { title: 'Alone' });
    assert.equal(await alone.locator('.shared-fact, .collisions, .badges').count(), 0);
  });

  it('have a badge for a file of both, which neither moves nor recolours the card', async () => {
    const { collisions: _, ...plain } = sharing;
    const host = await open({ sessions: [sharing, { ...plain, sessionId: 'x', title: 'Plain' }] });
    await badge(host, sharing).getByText('1 file shared', { exact: true }).waitFor();
    assert.equal(
      await badge(host, sharing).getAttribute('title'),
      `Also changed by “${asking.title}”: src/a.ts`,
    );
    const appearanceOf = (name: string) =>
      card(host, { title: name }).evaluate((one) => [
        one.getAttribute('data-tone'),
        one.closest('section')?.getAttribute('aria-label') ?? one.closest('.column')?.className,
      ]);
    assert.deepEqual(await appearanceOf(sharing.title), await appearanceOf('Plain'));
  });

  it('have a line for work that was taken, and its proof in Why', async () => {
    const host = await open({ sessions: [sessionWithLostWork] });
    await host.choose(sessionWithLostWork.sessionId);
    assert.equal(
      await line(host, sessionWithLostWork).innerText(),
      '“Rename the client” ran git reset --hard over uncommitted work: src/a.ts and 2 more',
    );
    await whole(host, sessionWithLostWork).getByRole('button', { name: 'More Actions' }).click();
    await chooseInMenu(host.page, 'Why This State?');
    const why = host.page.getByRole('list', { name: 'Why this state' }).getByRole('listitem');
    await eventually(async () =>
      assert.deepEqual((await why.allInnerTexts()).slice(-3), [
        '“Rename the client” ran git reset --hard over uncommitted work: src/a.ts and 2 more',
        'This session changed src/a.ts · 9:57:10 AM',
        '“Rename the client” ran git reset --hard · 9:58:20 AM',
      ]),
    );
  });

  it('are heard once when work was taken, not merely seen', async () => {
    const { collisions: _, ...before } = sessionWithLostWork;
    const host = await open({ sessions: [before, sharing] });
    const region = host.page.locator('output');
    await host.update([sessionWithLostWork]);
    await host.page.clock.runFor(700);
    assert.equal(await region.innerText(), `${sessionWithLostWork.projectName}: Work taken.`);
    await host.page.clock.runFor(7_000);
    await host.update([{ ...sessionWithLostWork, collisions: collisions(lostCollision()) }]);
    await host.page.clock.runFor(700);
    assert.equal(await region.innerText(), '');
    await host.update([{ ...before, collisions: collisions(carriedCollision()) }]);
    await host.page.clock.runFor(700);
    assert.equal(await region.innerText(), '');
    await host.update([before]);
    await host.page.clock.runFor(700);
    await host.update([{ ...before, collisions: collisions(carriedCollision()) }]);
    await host.page.clock.runFor(700);
    assert.equal(await region.innerText(), `${sessionWithLostWork.projectName}: Branch switched.`);
  });

  it('say on the request that its file was changed, and Allow waits until that was in sight', async () => {
    const { collisions: _, ...alone } = asking;
    const host = await open({ sessions: [alone] });
    await host.choose(asking.sessionId);
    await host.page.clock.fastForward(2_000);
    const allow = whole(host, asking).locator('[data-action="allow"]');
    await eventually(async () => assert.equal(await allow.getAttribute('aria-disabled'), null));
    await host.page.setViewportSize({ width: 1000, height: 60 });
    await host.update([asking]);
    await line(host, asking).waitFor({ state: 'attached' });
    await eventually(async () => assert.equal(await allow.getAttribute('aria-disabled'), 'true'));
    await host.page.setViewportSize({ width: 1000, height: 900 });
    await eventually(async () => assert.equal(await allow.getAttribute('aria-disabled'), null));
    assert.equal(
      await line(host, asking).innerText(),
      '“Rename the client” changed src/a.ts since this session last did',
    );
  });

  it('keep their badge where the request has no room', async () => {
    const host = await open({ sessions: [asking], kept: { layout: 'list' } });
    assert.equal(await badge(host, asking).innerText(), 'Changed since');
    const host2 = await open({ sessions: [asking], kept: { density: 'compact' } });
    assert.equal(await badge(host2, asking).innerText(), 'Changed since');
  });

  it('offer what can be done, and none of it where it would do nothing', async () => {
    const host = await open({ sessions: [asking, sharing, sessionWithLostWork] });
    await host.choose(asking.sessionId);
    await whole(host, asking).locator('.collision-deeds').click();
    assert.deepEqual(await menuNames(host), [
      'See Both Changes',
      'Prompt This Agent…',
      'Prompt the Other Agent…',
      'Deny with Message…',
      'Don’t Show Again for These Two',
    ]);
    await host.page.keyboard.press('Escape');
    const focused = await host.page.evaluate(() => document.activeElement?.classList[0]);
    assert.equal(focused, 'collision-deeds');
    await host.page.getByRole('button', { name: 'Back to the Board' }).click();
    await badge(host, sharing).click();
    const atWork = await menuNames(host);
    assert.ok(atWork.includes('New Session in a Worktree…') && atWork.includes('Interrupt'));
    assert.ok(!atWork.includes('Deny with Message…'));
    await host.page.keyboard.press('Escape');
    await host.update([], [sharing.sessionId]);
    await host.choose(sessionWithLostWork.sessionId);
    await whole(host, sessionWithLostWork).locator('.collision-deeds').click();
    assert.deepEqual(await menuNames(host), [
      'See Both Changes',
      'Prompt This Agent…',
      'Don’t Show This Again',
    ]);
  });

  it('leave prompting and denying out where this window has no control', async () => {
    const control = { status: 'untrusted', disabledProjects: [] } as const;
    const host = await open({ sessions: [asking, sharing], control });
    await badge(host, asking).click();
    assert.deepEqual(await menuNames(host), ['See Both Changes', 'Don’t Show Again for These Two']);
  });

  it('show both changes, and are dismissed, by the window', async () => {
    const host = await open({ sessions: [asking, sharing] });
    const { sessionId } = sharing;
    const collision = sharing.collisions?.found[0]?.id ?? '';
    await choose(host, sharing, 'See Both Changes');
    await choose(host, sharing, 'Don’t Show Again for These Two');
    await eventually(() =>
      assert.deepEqual(sent(host), [
        { type: 'seeCollision', sessionId, collision },
        { type: 'act', name: 'dismissCollision', request: { sessionId, collision } },
      ]),
    );
  });

  it('begin a prompt to either, which nobody has sent', async () => {
    const host = await open({ sessions: [asking, sharing, sessionWithLostWork] });
    await choose(host, sharing, 'Prompt This Agent…');
    const text =
      'Another session in this folder also changed src/a.ts. Read it again before you change it.';
    const box = (of: LiveSession) => whole(host, of).locator('textarea[data-action="prompt"]');
    await eventually(async () => assert.equal(await box(sharing).inputValue(), text));
    assert.equal(await host.page.evaluate(() => document.activeElement?.tagName), 'TEXTAREA');
    // Choosing it again adds nothing a second time, and keeps the typed text.
    await box(sharing).fill(`First this.\n\n${text}`);
    await choose(host, sharing, 'Prompt This Agent…');
    assert.equal(await box(sharing).inputValue(), `First this.\n\n${text}`);
    await choose(host, sessionWithLostWork, 'Prompt the Other Agent…');
    await eventually(async () =>
      assert.match(await box(sharing).inputValue(), /^First this\.[^]*Change nothing yet\.$/u),
    );
    assert.deepEqual(sent(host), []);
  });

  it('begin a denial with a message, which is sent by its own button alone', async () => {
    const host = await open({ sessions: [asking, sharing] });
    await choose(host, asking, 'Deny with Message…');
    const words = whole(host, asking).locator('.answer-words');
    await eventually(async () =>
      assert.equal(
        await words.inputValue(),
        'Another session changed src/a.ts in the meantime. Read it again before you change it.',
      ),
    );
    assert.deepEqual(sent(host), []);
    await host.page.clock.fastForward(2_000);
    await whole(host, asking).locator('[data-action="sendMessage"]').click();
    await eventually(() => assert.equal(sent(host).at(-1)?.type, 'decide'));
  });

  it('are reached from the menu of the card where they are drawn, the gravest first', async () => {
    const many = collisions(lostCollision({ id: 'lost' }), askedCollision(), aCollision());
    const host = await open({ sessions: [{ ...asking, collisions: many }, sharing] });
    const focused = () =>
      host.page.evaluate(() => document.activeElement?.getAttribute('data-action'));
    const press = async (of: LiveSession) => {
      await host.choose(of.sessionId);
      await host.page.keyboard.press('Shift+F10');
      await chooseInMenu(host.page, 'Collision with Another Session…');
      await host.page.getByRole('menu', { name: 'Collision' }).waitFor();
    };
    await press(asking);
    assert.ok((await menuNames(host)).includes('Don’t Show This Again'));
    await host.page.keyboard.press('Escape');
    assert.equal(await focused(), 'collision/lost');
    await host.update([asking]);
    await press(asking);
    assert.ok((await menuNames(host)).includes('Deny with Message…'));
    await host.page.keyboard.press('Escape');
    assert.equal(await focused(), `collision/${askedCollision().id}`);
    await press(sharing);
    await host.page.keyboard.press('Escape');
    assert.equal(await focused(), 'collision');
  });

  it('each have a part of the menu where there are several', async () => {
    const second = aCollision({ id: 'more', title: 'Third', files: ['b.ts'], fileCount: 1 });
    const session = {
      ...sharing,
      collisions: collisions(askedCollision({ side: 'changed' }), second),
    };
    const host = await open({ sessions: [session] });
    assert.equal(await badge(host, session).innerText(), 'Another asks to edit');
    await badge(host, session).click();
    assert.deepEqual(await host.page.locator('.menu-part').allInnerTexts(), [
      '“Rename the client” asks to change src/a.ts, changed here as well',
      'Also changed by “Third”: b.ts',
    ]);
  });

  it('hide nothing of hostile names and let none leave their line', async () => {
    const found = lostCollision({
      title: 'ok\u202Egnp.exe\u0007',
      files: [`src/${'very-long-name/'.repeat(20)}a.ts`],
    });
    const session = { ...sessionWithLostWork, collisions: collisions(found) };
    const host = await open({ sessions: [session], width: 320, place: 'side' });
    await host.choose(session.sessionId);
    const text = await line(host, session).innerText();
    assert.match(text, /^“ok⟨U\+202E⟩gnp\.exe⟨U\+0007⟩” ran git reset --hard/u);
    const widths = await line(host, session).evaluate((one) => [one.scrollWidth, one.clientWidth]);
    assert.ok((widths[0] ?? 0) <= (widths[1] ?? 0) + 1, widths.join());
  });

  it('leave the title its room beside the words on a request', async () => {
    const kept = { layout: 'columns', density: 'compact' } as const;
    const host = await open({ sessions: [asking], width: 300, place: 'side', kept });
    assert.equal(await badge(host, asking).innerText(), 'Changed since');
    const title = await card(host, asking).locator('.title').boundingBox();
    assert.ok(title !== null && title.width > 100, JSON.stringify(title));
  });

  it('keep the options of a command in one piece', async () => {
    for (const width of [280, 300, 320, 340]) {
      const host = await open({ sessions: [sessionWithLostWork], width, place: 'side' });
      await host.choose(sessionWithLostWork.sessionId);
      const lines = await line(host, sessionWithLostWork)
        .getByText('--hard')
        .evaluate((one) => one.getClientRects().length);
      assert.equal(lines, 1, `${width} pixels`);
    }
  });

  for (const [name, options] of Object.entries<FakeHostOptions>({
    'a narrow side bar': { width: 320, place: 'side', kept: { layout: 'columns' } },
    'a compact side bar': {
      width: 320,
      place: 'side',
      kept: { layout: 'columns', density: 'compact' },
    },
    'the list': { kept: { layout: 'list' } },
    'the grid': { width: 700, kept: { layout: 'grid' } },
  })) {
    it(`stay within their cards in ${name}`, async () => {
      const host = await open({ sessions: collidingBoard, ...options });
      const parts = '.card :is(.outcome-badge, .collisions > li, .shared-fact)';
      await host.page.locator('.card').first().waitFor();
      const outside = await host.page.locator(parts).evaluateAll((all) =>
        all.flatMap((part) => {
          if (!part.checkVisibility()) return [];
          const box = part.getBoundingClientRect();
          const around = part.closest('.card')?.getBoundingClientRect();
          const isIn = around && box.left >= around.left - 1 && box.right <= around.right + 1;
          return isIn ? [] : [part.textContent];
        }),
      );
      assert.deepEqual(outside, []);
    });
  }

  for (const [name, options] of Object.entries<FakeHostOptions>({
    columns: {},
    'a compact side bar': { width: 320, place: 'side', kept: { density: 'compact' } },
    'the list': { kept: { layout: 'list' } },
  })) {
    it(`pass the accessibility audit in ${name}, in any theme`, async () => {
      const host = await open({ sessions: collidingBoard, ...options });
      await host.page.locator('.card').first().waitFor();
      await host.page.clock.resume(); // The audit uses timers.
      assert.deepEqual(await violationsInThemes(host.page), []);
    });
  }
});

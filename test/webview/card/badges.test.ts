import assert from 'node:assert/strict';
import { violationsInThemes } from '../../support/page/axe';
import { believableDay } from '../../support/page/boards/believableDay';
import { aBadge, deliveredBoard, saying, withPull } from '../../support/page/boards/deliveredBoard';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession } from '../../support/sessionBuilder';
import { chooseInMenu, itemInMenu } from '../../support/page/chooseInMenu';

const href = 'https://github.com/dev/api-server/pull/41';
const card = (host: FakeHost, name = withPull.title) => host.page.getByRole('article', { name });
const badges = (host: FakeHost, name?: string) =>
  card(host, name).getByRole('list', { name: 'Outcome' }).getByRole('listitem');
const opened = (host: FakeHost) =>
  host.received.filter(({ type }) => type === 'openLink' || type === 'openTranscript');

describe('What a session delivered, on its card', () => {
  const open = pageSuite();
  const pinned = { ...withPull, pinned: true };

  it('stands where its state stands, which stays in the tooltip and for a screen reader', async () => {
    const host = await open({ sessions: [pinned] });
    const label = card(host).locator('.doing-label');
    assert.equal(await label.textContent(), 'Opened PR #41. Waiting for your next prompt');
    assert.equal(await label.getAttribute('title'), 'Opened PR #41\nWaiting for your next prompt');
    const icon = card(host).locator('.card-icon');
    assert.equal(await icon.getAttribute('title'), 'Waiting for your next prompt');
    assert.equal(await icon.locator('.lucide-git-pull-request').count(), 1);
    assert.equal(await card(host).getAttribute('data-tone'), 'blue');
    const title = card(host).getByRole('button', { name: pinned.title });
    const described = (await title.getAttribute('aria-describedby')) ?? '';
    assert.equal(
      await host.page.locator(`[id="${described}"]`).textContent(),
      'Opened PR #41. Waiting for your next prompt',
    );
  });

  it("leaves a request its own words and the state's colour, beside its badges", async () => {
    const host = await open({ sessions: deliveredBoard });
    const asking = card(host, 'Round invoices half even');
    assert.equal(await asking.locator('.doing-label').textContent(), 'Needs permission: Bash');
    assert.equal(await asking.locator('.card-icon .lucide-shield').count(), 1);
    assert.deepEqual(await badges(host, 'Round invoices half even').allInnerTexts(), ['3 fail']);
  });

  it('is a row of quiet words, of which only what went wrong has a colour', async () => {
    const host = await open({ sessions: deliveredBoard });
    assert.deepEqual(await badges(host).allInnerTexts(), [
      'PR #41',
      '212 pass',
      '↑2',
      '3 uncommitted',
    ]);
    const color = (text: string) =>
      host.page
        .locator('.outcome-badge')
        .filter({ hasText: text })
        .first()
        .evaluate((badge) => getComputedStyle(badge).color);
    assert.equal(await color('212 pass'), await color('Draft 3'));
    assert.notEqual(await color('212 pass'), await color('3 fail'));
  });

  it('opens an address by a click alone, by way of the window', async () => {
    const host = await open({ sessions: [pinned] });
    const link = card(host).getByRole('link', { name: 'PR #41' });
    assert.equal(await link.getAttribute('title'), `PR #41\n${href}`);
    assert.equal(await card(host).locator('[href]').count(), 0);
    assert.deepEqual(opened(host), []);
    await link.click();
    await eventually(() =>
      assert.deepEqual(opened(host), [{ type: 'openLink', sessionId: pinned.sessionId, href }]),
    );
  });

  it('is no link where the address is none that may be opened', async () => {
    const session = aSession({
      display: {
        layer: 'rules',
        badges: [
          aBadge('script', { href: 'javascript:alert(1)' }),
          aBadge('plain', { href: 'http://github.com/' }),
          aBadge('named', { href: 'https://github.com@evil.example/' }),
          aBadge('command', { href: 'command:workbench.action.quit' }),
        ],
      },
    });
    const host = await open({ sessions: [session] });
    assert.equal(await badges(host, session.title).count(), 4);
    assert.equal(await host.page.getByRole('link').count(), 0);
    await badges(host, session.title).first().click();
    // A click on a badge without a link counts as one on the card.
    await host.whole(session.sessionId).waitFor();
    assert.deepEqual(opened(host), []);
  });

  it('is reached by Tab on the card that Tab stops at, and on no other', async () => {
    const other = { ...pinned, sessionId: 'other', title: 'Another' };
    const host = await open({ sessions: [pinned, other] });
    const stops = await host.page
      .getByRole('link', { name: 'PR #41' })
      .evaluateAll((links) => links.map((link) => (link as HTMLElement).tabIndex));
    assert.deepEqual([Math.min(...stops), Math.max(...stops), stops.length], [-1, 0, 2]);
    const first = host.page.locator('.open[tabindex="0"]');
    await first.focus();
    await host.page.keyboard.press('Tab');
    const focused = host.page.locator(':focus');
    assert.equal(await focused.getAttribute('data-action'), 'badge0');
    await host.page.keyboard.press('Enter');
    await eventually(() => assert.equal(opened(host).at(-1)?.type, 'openLink'));
    // The board redraws the card, and the focus stays on the badge.
    const id = await host.page.evaluate(
      () => document.activeElement?.closest<HTMLElement>('[data-session]')?.dataset['session'],
    );
    const again = id === 'other' ? other : pinned;
    await host.update([{ ...again, lastPrompt: 'More' }]);
    await eventually(async () =>
      assert.equal(await host.page.locator(':focus').getAttribute('data-action'), 'badge0'),
    );
  });

  it('offers the pull request in the menu where there is one', async () => {
    const host = await open({ sessions: [pinned, aSession({ title: 'Bare' })] });
    await card(host, 'Bare').hover();
    await card(host, 'Bare').getByRole('button', { name: 'More Actions' }).click();
    await host.page.getByRole('menu').waitFor();
    assert.equal(await (await itemInMenu(host.page, 'Open Pull Request')).count(), 0);
    for (const _level of [2, 1]) await host.page.keyboard.press('Escape');
    await card(host).hover();
    await card(host).getByRole('button', { name: 'More Actions' }).click();
    await chooseInMenu(host.page, 'Open Pull Request');
    await eventually(() =>
      assert.deepEqual(
        host.received.filter(({ type }) => type === 'sessionCommand'),
        [{ type: 'sessionCommand', command: 'openPullRequest', sessionId: pinned.sessionId }],
      ),
    );
  });

  it('says the branch once, with worktree, distance and what is not committed in its tooltip', async () => {
    const badge = aBadge('feature/idempotency-keys', { icon: 'branch' });
    const display = { layer: 'sdlc', badges: [badge, aBadge('↑2')] };
    const host = await open({ sessions: [{ ...pinned, display }] });
    assert.deepEqual(await badges(host).allInnerTexts(), ['↑2']);
    assert.equal(
      await card(host).locator('.branch').getAttribute('title'),
      [
        'Branch feature/idempotency-keys',
        'Worktree orders',
        '↑2 ↓1 compared with origin/feature/idempotency-keys',
        '3 files not committed',
      ].join('\n'),
    );
  });

  it('names the worktree beside the branch where no badge does', async () => {
    const repository = { branch: 'worktree-tidy-up', worktree: 'tidy-up' };
    const display = { layer: 'sdlc', badges: [aBadge('tidy-up', { icon: 'branch' })] };
    const bare = aSession({ sessionId: 's1', title: 'Bare', repository });
    const other = { ...bare, repository: { ...repository, branch: 'fix' } };
    const host = await open({
      sessions: [
        bare,
        { ...other, sessionId: 's2', title: 'Other branch' },
        { ...bare, sessionId: 's3', title: 'Badge', display },
      ],
    });
    const places: [string, string, number][] = [
      ['Bare', 'Worktree tidy-up', 1],
      ['Other branch', 'Worktree tidy-up · fix', 1],
      ['Badge', 'worktree-tidy-up', 0],
    ];
    for (const [title, text, icons] of places) {
      const place = card(host, title).locator('.branch');
      const shown = (await place.textContent())?.replace('Worktree', 'Worktree ');
      assert.equal(shown, text);
      assert.equal(await place.locator('.lucide-folder-git').count(), icons);
      assert.match((await place.getAttribute('title')) ?? '', /Worktree tidy-up/);
    }
  });

  it('hides nothing of a hostile text and lets none leave its place', async () => {
    const text = 'ok\u202Egnp.exe\u0007';
    const session = aSession({
      agentState: { group: 'needs_you', state: 'error', label: 'API error' },
      display: { layer: 'rules', label: saying(text), badges: [aBadge(text)] },
    });
    const host = await open({ sessions: [session] });
    const [badge = ''] = await badges(host, session.title).allInnerTexts();
    assert.equal(badge, 'ok⟨U+202E⟩gnp.exe…');
    assert.equal(await card(host, session.title).locator('.doing-label').innerText(), 'API error');
  });

  it('keeps right-to-left words from turning their neighbours', async () => {
    const session = {
      ...pinned,
      display: { layer: 'rules', badges: [aBadge('פורסם'), aBadge('212 pass')] },
    };
    const host = await open({ sessions: [session] });
    const places = await badges(host).evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().left),
    );
    assert.ok((places[0] ?? 0) < (places[1] ?? 0), places.join());
    assert.equal(await badges(host).first().locator('bdi').count(), 1);
  });

  for (const [name, options] of Object.entries<FakeHostOptions>({
    'a narrow side bar': { width: 320, place: 'side', kept: { layout: 'columns' } },
    'a compact board': { kept: { density: 'compact' } },
    'a compact side bar': {
      width: 320,
      place: 'side',
      kept: { layout: 'columns', density: 'compact' },
    },
    'the list': { kept: { layout: 'list' } },
    'the grid': { width: 700, kept: { layout: 'grid' } },
  })) {
    it(`stays within its card, and red tests keep their words, in ${name}`, async () => {
      const host = await open({ sessions: deliveredBoard, ...options });
      const outside = await host.page.locator('.card .outcome-badge').evaluateAll((all) =>
        all.flatMap((badge) => {
          if (!badge.checkVisibility()) return []; // Hidden because there is no room.
          const box = badge.getBoundingClientRect();
          const around = badge.closest('.card')?.getBoundingClientRect();
          const isIn = around && box.left >= around.left - 1 && box.right <= around.right + 1;
          return isIn ? [] : [badge.textContent];
        }),
      );
      assert.deepEqual(outside, []);
      const red = host.page.locator('.badges > [data-tone="red"] .outcome-text');
      for (const width of await red.evaluateAll((all) => all.map((one) => one.clientWidth))) {
        assert.ok(width > 25, String(width));
      }
      const words = badges(host).locator('.outcome-text');
      // A badge that is reduced to an icon keeps its name.
      assert.ok(((await words.first().textContent()) ?? '') === 'PR #41');
    });
  }

  it('folds to an icon where a letter of each word would be left', async () => {
    const host = await open({ sessions: deliveredBoard, width: 300, kept: { layout: 'list' } });
    const words = host.page.locator('.fixed-card .badges > [data-icon="true"] .outcome-text');
    const widths = await words.evaluateAll((all) => all.map((one) => one.clientWidth));
    assert.ok(widths.length > 3, `${widths.length}`);
    // Red badges keep their text.
    for (const width of widths) assert.ok(width <= 1 || width > 25, widths.join());
  });

  it('is an icon or left out, and no letter of it is shown, on a small card of the grid', async () => {
    for (const language of ['en', 'de']) {
      const host = await open({
        sessions: deliveredBoard,
        language,
        width: 770,
        kept: { layout: 'grid' },
      });
      await host.page.locator('.fixed-card .badges').first().waitFor();
      const cards = await host.page
        .locator('.fixed-card')
        .evaluateAll((all) => all.map((one) => one.clientWidth));
      assert.ok(Math.max(...cards) < 250, cards.join());
      const shown = await host.page.locator('.fixed-card .outcome-badge').evaluateAll((all) =>
        all.flatMap((badge) => {
          const line = badge.closest('.badges')?.getBoundingClientRect();
          const box = badge.getBoundingClientRect();
          const words = badge.querySelector('.outcome-text');
          if (words === null || line === undefined || box.top >= line.bottom - 1) return [];
          const width = words.clientWidth;
          const isWhole = width >= words.scrollWidth;
          return [{ width, isWhole, isIn: box.right <= line.right + 1, text: badge.textContent }];
        }),
      );
      assert.ok(shown.length > 3, `${shown.length}`);
      const hidden = await host.page.locator('.fixed-card .quiet-line > .time').evaluateAll((all) =>
        all.flatMap((time) => {
          const end = time.closest('.quiet-line')?.getBoundingClientRect().right ?? 0;
          return time.getBoundingClientRect().right <= end + 1 ? [] : [time.textContent];
        }),
      );
      assert.deepEqual(hidden, []);
      for (const { width, isWhole, isIn, text } of shown)
        assert.ok(isIn && (width <= 1 || isWhole || width > 25), `${text}: ${width}, ${isIn}`);
    }
  });

  for (const [name, options] of Object.entries<FakeHostOptions>({
    columns: {},
    'a compact board': { kept: { density: 'compact' } },
    'the list': { kept: { layout: 'list' } },
    'the grid': { kept: { layout: 'grid' } },
    'the day': { kept: { layout: 'day' } },
  })) {
    it(`passes the accessibility audit in ${name}, in any theme`, async () => {
      const [lane] = believableDay.lanes;
      const lanes = lane ? [{ ...lane, sessionId: withPull.sessionId }] : [];
      const days = [{ ...believableDay, lanes }];
      const host = await open({ sessions: deliveredBoard, ...options, answers: { days } });
      await host.page.locator('.outcome-badge').first().waitFor();
      await host.page.clock.resume(); // The audit uses timers.
      assert.deepEqual(await violationsInThemes(host.page), []);
    });
  }

  it('tells its tones by words and shapes where the person forces colours', async () => {
    const host = await open({
      sessions: deliveredBoard,
      device: { forcedColors: 'active' },
    });
    const weight = (text: string) =>
      host.page
        .locator('.outcome-badge')
        .filter({ hasText: text })
        .first()
        .evaluate((badge) => getComputedStyle(badge).fontWeight);
    assert.equal(await weight('3 fail'), '600');
    assert.equal(await weight('48 pass'), '400');
  });

  it('is shown on the lane of a session that is on the board', async () => {
    const [lane, other] = believableDay.lanes;
    assert.ok(lane && other);
    const lanes = [
      { ...lane, sessionId: withPull.sessionId },
      { ...other, sessionId: 'gone' },
    ];
    const host = await open({
      sessions: [withPull],
      kept: { layout: 'day' },
      answers: { days: [{ ...believableDay, lanes }] },
    });
    const rows = host.page.getByRole('list', { name: 'Sessions' }).locator('.lane');
    await rows.first().getByText('Opened PR #41').waitFor();
    assert.equal(await rows.nth(1).locator('.lane-outcome').count(), 0);
    await rows.first().getByRole('link', { name: 'PR #41' }).click();
    await eventually(() =>
      assert.deepEqual(opened(host), [{ type: 'openLink', sessionId: withPull.sessionId, href }]),
    );
  });

  it('is found by the filter, which completes its tokens', async () => {
    const host = await open({ sessions: deliveredBoard });
    const field = host.page.getByRole('combobox', { name: 'Filter sessions' });
    await field.fill('tests:f');
    await host.page.getByRole('option', { name: 'failing 2' }).waitFor();
    await field.fill('pr:38 ');
    await eventually(async () =>
      assert.deepEqual(await host.page.locator('.card .open').allInnerTexts(), [
        'Return 409 on a double submit',
      ]),
    );
  });
});

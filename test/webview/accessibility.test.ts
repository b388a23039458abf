import assert from 'node:assert/strict';
import { answerableBoard } from '../support/page/answerableBoard';
import { violations as violationsOf } from '../support/page/axe';
import { believableBoard } from '../support/page/believableBoard';
import { believableDay } from '../support/page/believableDay';
import type { FakeHost, FakeHostOptions } from '../support/page/fakeHost';
import { pageSuite } from '../support/page/pageSuite';
import { contrastOf, middleOf } from '../support/page/pixels';
import { pageThemes, themeNames } from '../support/page/themes';
import { someDetails } from '../support/sessionBuilder';

async function violations(host: FakeHost): Promise<readonly string[]> {
  await host.page.clock.resume(); // The audit waits for itself.
  return violationsOf(host.page);
}

const sessions = believableBoard;
const views: Readonly<Record<string, FakeHostOptions>> = {
  'the full board': { sessions, hooks: 'missing' },
  'the board behind tabs': { sessions, width: 600 },
  'the requests that wait': { sessions: answerableBoard },
  'the requests that wait in a side bar': {
    sessions: answerableBoard,
    width: 300,
    place: 'side',
    kept: { layout: 'columns' },
  },
  'the board with folded columns': { sessions, kept: { folded: ['needs_you', 'delivered'] } },
  'the list': { sessions, kept: { layout: 'list' } },
  'the grid': { sessions, kept: { layout: 'grid' } },
  'the list by project': { sessions, kept: { layout: 'list', grouping: 'project' } },
  'the columns by project': { sessions, kept: { grouping: 'project' } },
  'the day': { sessions, kept: { layout: 'day' }, answers: { days: [believableDay] } },
  'the day in a side bar': {
    sessions,
    width: 300,
    place: 'side',
    kept: { layout: 'day' },
    answers: { days: [believableDay] },
  },
  'the list in a side bar': { sessions, width: 300, height: 700, place: 'side' },
  'the grid on a phone': { sessions, width: 390, height: 800, kept: { layout: 'grid' } },
  'the stale board': { sessions, connection: 'offline' },
  'the first run': { hooks: 'missing' },
  'the loading board': { connection: 'connecting' },
  'the board that is switched off': { connection: 'off' },
};

describe('the accessibility audit', function () {
  this.timeout(60_000);
  const open = pageSuite();

  for (const theme of themeNames) {
    for (const [name, options] of Object.entries(views)) {
      it(`finds nothing in ${name}, theme ${theme}`, async () => {
        const host = await open({ ...options, theme });
        await host.page.clock.runFor(1000);
        assert.deepEqual(await violations(host), []);
      });
    }
  }

  for (const theme of themeNames) {
    it(`finds nothing once everything that opens is open, theme ${theme}`, async () => {
      const told = Object.fromEntries(sessions.map((one) => [one.sessionId, someDetails()]));
      const host = await open({ sessions, theme, answers: { details: told } });
      await host.page.getByRole('button', { name: '1 dismissed' }).click();
      for (const button of await host.page.getByRole('button', { name: 'Details' }).all()) {
        await button.click();
      }
      await host.page.getByRole('button', { name: '1 completed, 1 failed' }).click();
      await host.page.getByRole('button', { name: 'Restore' }).waitFor();
      assert.deepEqual(await violations(host), []);
    });

    it(`finds nothing in what answers a request, theme ${theme}`, async () => {
      const host = await open({ sessions: answerableBoard, theme });
      const press = (name: string) =>
        host.page.getByRole('button', { name, exact: true }).first().click();
      await press('Allow Always…');
      await press('Deny with Message…');
      await press('Reply with a Message…');
      await press('Request Changes…');
      await host.page.getByLabel('Blue').check();
      assert.deepEqual(await violations(host), []);
      await press('Review');
      await host.page.getByRole('list', { name: 'Your answers' }).waitFor();
      assert.deepEqual(await violations(host), []);
    });

    for (const width of [1280, 300]) {
      it(`finds nothing while the host is silent, ${width} pixels wide, theme ${theme}`, async () => {
        const host = await open({ sessions: answerableBoard, theme, width });
        await host.page.getByRole('button', { name: 'Allow', exact: true }).first().waitFor();
        await host.page.evaluate(() => void Object.assign(globalThis, { hostIsSilent: true }));
        await host.page.clock.runFor(10_000);
        await host.page.getByText('Not connected…').waitFor();
        assert.deepEqual(await violations(host), []);
      });
    }

    it(`finds nothing in the prompts in line and the box for the next, theme ${theme}`, async () => {
      const host = await open({ sessions, theme });
      await host.page
        .getByRole('article')
        .filter({ hasText: 'Open a pull request.' })
        .getByRole('button')
        .first()
        .focus();
      await host.page.keyboard.press('i');
      await host.page.getByRole('textbox', { name: 'Next prompt' }).fill('And then the next.');
      await host.page.getByRole('button', { name: 'Edit Prompt' }).first().click();
      assert.deepEqual(await violations(host), []);
    });

    it(`finds nothing in the menu and in the help, theme ${theme}`, async () => {
      const host = await open({ sessions, theme });
      await host.page.keyboard.press('n');
      await host.page.keyboard.press('m');
      await host.page.getByRole('menu').waitFor();
      assert.deepEqual(await violations(host), []);
      await host.page.keyboard.press('Escape');
      await host.page.keyboard.press('?');
      await host.page.getByRole('dialog').waitFor();
      assert.deepEqual(await violations(host), []);
    });

    it(`finds nothing in a filter and what it offers, theme ${theme}`, async () => {
      const host = await open({ sessions, theme });
      await host.page.keyboard.press('/');
      await host.page.keyboard.type('project:api group:done x');
      assert.deepEqual(await violations(host), []);
      await host.page.getByRole('button', { name: 'Filter by' }).click();
      await host.page.getByRole('menu').waitFor();
      assert.deepEqual(await violations(host), []);
    });
  }

  it('finds what is wrong when something is', async () => {
    const host = await open({ sessions });
    await host.page.evaluate(() => {
      for (const button of document.querySelectorAll('.icon-button')) button.ariaLabel = '';
      for (const button of document.querySelectorAll('.icon-button'))
        button.removeAttribute('title');
    });
    assert.match((await violations(host)).join('\n'), /button-name/);
  });
});

describe('the focus ring', () => {
  const open = pageSuite();

  for (const theme of themeNames) {
    it(`is drawn around the card in the theme's colour, theme ${theme}`, async () => {
      const host = await open({ sessions, theme });
      await host.page.getByRole('button', { name: 'Column Needs You' }).focus();
      await host.page.keyboard.press('Tab');
      const [ring, focusBorder] = await host.page.evaluate(() => {
        const { outlineColor, outlineStyle } = getComputedStyle(
          document.activeElement ?? document.body,
          '::after',
        );
        const probe = document.createElement('i');
        probe.style.color = 'var(--vscode-focusBorder)';
        document.body.append(probe);
        return [`${outlineStyle} ${outlineColor}`, `solid ${getComputedStyle(probe).color}`];
      });
      assert.equal(ring, focusBorder);
    });
  }
});

describe('radio buttons and checkboxes', () => {
  const open = pageSuite();

  for (const theme of themeNames) {
    it(`are hollow until a mark says that they are checked, theme ${theme}`, async () => {
      const { page } = await open({ sessions: answerableBoard, theme, width: 600 });
      const ground = pageThemes[theme].variables['editor-background'] ?? '';
      const hollow = [1, 3, 5].map((from) => Number.parseInt(ground.slice(from, from + 2), 16));
      for (const role of ['radio', 'checkbox'] as const) {
        const [, choice] = await page.getByRole(role).all();
        assert.ok(choice);
        const before = await middleOf(choice);
        assert.deepEqual(before, hollow);
        await choice.check();
        assert.ok(contrastOf(before, await middleOf(choice)) >= 3, role);
        await page.getByRole('button', { name: 'Next', exact: true }).first().click();
      }
    });
  }
});

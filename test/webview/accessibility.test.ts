import assert from 'node:assert/strict';
import { answerableBoard } from '../support/page/boards/answerableBoard';
import { violationsInThemes } from '../support/page/axe';
import { believableBoard } from '../support/page/boards/believableBoard';
import { believableDay } from '../support/page/boards/believableDay';
import type { FakeHost, FakeHostOptions } from '../support/page/fakeHost';
import { machineCards, machinesBoard } from '../support/page/boards/machinesBoard';
import { pageSuite } from '../support/page/pageSuite';
import { contrastOf, middleOf } from '../support/page/pixels';
import { pageThemes, themeNames } from '../support/page/themes';
import { someDetails } from '../support/sessionBuilder';

const asksQuestions =
  answerableBoard.find(({ pendingRequest }) => pendingRequest?.toolName === 'AskUserQuestion') ??
  assert.fail('Nobody asks a question.');

async function violations(host: FakeHost): Promise<readonly string[]> {
  await host.page.clock.resume(); // The audit uses timers.
  return violationsInThemes(host.page);
}

const sessions = believableBoard;
/** All requests as short commands or reads of a file. */
const smallRequests = answerableBoard.map((session) => {
  const { pendingRequest } = session;
  if (pendingRequest === undefined) return session;
  const isCommand = pendingRequest.toolName === 'Bash';
  const toolName = isCommand ? 'Bash' : 'Read';
  const toolInput = isCommand ? { command: 'npm test' } : { file_path: 'README.md' };
  return { ...session, pendingRequest: { ...pendingRequest, toolName, toolInput } };
});
const views: Readonly<Record<string, FakeHostOptions>> = {
  'the full board': { sessions, hooks: 'missing' },
  'the board behind tabs': { sessions, width: 600 },
  'the board with a session beside it': { sessions: answerableBoard, width: 1440, height: 900 },
  'the requests that wait': { sessions: answerableBoard },
  'the requests that wait in a side bar': {
    sessions: answerableBoard,
    width: 300,
    place: 'side',
    kept: { layout: 'columns' },
  },
  'the cards that can be answered': { sessions: smallRequests, width: 1440, height: 900 },
  'the cards that can be answered in a side bar': {
    sessions: smallRequests,
    width: 300,
    place: 'side',
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
  'machines that are there, and one that is away': {
    sessions: machinesBoard,
    today: { machines: [...machineCards] },
  },
  'machines in a side bar': {
    sessions: machinesBoard,
    today: { machines: [...machineCards] },
    width: 300,
    place: 'side',
  },
  'the stale board': { sessions, connection: 'offline' },
  'the first run': { hooks: 'missing' },
  'the loading board': { connection: 'connecting' },
  'the board that is switched off': { connection: 'off' },
};

describe('the accessibility audit', function () {
  this.timeout(60_000);
  const open = pageSuite();

  for (const [name, options] of Object.entries(views)) {
    it(`finds nothing in ${name}, in any theme`, async () => {
      const host = await open(options);
      await host.page.clock.runFor(1000);
      assert.deepEqual(await violations(host), []);
    });
  }

  it('finds nothing once everything that opens is open, in any theme', async () => {
    const details = Object.fromEntries(sessions.map((one) => [one.sessionId, someDetails()]));
    const host = await open({ sessions, answers: { details } });
    await host.page.getByRole('button', { name: '1 dismissed' }).click();
    assert.deepEqual(await violations(host), []);
    for (const { sessionId, subagents = [] } of sessions) {
      if (subagents.length === 0) continue;
      await host.choose(sessionId);
      await host.page.getByRole('button', { name: 'Details' }).click();
      await host.page.getByRole('button', { name: '1 completed, 1 failed' }).click();
      assert.deepEqual(await violations(host), []);
    }
  });

  it('finds nothing in what answers a request, in any theme', async () => {
    const host = await open({ sessions: answerableBoard });
    const shown = new Set<string>();
    for (const { sessionId, pendingRequest } of answerableBoard) {
      if (pendingRequest === undefined) continue;
      await host.choose(sessionId);
      for (const name of [
        'Allow Always…',
        'Deny with Message…',
        'Reply with a Message…',
        'Request Changes…',
      ]) {
        const button = host.whole(sessionId).getByRole('button', { name, exact: true });
        if (shown.has(name) || (await button.count()) === 0) continue;
        shown.add(name);
        await button.click();
        assert.deepEqual(await violations(host), [], name);
      }
    }
    assert.equal(shown.size, 4);
    await host.choose(asksQuestions.sessionId);
    await host.page.getByLabel('Blue').check();
    await host.page.getByRole('button', { name: 'Review', exact: true }).first().click();
    await host.page.getByRole('list', { name: 'Your answers' }).waitFor();
    assert.deepEqual(await violations(host), []);
  });

  it('finds nothing in the pane that has the place of the lists, with all that opens, in any theme', async () => {
    const bySession = Object.fromEntries(
      answerableBoard.map((one) => [one.sessionId, someDetails()]),
    );
    const host = await open({
      sessions: answerableBoard,
      answers: { details: bySession },
      width: 300,
      place: 'side',
    });
    await host.choose(asksQuestions.sessionId);
    for (const name of ['Why this state?', 'Details', 'Reply with a Message…']) {
      await host.page.getByRole('button', { name }).click();
    }
    assert.deepEqual(await violations(host), []);
    await host.page.getByRole('button', { name: 'More Actions' }).click();
    await host.page.getByRole('menu').waitFor();
    assert.deepEqual(await violations(host), []);
  });

  for (const width of [1440, 1000, 300]) {
    it(`finds nothing while the host is silent, ${width} pixels wide, in any theme`, async () => {
      const host = await open({ sessions: answerableBoard, width });
      if (width < 1_080) await host.page.locator('.fixed-card .open').first().click();
      await host.page.getByRole('button', { name: 'Allow', exact: true }).first().waitFor();
      await host.page.evaluate(() => void Object.assign(globalThis, { hostIsSilent: true }));
      await host.page.clock.runFor(10_000);
      await host.page.getByText('Not connected…').waitFor();
      assert.deepEqual(await violations(host), []);
    });
  }

  it('finds nothing in the prompts in line and the box for the next, in any theme', async () => {
    const host = await open({ sessions });
    const inLine = sessions.find(({ prompting }) => (prompting?.prompts.length ?? 0) > 0);
    await host.choose(inLine?.sessionId ?? '');
    await host.page.keyboard.press('Control+Enter');
    await host.page.getByRole('textbox', { name: 'Next prompt' }).fill('And then the next.');
    await host.page.getByRole('button', { name: 'Edit Prompt' }).first().click();
    assert.deepEqual(await violations(host), []);
  });

  for (const theme of themeNames)
    it(`has hints of fields in the colour of the theme: ${theme}`, async () => {
      const host = await open({ sessions, theme, width: 1440, height: 900 });
      const inLine = sessions.find(({ prompting }) => (prompting?.prompts.length ?? 0) > 0);
      await host.choose(inLine?.sessionId ?? '');
      for (const name of ['Next prompt', 'Filter sessions']) {
        const [hint, wanted] = await host.page.getByLabel(name).evaluate((field) => {
          field.style.color = 'var(--input-hint)';
          return [getComputedStyle(field, '::placeholder').color, getComputedStyle(field).color];
        });
        assert.equal(hint, wanted, name);
      }
    });

  it('finds nothing in the menu and in the help, in any theme', async () => {
    const host = await open({ sessions });
    await host.page.keyboard.press('n');
    await host.page.keyboard.press('Shift+F10');
    await host.page.getByRole('menu').waitFor();
    assert.deepEqual(await violations(host), []);
    await host.page.keyboard.press('Escape');
    await host.page.keyboard.press('h');
    await host.page.getByRole('dialog').waitFor();
    assert.deepEqual(await violations(host), []);
  });

  it('finds nothing in a filter and what it offers, in any theme', async () => {
    const host = await open({ sessions });
    await host.page.keyboard.press('ControlOrMeta+f');
    await host.page.keyboard.type('project:api group:done x');
    assert.deepEqual(await violations(host), []);
    await host.page.getByRole('button', { name: 'Filter by' }).click();
    await host.page.getByRole('menu').waitFor();
    assert.deepEqual(await violations(host), []);
  });

  it('finds what is wrong when something is', async () => {
    const host = await open({ sessions });
    await host.page.evaluate(() => {
      for (const button of document.querySelectorAll('.icon-button')) button.ariaLabel = '';
      for (const button of document.querySelectorAll('.icon-button'))
        button.removeAttribute('title');
    });
    assert.match((await violations(host)).join('\n'), /button-name/);
  });

  for (const theme of themeNames) {
    it(`finds a text that is too pale in theme ${theme} alone`, async () => {
      const host = await open({ hooks: 'missing' });
      await host.page.evaluate((bodyClass) => {
        const pale = new CSSStyleSheet();
        pale.replaceSync(`body[class='${bodyClass}'] :is(h1, h2, p) {
          color: color-mix(in srgb, var(--vscode-foreground) 30%, var(--vscode-editor-background));
        }`);
        document.adoptedStyleSheets.push(pale);
      }, pageThemes[theme].bodyClass);
      const found = await violations(host);
      assert.ok(found.length > 0);
      for (const fault of found) assert.ok(fault.startsWith(`${theme}: color-contrast: `), fault);
    });
  }

  it('finds a text that it knows too pale on what another element puts beneath it, each time', async () => {
    const host = await open({ hooks: 'missing' });
    assert.deepEqual(await violations(host), []);
    await host.page.evaluate(() => {
      const backdrop = document.createElement('div');
      Object.assign(backdrop.style, { position: 'absolute', inset: '0' });
      backdrop.style.background =
        'color-mix(in srgb, var(--vscode-foreground) 70%, var(--vscode-editor-background))';
      document.body.prepend(backdrop);
      for (const text of document.querySelectorAll<HTMLElement>('h2, p'))
        Object.assign(text.style, { position: 'relative', zIndex: '1' });
    });
    for (let time = 0; time < 2; time += 1)
      assert.match((await violations(host)).join('\n'), /^dark: color-contrast: /);
  });

  it('finds in all rules what a theme alone shows', async () => {
    const host = await open({ hooks: 'missing' });
    await host.page.evaluate(() => {
      const hidden = new CSSStyleSheet();
      hidden.replaceSync('body:not(.vscode-light) #nameless { display: none; }');
      document.adoptedStyleSheets.push(hidden);
      const button = document.createElement('button');
      button.id = 'nameless';
      document.querySelector('main')?.append(button);
    });
    const found = await violations(host);
    assert.equal(found.length, 1);
    assert.match(found.join(), /^light: button-name: /);
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
      const host = await open({ sessions: answerableBoard, theme, width: 600 });
      await host.choose(asksQuestions.sessionId);
      const { page } = host;
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

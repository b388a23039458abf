import assert from 'node:assert/strict';
import { deliveredBoard, withPull } from '../../support/page/boards/deliveredBoard';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Page } from 'playwright-core';
import * as z from 'zod';
import { projectRoot } from '../../support/editor/paths';
import { answerableBoard } from '../../support/page/boards/answerableBoard';
import { violations, violationsInSchemes } from '../../support/page/axe';
import { waitUntilDrawn, type FakeHost } from '../../support/page/fakeHost';
import {
  phoneHeight,
  phoneSuite,
  phoneWidths,
  type PhoneViewOptions,
} from '../../support/page/phone/phoneView';
import { targetsBelow } from '../../support/page/phone/targets';
import { aPendingRequest, aSession, someDetails } from '../../support/sessionBuilder';

interface View extends PhoneViewOptions {
  /** Session whose screen is open. */
  readonly card?: string;
  /** Selectors of the controls to press afterwards, in order. */
  readonly press?: readonly string[];
}

const edit = aSession({
  sessionId: 'edit',
  title: 'Round invoice lines half to even',
  agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Edit' },
  pendingRequest: aPendingRequest({
    requestId: 'request-edit',
    toolName: 'Edit',
    cwd: '/home/dev/billing',
    call: { id: 'call-edit', fate: 'open', answerable: true },
    toolInput: {
      file_path: '/home/dev/billing/src/a-folder-with-a-rather-long-name/roundLines.ts',
      old_string: 'return Math.round(amountOfOneSingleLineOfAnInvoiceInCents * 100) / 100;',
      new_string: 'return roundHalfEven(amountOfOneSingleLineOfAnInvoiceInCents, 2);',
    },
  }),
});
const sessions = [edit, ...answerableBoard];
const asking = (tool: string): string =>
  sessions.find(({ pendingRequest }) => pendingRequest?.toolName === tool)?.sessionId ?? '';
const queued = sessions.find((one) => (one.prompting?.prompts.length ?? 0) > 1)?.sessionId ?? '';
const withSubagents = sessions.find(({ subagents }) => subagents.length > 2)?.sessionId ?? '';
const details = Object.fromEntries(sessions.map((one) => [one.sessionId, someDetails()]));
const boardAt = Date.parse('2026-03-02T09:42:00Z');
const opened = ['.section >> nth=0', '.section >> nth=-1'];

const views: Readonly<Record<string, View>> = {
  'the board': { sessions },
  'the finished sessions': { sessions, press: ['[data-group="delivered"]', '.tail'] },
  'a command': { sessions, card: asking('Bash'), press: opened },
  'an edit': { sessions, card: 'edit', press: ['[data-action="denyWithMessage"]'] },
  questions: { sessions, card: asking('AskUserQuestion') },
  'a plan': {
    sessions,
    card: asking('ExitPlanMode'),
    press: ['[data-action="note-2"]', '[data-action="reply"]'],
  },
  'queued prompts': { sessions, card: queued },
  'a session with subagents': { sessions, card: withSubagents, press: opened },
  'the day': { sessions, press: ['[data-action="day"]'] },
  settings: {
    sessions,
    phone: { notifications: 'on', shownAfterMs: 1_200 },
    press: ['[data-action="settings"]', '[data-action="forget"]'],
  },
  'a problem': {
    sessions,
    card: asking('Bash'),
    phone: { problem: 'This phone may only watch. Answering is switched on at the computer.' },
  },
  'the last board': { sessions, phone: { phase: 'offline', boardAt } },
  'a request that cannot be answered now': {
    sessions,
    card: asking('Bash'),
    phone: { phase: 'offline', boardAt },
  },
  'what sessions delivered': { sessions: deliveredBoard },
  'what a session delivered': { sessions: deliveredBoard, card: withPull.sessionId },
  'an empty board': { sessions: [] },
  'the way to a computer': { phone: { phase: 'unpaired', problem: 'The code is too old.' } },
  'the characters to compare': { phone: { phase: 'waiting', code: 'K7Q 3XN' } },
  'a computer out of reach': { connection: 'connecting', phone: { phase: 'offline' } },
};

describe('What a phone shows', function () {
  this.timeout(60_000);
  const open = phoneSuite();

  async function show({ card, press = [], ...options }: View): Promise<FakeHost> {
    const host = await open(options);
    host.answers = { ...host.answers, details };
    const { page } = host;
    if (card !== undefined) {
      await page.evaluate((id) => {
        location.hash = `#session=${id}`;
      }, card);
      await page.locator('.whole-card').waitFor();
    }
    for (const place of press) {
      const target = page.locator(place).first();
      await target.evaluate(bringIntoView);
      await target.tap({ force: true });
    }
    await page.clock.runFor(1_000);
    return host;
  }

  for (const [name, view] of Object.entries(views)) {
    it(`is within the screen, can be touched and has no fault on phones of every width: ${name}`, async () => {
      const [first, ...wider] = phoneWidths;
      const { page } = await show({ ...view, width: first });
      assert.deepEqual(await misplaced(page), [], `${first} pixels wide`);
      for (const width of wider) {
        await resize(page, width);
        assert.deepEqual(await misplaced(page), [], `${width} pixels wide`);
      }
      await resize(page, 390);
      await page.clock.resume(); // The audit uses timers.
      assert.deepEqual(await violationsInSchemes(page), []);
    });

    it(`fits in German, and says nothing in English: ${name}`, async () => {
      const { page } = await show({ ...view, width: 320, language: 'de' });
      assert.deepEqual(await misplaced(page), []);
      const snapshot = await page.locator('body').ariaSnapshot();
      assert.deepEqual(
        english.filter((text) => snapshot.includes(`"${text}"`)),
        [],
      );
    });
  }

  it('has the two panes of a tablet without a fault, in both schemes', async () => {
    const { page } = await show({ sessions, card: asking('Bash'), width: 768 });
    await page.clock.resume();
    assert.deepEqual(await violationsInSchemes(page), []);
  });

  it('keeps its borders in the system’s own colours', async () => {
    const { page } = await show({ sessions, card: asking('Bash'), forcedColors: true });
    const width = await page
      .getByRole('button', { name: 'Deny', exact: true })
      .evaluate((one) => getComputedStyle(one).borderTopWidth);
    assert.equal(width, '1px');
    await page.clock.resume();
    assert.deepEqual(await violations(page), []);
  });

  it('has fields that iOS does not zoom into', async () => {
    const { page } = await show({ sessions, card: asking('AskUserQuestion') });
    const sizes = await page
      .locator('textarea, input[type="text"]')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    assert.ok(sizes.length > 0 && sizes.every((size) => size >= 16), String(sizes));
  });

  it('moves nothing where less motion is asked for', async () => {
    const { page } = await show({ sessions, card: asking('Bash') });
    // Read in one call: an element that is redrawn between two calls has no style any more.
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('.phone, .phone *')].map(
        (one) => getComputedStyle(one).animationName,
      ),
    );
    assert.ok(names.length > 0);
    assert.deepEqual(
      names.filter((name) => name !== 'none'),
      [],
    );
  });
});

const bundle = z
  .record(z.string(), z.string())
  .parse(
    JSON.parse(readFileSync(path.join(projectRoot, 'media/l10n/bundle.l10n.de.json'), 'utf8')),
  );
const english = Object.entries(bundle)
  .filter(([text, german]) => text.includes(' ') && !text.includes('{') && text !== german)
  .map(([text]) => text);

/**
 * Runs in the page: scrolls to an element until it stays in place. Cards that become visible on the
 * way get their height only in the next frame (`content-visibility`), and move what is below them.
 */
async function bringIntoView(one: Element): Promise<void> {
  for (let last = Number.NaN; last !== one.getBoundingClientRect().y;) {
    one.scrollIntoView({ block: 'center' });
    last = one.getBoundingClientRect().y;
    await new Promise<void>((resolve) => {
      const observer = new IntersectionObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(one);
    });
  }
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: phoneHeight(width) });
  await page.clock.runFor(1_000);
  await page.evaluate(waitUntilDrawn);
}

/** Elements that exceed the screen, or are too small for a finger. */
async function misplaced(page: Page): Promise<readonly string[]> {
  return [...(await page.evaluate(beyondEdge)), ...(await targetsBelow(page, 44))];
}

/** Elements that exceed the width of the screen, or of a box that does not scroll horizontally. */
function beyondEdge(): readonly string[] {
  const describeElement = (one: Element): string =>
    `${one.tagName} ${one.className} ${one.textContent ?? ''}`;
  const wide = [document.documentElement, ...document.querySelectorAll('.screen, .sheet, .start')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => `scrolls: ${describeElement(one).slice(0, 60)}`);
  const clipped = [...document.querySelectorAll('button, h1, h2, h3, .part-code, .edit-text')]
    .filter((one) => !one.matches('.open, .lane-title, .ellipsis, .visually-hidden'))
    .filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return (
        width > 0 && (left < -1 || right > innerWidth + 1 || one.scrollWidth > one.clientWidth + 2)
      );
    })
    .map((one) => `is beyond: ${describeElement(one).slice(0, 60)}`);
  return [...wide, ...clipped];
}

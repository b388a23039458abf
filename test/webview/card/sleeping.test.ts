import assert from 'node:assert/strict';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession, secondsAgo } from '../../support/sessionBuilder';

const open = pageSuite();

const hour = 3_600;
const next = secondsAgo(-2 * hour);
const clockOf = (iso: string): string =>
  new Date(iso).toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

const sleeping = (): LiveSession =>
  aSession({
    sessionId: 'a',
    title: 'Session a',
    lastPrompt: 'Watch the build',
    agentState: {
      group: 'autonomous',
      state: 'sleeping',
      label: { key: 'sleeping', values: [Date.parse(next)], text: 'Sleeps' },
    },
    schedule: [
      { id: 'job', dueAt: next, prompt: 'check the build', recurring: true },
      { id: 'once', dueAt: secondsAgo(-3 * hour), prompt: 'sum up the day', recurring: false },
    ],
  });

describe('A card of a session that its client wakes', () => {
  it('says until when it sleeps, what wakes it, and what comes after that', async () => {
    const host = await open({ sessions: [sleeping()] });
    const card = host.page
      .getByRole('region', { name: /Running/ })
      .getByRole('article', { name: 'Session a' });
    await card.getByText(`Sleeps until ${clockOf(next)}`).waitFor();
    await card.click();
    const whole = host.page.locator('.pane');
    await whole.getByText('Next run: check the build').waitFor();
    await whole.getByRole('button', { name: 'Details' }).click();
    const details = whole.locator('.details');
    await details.getByText(`${clockOf(next)} · check the build · recurring`).waitFor();
    await details.getByText('sum up the day').waitFor();
    await details.getByText('Watch the build').waitFor();
    await details.getByText('Runs start only while Claude Code is open').waitFor();
  });

  it('leaves its cost and time whole on a narrow card that says so', async () => {
    const run = { id: 'job', dueAt: secondsAgo(hour), prompt: 'check', recurring: true };
    const missed = [{ ...run, why: 'closed' }];
    const host = await open({ sessions: [{ ...sleeping(), missed }] });
    await host.page.setViewportSize({ width: 280, height: 600 });
    await host.page.getByRole('tab', { name: /Running/ }).click();
    const line = host.page.getByRole('article', { name: 'Session a' }).locator('.quiet-line');
    const boxes = await line
      .locator('> .end-note, .cost, > .time')
      .evaluateAll((parts) =>
        parts
          .map((part) => part.getBoundingClientRect())
          .map(({ left, right }) => [left, right] as const),
      );
    assert.equal(boxes.length, 3);
    for (const [index, [left]] of boxes.entries())
      assert.ok(index === 0 || left >= (boxes[index - 1]?.[1] ?? 0), JSON.stringify(boxes));
  });

  it('says that a run was due and did not come, on the card, in the pane and on the day', async () => {
    const dueAt = secondsAgo(hour);
    const missed = [
      { id: 'job', dueAt, prompt: 'check the build', recurring: true },
      { id: 'once', dueAt, prompt: 'sum up the day', recurring: false, why: 'asleep' },
    ];
    const host = await open({ sessions: [{ ...sleeping(), missed }] });
    const text = `Due ${clockOf(dueAt)}, not seen`;
    const card = host.page.getByRole('article', { name: 'Session a' });
    await card.getByText(`${text} (+1)`).waitFor();
    await card.click();
    const whole = host.page.locator('.pane');
    await whole.locator('.whole-head').getByText(`${text} (+1)`).waitFor();
    await whole.getByRole('button', { name: 'Details' }).click();
    const details = whole.locator('.details');
    await details.getByText(`${text} · check the build`).waitFor();
    await details.getByText(`${text}: the computer was asleep · sum up the day`).waitFor();
  });
});

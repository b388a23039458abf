import assert from 'node:assert/strict';
import { answerableBoard } from '../../support/page/answerableBoard';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession, secondsAgo } from '../../support/sessionBuilder';

const compact = { density: 'compact' } as const;

const quiet = Array.from({ length: 30 - answerableBoard.length }, (_, index) =>
  aSession({
    sessionId: `quiet-${index}`,
    title: `Session ${index} with a title that is far too long for the line that it has on a card`,
    stateSince: secondsAgo(60 + index),
  }),
);
const thirty = [...answerableBoard, ...quiet];

const asking = aSession({
  sessionId: 'asks',
  title: 'Asks',
  agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
  pendingRequest: aPendingRequest({
    requestId: 'request',
    call: { id: 'call', fate: 'open', answerable: true },
  }),
});

const density = (host: FakeHost) => host.page.getByRole('main').getAttribute('data-density');
const becomes = (host: FakeHost, name: string) =>
  eventually(async () => assert.equal(await density(host), name));
const card = (host: FakeHost, name: string) => host.page.getByRole('article', { name });
const heights = (host: FakeHost, selector: string) =>
  host.page
    .locator(selector)
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));

describe('the density of the cards', () => {
  const open = pageSuite();

  it('is chosen in a menu and by a key, kept by the page and told to its window', async () => {
    const host = await open({ sessions: [asking] });
    await becomes(host, 'comfortable');
    await host.page.getByRole('button', { name: 'Sort, Group and Density' }).click();
    await host.page.getByRole('menuitemradio', { name: 'Compact' }).click();
    await becomes(host, 'compact');
    await eventually(() => {
      const last = host.received.at(-1);
      assert.equal(last?.type === 'arrange' && last.arrangement.density, 'compact');
    });
    await host.page.reload();
    await becomes(host, 'compact');
  });

  it('begins with what the window kept', async () => {
    const host = await open({ sessions: [asking], kept: compact });
    await becomes(host, 'compact');
  });

  it('gives a quiet session one line, so that thirty are seen without scrolling', async () => {
    const host = await open({ sessions: thirty, kept: compact, width: 1000, height: 900 });
    await card(host, 'Tune the ranking').waitFor();
    const quietOnes = await heights(
      host,
      '.card:not([data-blocked="true"]):not(:has(.prompt-folded))',
    );
    assert.ok(quietOnes.length > 15, String(quietOnes));
    assert.ok(
      quietOnes.every((height) => height >= 28 && height <= 34),
      String(quietOnes),
    );
    const hidden = await host.page
      .locator('.column-scroll')
      .evaluateAll((all) => all.map((one) => one.scrollHeight - one.clientHeight));
    assert.deepEqual(hidden, [0, 0, 0]);
  });

  it('keeps title, project and time of a quiet session apart', async () => {
    for (const width of [1000, 900]) {
      const host = await open({ sessions: quiet, kept: { ...compact, tab: 'autonomous' }, width });
      await host.page.locator('.card').first().waitFor();
      const [title, time, place] = await host.page
        .locator('.card')
        .first()
        .locator('.open, .place, .time')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      assert.ok(title && place && time);
      assert.ok(title.right <= place.left && place.right <= time.left, String(width));
      assert.ok(title.width >= 60, String(title.width));
    }
  });

  it('shows the beginning of a request and opens all of it on its card', async () => {
    const host = await open({ sessions: [asking], kept: compact });
    const asks = card(host, 'Asks');
    await asks.locator('.doing-text').getByText('npm test').waitFor();
    assert.equal(await asks.getByRole('button', { name: 'Allow', exact: true }).count(), 0);
    await asks.getByRole('button', { name: 'Answer…' }).click();
    await asks.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    assert.deepEqual(
      host.received.filter(({ type }) => type === 'decide'),
      [],
    );
    await asks.getByRole('button', { name: 'Show Less' }).click();
    await asks.getByRole('button', { name: 'Answer…' }).waitFor();
  });

  it('opens a request by Ctrl+Enter, which allows only what was seen', async () => {
    const host = await open({ sessions: [asking], kept: compact });
    await card(host, 'Asks').getByRole('button', { name: 'Asks' }).focus();
    await host.page.keyboard.press('Control+Enter');
    await card(host, 'Asks').getByRole('button', { name: 'Allow', exact: true }).waitFor();
    assert.deepEqual(
      host.received.filter(({ type }) => type === 'decide'),
      [],
    );
  });

  it('shows the next request of a session in short again', async () => {
    const host = await open({ sessions: [asking], kept: compact });
    await card(host, 'Asks').getByRole('button', { name: 'Answer…' }).click();
    await card(host, 'Asks').getByRole('button', { name: 'Allow', exact: true }).waitFor();
    const request = aPendingRequest({
      requestId: 'next',
      call: { id: 'next', fate: 'open', answerable: true },
    });
    await host.update([{ ...asking, pendingRequest: request }]);
    await card(host, 'Asks').getByRole('button', { name: 'Answer…' }).waitFor();
  });
});

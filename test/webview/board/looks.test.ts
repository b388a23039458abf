import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Digest } from '../../../src/shared/protocol/looks';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession, secondsAgo, type SessionOverrides } from '../../support/sessionBuilder';

const minute = 60;

const session = (id: string, more: SessionOverrides = {}) =>
  aSession({
    sessionId: id,
    title: `Session ${id}`,
    agentState: { group: 'delivered', state: 'task_complete', label: 'Done' },
    ...more,
  });

const digest = (more: Partial<Digest> = {}): Digest => ({
  since: secondsAgo(115 * minute),
  pullsOpened: 2,
  pullsMerged: 0,
  pushed: 0,
  committed: 0,
  finished: 1,
  failingTests: 1,
  usd: 12.3,
  sessionIds: ['a', 'b', 'c'],
  ...more,
});

/** Sessions that wait for a person, whether or not they changed since. */
const waiting = [
  session('e', { agentState: { group: 'needs_you', state: 'error', label: 'Failed' } }),
  session('f', {
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Asks' },
    stateSince: secondsAgo(40 * minute + 20),
  }),
  session('g', { agentState: { group: 'needs_you', state: 'idle', label: 'Rests' } }),
];

const words = async (line: Locator) =>
  (await line.locator('p').innerText()).replaceAll('\u00a0', ' ').trim();

describe('What changed while nobody looked', () => {
  const open = pageSuite();

  const away = async (options: FakeHostOptions = {}): Promise<FakeHost> => {
    const sessions = ['a', 'b', 'c', 'd'].map((id) => session(id, { unseen: id !== 'd' }));
    return open({ sessions, today: { digest: digest() }, ...options });
  };
  const line = ({ page }: FakeHost) => page.getByRole('region', { name: 'While you were away' });
  const card = ({ page }: FakeHost, id: string) =>
    page.getByRole('article', { name: `Session ${id}` });
  const reportedLooks = ({ received }: FakeHost) =>
    received.flatMap((one) => (one.type === 'act' && one.name === 'lookAt' ? [one.request] : []));
  const at = (...sessionIds: string[]) => ({ of: 'sessions', sessionIds });
  /** Both the step and the card that it opens are reported as seen. */
  const seenIds = (host: FakeHost) => [
    ...new Set(reportedLooks(host).flatMap((one) => (one.of === 'sessions' ? one.sessionIds : []))),
  ];

  it('is said in one line, what matters most first, and nothing that did not happen', async () => {
    const host = await away({ sessions: waiting });
    await line(host).waitFor();
    assert.equal(
      await words(line(host)),
      'Since 8:05 AM: 2 Needs You · 1 ready · longest wait 40m · 1 session with red tests · 2 PRs opened · 1 finished · $12.30',
    );
  });

  it('begins beside its icon, in a side bar too', async () => {
    const host = await away({ width: 270, place: 'side' });
    const [icon, said] = await line(host).evaluate((one) =>
      ['.icon', '.digest-words'].map((part) => one.querySelector(part)?.getBoundingClientRect()),
    );
    assert.ok(icon && said);
    assert.ok(icon.right <= said.left && icon.top > said.top && icon.bottom < said.bottom);
  });

  it('is said with the day where that was another, and in German', async () => {
    const since = secondsAgo(14 * 60 * minute);
    const host = await away({
      language: 'de',
      sessions: waiting,
      today: { digest: digest({ since, pullsMerged: 1 }) },
    });
    const { page } = host;
    const region = page.getByRole('region', { name: 'Während Ihrer Abwesenheit' });
    assert.equal(
      await words(region),
      'Seit So., 20:00: Braucht Sie: 2 · 1 bereit · längste Wartezeit 40m · 1 Sitzung mit roten Tests · 2 PRs geöffnet · 1 PR gemergt · 1 fertig · $12.30',
    );
    await page.getByRole('button', { name: 'Durchgehen' }).waitFor();
  });

  it('marks cards for the eye and for a screen reader', async () => {
    const host = await away();
    await card(host, 'a').locator('.unseen-mark').waitFor();
    assert.equal(await card(host, 'd').locator('.unseen-mark').count(), 0);
    const title = card(host, 'a').getByRole('button', { name: 'Session a' });
    const described = await title.evaluate((element) =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(', '),
    );
    assert.match(described, /^Changed since you looked, /u);
  });

  it('is looked at by opening a card, not by pointing at it or its focus', async () => {
    const host = await away();
    await card(host, 'a').hover();
    await card(host, 'a').getByRole('button', { name: 'Session a' }).focus();
    await host.page.clock.runFor(1_000);
    assert.deepEqual(reportedLooks(host), []);
    await host.page.keyboard.press('e');
    await eventually(() => assert.deepEqual(reportedLooks(host), [at('a')]));
    await host.update([session('a')]);
    await host.update([session('a', { unseen: true })]);
    await host.page.getByRole('button', { name: 'Back to the Board' }).click();
    await card(host, 'a').locator('.unseen-mark').waitFor();
    assert.deepEqual(reportedLooks(host), [at('a')], 'a session that stays shown is no new look');
  });

  it('is gone through one by one, also after the last look took the digest away', async () => {
    const host = await away();
    const { page } = host;
    await page.getByRole('button', { name: 'Go Through' }).click();
    await line(host).getByText('1 of 3').waitFor();
    await host.whole('a').waitFor();
    await line(host).getByRole('button', { name: 'Next' }).click();
    await line(host).getByRole('button', { name: 'Next' }).click();
    await line(host).getByText('3 of 3').waitFor();
    await eventually(() => assert.deepEqual(seenIds(host), ['a', 'b', 'c']));
    await host.whole('c').waitFor();
    host.setToday({});
    await host.update(['a', 'b', 'c'].map((id) => session(id)));
    await line(host).getByText('3 of 3').waitFor();
    await line(host).getByRole('button', { name: 'Previous' }).click();
    await line(host).getByText('2 of 3').waitFor();
    await line(host).getByRole('button', { name: 'Close' }).click();
    await line(host).waitFor({ state: 'detached' });
  });

  it('is gone through by a key, which opens the transcript beside a side bar', async () => {
    const host = await away({ place: 'side', width: 340 });
    const { page } = host;
    await card(host, 'a').waitFor();
    await page.keyboard.press('c');
    await page.keyboard.press('c');
    await line(host).getByText('2 of 3').waitFor();
    await eventually(() =>
      assert.deepEqual(
        host.received.flatMap((one) => (one.type === 'openTranscript' ? [one.sessionId] : [])),
        ['a', 'b'],
      ),
    );
    assert.equal(
      await page.evaluate(() =>
        document.activeElement?.closest('[data-session]')?.getAttribute('data-session'),
      ),
      'b',
    );
  });

  it('is gone through by the key without a digest, too', async () => {
    const host = await away({ today: {} });
    await card(host, 'a').waitFor();
    await host.page.keyboard.press('c');
    await eventually(() => assert.deepEqual(seenIds(host), ['a']));
    assert.equal(await line(host).count(), 0);
  });

  it('is put away by one button, and marked as seen by another', async () => {
    const host = await away();
    await line(host).getByRole('button', { name: 'Close' }).click();
    await line(host).getByRole('button', { name: 'Mark All as Seen' }).click();
    await eventually(() =>
      assert.deepEqual(reportedLooks(host), [{ of: 'digest' }, { of: 'all' }]),
    );
  });
});

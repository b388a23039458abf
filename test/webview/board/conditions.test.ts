import assert from 'node:assert/strict';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession } from '../../support/sessionBuilder';

const blocked = (sessionId: string, projectName: string) =>
  aSession({
    sessionId,
    projectName,
    title: sessionId,
    agentState: {
      group: 'needs_you',
      state: 'needs_permission',
      label: 'Needs permission: Bash',
    },
  });

async function isAnnounced(host: FakeHost, text: string): Promise<void> {
  await host.page.clock.runFor(1000);
  await eventually(async () =>
    assert.equal(await host.page.getByRole('status').textContent(), text),
  );
}

describe('the live region', () => {
  const open = pageSuite();

  it('is silent at first, then says who needs a person, then falls silent again', async () => {
    const host = await open({ sessions: [blocked('old', 'web')] });
    await isAnnounced(host, '');
    await host.update([blocked('one', 'api-server')]);
    await isAnnounced(host, 'api-server needs permission: Bash');
    await host.page.clock.runFor(10_000);
    await isAnnounced(host, '');
  });

  it('merges changes that come together', async () => {
    const host = await open({ sessions: [aSession()] });
    await host.update([blocked('one', 'api-server')]);
    await host.update([blocked('two', 'web')]);
    await isAnnounced(
      host,
      '2 now need you: api-server needs permission: Bash; web needs permission: Bash',
    );
  });

  it('is the only one', async () => {
    const host = await open({ sessions: [aSession()], hooks: 'missing', connection: 'offline' });
    assert.equal(
      await host.page.locator('[aria-live], [role=alert], [role=status], output').count(),
      1,
    );
  });
});

describe('the conditions of the board', () => {
  const open = pageSuite();

  it('says that what today cost is not all, until it is', async () => {
    const host = await open({ sessions: [aSession()] });
    const banner = host.page.getByRole('banner');
    const scan = { doneBytes: 1, totalBytes: 2, todayIsKnown: false };
    host.setToday({ scan });
    await host.update([aSession()]);
    await eventually(async () =>
      assert.match(await banner.ariaSnapshot(), /3\.4M tokens \(adding up… 50 %\)/),
    );
    host.setToday({ scan: { ...scan, todayIsKnown: true } });
    await host.update([aSession()]);
    await eventually(async () => assert.doesNotMatch(await banner.ariaSnapshot(), /adding up/));
  });

  it('shows what today cost', async () => {
    const host = await open({ sessions: [aSession()] });
    const banner = await host.page.getByRole('banner').ariaSnapshot();
    assert.match(banner, /paragraph: Today \$12\.34 · 3\.4M tokens/);
    assert.match(banner, /paragraph: Live/);
  });

  it('marks what today cost where it is an estimate', async () => {
    const host = await open({ sessions: [aSession()] });
    host.setToday({ totalCostTodayUsd: 12.34, costTodayEstimated: true });
    await host.update([aSession()]);
    await host.page.getByRole('banner').getByText('≈$12.34').waitFor();
  });

  it('shows how much of the account’s limits is used, and warns where Claude Code does', async () => {
    const host = await open({ sessions: [aSession()] });
    const used = host.page.locator('.used-limits');
    assert.equal(await used.count(), 0);
    const resetsAt = new Date(Date.now() + 3_600_000).toISOString();
    const sevenDay = { used: 0.121, resetsAt };
    const at = new Date().toISOString();
    host.setToday({ limits: { at, fiveHour: { used: 0.31, resetsAt }, sevenDay } });
    await host.update([aSession()]);
    await eventually(async () =>
      assert.equal(await used.textContent(), 'Usage limits: 5 h 31% · 7 d 12%'),
    );
    assert.match(
      (await used.getAttribute('title')) ?? '',
      /\n5 hours: 31% used, resets .+\n7 days/u,
    );
    assert.equal(await used.locator('[data-warns="true"]').count(), 0);
    host.setToday({ limits: { at, fiveHour: { used: 0.812, resetsAt, warns: true }, sevenDay } });
    await host.update([aSession()]);
    await eventually(async () =>
      assert.match((await used.textContent()) ?? '', /5 h 81% \(close to the limit\) · 7 d 12%$/u),
    );
    assert.equal(await used.locator('[data-warns="true"]').count(), 1);
    host.setToday({ limits: { at, fiveHour: { used: 1, resetsAt, warns: true } } });
    await host.update([aSession()]);
    await eventually(async () =>
      assert.match((await used.textContent()) ?? '', /5 h 100% \(limit reached\)$/u),
    );
  });

  it('keeps the last known state while it reconnects, and says so', async () => {
    const host = await open({ sessions: [aSession()] });
    await host.setConnection('offline');
    await host.page.getByText('Reconnecting…', { exact: true }).waitFor();
    assert.equal(await host.page.getByRole('article').count(), 1);
    await isAnnounced(host, 'Connection lost. Reconnecting…');
    await host.page.getByRole('button', { name: 'Show Log' }).click();
    await host.setConnection('live');
    await host.page.getByText('Reconnecting…', { exact: true }).waitFor({ state: 'detached' });
    await isAnnounced(host, 'Connected again.');
    assert.deepEqual(host.received.slice(1), [{ type: 'showLog' }]);
  });

  it('says that it is switched off after everything was removed, and offers to start again', async () => {
    const host = await open({ sessions: [aSession()] });
    await host.update([], [aSession().sessionId]);
    await host.setConnection('off');
    await host.page.getByRole('heading', { name: 'Mission Control is turned off' }).waitFor();
    await host.page.getByRole('banner').getByText('Off', { exact: true }).waitFor();
    await isAnnounced(host, 'Mission Control is turned off.');
    await host.page.getByRole('button', { name: 'Start Again' }).click();
    await eventually(async () =>
      assert.deepEqual(host.received.slice(1), [{ type: 'startAgain' }]),
    );
  });

  it('says that it connects before the first data', async () => {
    const host = await open({ connection: 'connecting' });
    await host.page.getByRole('banner').getByText('Connecting…').waitFor();
    assert.equal(await host.page.getByText('No sessions yet').count(), 0);
  });

  it('says where sessions come from when there are none', async () => {
    const host = await open({ hooks: 'missing' });
    await host.page.getByRole('heading', { name: 'No sessions yet' }).waitFor();
    await host.page.getByText(/^Allow and answer from here: /).waitFor();
    await host.page.getByRole('button', { name: 'Install Hooks' }).click();
    await eventually(() => assert.deepEqual(host.received.slice(1), [{ type: 'installHooks' }]));
    await host.setHooks('installed');
    await host.page.getByRole('button', { name: 'Install Hooks' }).waitFor({ state: 'detached' });
  });

  it('mentions missing hooks once, and for good no more', async () => {
    const host = await open({ sessions: [aSession()], hooks: 'missing' });
    await host.page.getByText(/^Allow and answer from here: /).waitFor();
    await host.page.getByRole('button', { name: 'Install Hooks' }).click();
    await eventually(() => assert.deepEqual(host.received.slice(1), [{ type: 'installHooks' }]));
    await host.page.getByRole('button', { name: 'Hide' }).click();
    await host.page.reload();
    await host.page.getByRole('article').waitFor();
    assert.equal(await host.page.getByRole('button', { name: 'Install Hooks' }).count(), 0);
  });

  it('offers to update hooks of another version', async () => {
    const host = await open({ sessions: [aSession()], hooks: 'outdated' });
    await host.page.getByRole('button', { name: 'Update Hooks' }).waitFor();
  });

  it('says that a setting keeps the hooks from running, and shows which', async () => {
    const host = await open({ sessions: [aSession()], hooks: 'blocked' });
    await host.page.getByText('a Claude Code setting keeps them from running').waitFor();
    await host.page.getByRole('button', { name: 'Show Which' }).click();
    await eventually(() => assert.deepEqual(host.received.slice(1), [{ type: 'installHooks' }]));
  });

  it('says how hooks of Codex are trusted once those of Claude Code run', async () => {
    const host = await open({ sessions: [aSession()], hooks: 'missing' });
    await host.setHooks('missing', 'untrusted');
    await host.page.getByText(/^Allow and answer from here: /).waitFor();
    await host.setHooks('installed', 'untrusted');
    await host.page.getByText('installed in Codex, but not trusted yet').waitFor();
    assert.equal(await host.page.getByRole('button', { name: 'Install Hooks' }).count(), 0);
    await host.setHooks('installed', 'missing');
    await host.page.getByRole('button', { name: 'Install Hooks' }).waitFor();
    await host.setHooks('installed', 'installed');
    await host.page.getByRole('button', { name: 'Hide' }).waitFor({ state: 'detached' });
  });

  it('offers the sessions that went down, until it is declined or taken', async () => {
    const host = await open({ sessions: [aSession()] });
    const { page } = host;
    host.setToday({ stranded: ['one', 'two', 'three'] });
    await host.update([aSession()]);
    const offer = page.getByRole('region', { name: 'Sessions of before' });
    await offer.getByRole('button', { name: 'Resume 3 Last Sessions…' }).click();
    await offer.getByRole('button', { name: 'Don’t Offer These Again' }).click();
    await eventually(() =>
      assert.deepEqual(host.received.slice(1), [
        { type: 'resumeStranded' },
        { type: 'leaveStranded' },
      ]),
    );
    host.setToday({ stranded: ['one'] });
    await host.update([aSession()]);
    await offer.getByRole('button', { name: 'Resume Last Session…' }).waitFor();
    host.setToday({});
    await host.update([aSession()]);
    await offer.waitFor({ state: 'detached' });
  });

  it('has calm words for an empty group', async () => {
    const host = await open({ sessions: [aSession()] });
    await host.page.getByRole('region', { name: 'Needs You 0' }).getByText('All clear').waitFor();
    await host.page.getByRole('region', { name: 'Done 0' }).getByText('Nothing here yet').waitFor();
  });

  it('stops the clock while nobody looks', async () => {
    const host = await open({ sessions: [aSession()] });
    await host.page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await host.page.clock.runFor(10_000);
    const time = host.page.getByRole('article').getByRole('time');
    assert.equal(await time.innerText(), '30s');
    await host.page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: false });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await eventually(async () => assert.equal(await time.innerText(), '40s'));
  });
});

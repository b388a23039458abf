import assert from 'node:assert/strict';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession } from '../../support/sessionBuilder';

const asking = aSession({
  sessionId: 'a',
  title: 'Session a',
  agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
  pendingRequest: aPendingRequest({
    requestId: 'request-a',
    call: { id: 'call-a', fate: 'open', answerable: true },
  }),
});

const silence = (host: FakeHost, isSilent: boolean) =>
  host.page.evaluate((silent) => {
    Object.assign(globalThis, { hostIsSilent: silent });
  }, isSilent);
const pings = (host: FakeHost): Promise<number> =>
  host.page.evaluate(() => Number(Reflect.get(globalThis, 'pings') ?? 0));
const assertText = (host: FakeHost, text: string) =>
  eventually(async () => {
    assert.equal(await host.page.locator('.connection span').innerText(), text);
  });
/** Messages caused by the person; the page reports visible cards by itself. */
const asked = (host: FakeHost): readonly string[] =>
  host.received.map(({ type }) => type).filter((type) => type !== 'inSight');
/** Simulates the page being hidden or shown again. */
const setHidden = (host: FakeHost, hidden: boolean) =>
  host.page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

describe('A page whose host is silent', () => {
  const open = pageSuite();

  it('says so, takes no answer, and goes on by itself with the next word', async () => {
    const host = await open({ sessions: [asking] });
    const allow = host.page.getByRole('button', { name: /^Allow/ }).first();
    await host.choose('a');
    await allow.waitFor();
    await host.page.clock.runFor(1_000);
    await silence(host, true);
    await host.page.clock.runFor(10_000);
    await assertText(host, 'Not connected…');
    await allow.click();
    assert.equal(
      await host.page.locator('.living').getAttribute('title'),
      'Not connected: the extension does not answer.',
    );
    await host.page.keyboard.press('Control+Enter');
    assert.ok(await host.page.getByRole('button', { name: 'New Session…' }).isDisabled());
    await silence(host, false);
    await host.page.clock.runFor(2_000);
    await assertText(host, 'Live');
    assert.deepEqual(asked(host), ['ready']);
  });

  it('keeps what is written, and takes no word of it as sent', async () => {
    const resting = aSession({
      sessionId: 'b',
      title: 'Session b',
      agentState: { group: 'needs_you', state: 'idle', label: 'Waiting for your next prompt' },
      prompting: { way: 'terminal', prompts: [] },
    });
    const host = await open({ sessions: [asking, resting] });
    await host.choose('a');
    await host.whole('a').getByRole('button', { name: 'Deny with Message…' }).click();
    await host.page.keyboard.type('Use the staging database');
    await host.page.clock.runFor(1_000);
    await silence(host, true);
    await host.page.clock.runFor(10_000);
    await assertText(host, 'Not connected…');
    await host.page.keyboard.type(' please');
    await host.page.keyboard.press('Control+Enter');
    const message = host.whole('a').locator('textarea').first();
    assert.equal(await message.inputValue(), 'Use the staging database please');
    const box = host.whole('b').getByRole('textbox');
    await silence(host, false);
    await host.page.clock.runFor(2_000);
    await assertText(host, 'Live');
    await host.choose('b');
    await host.page.keyboard.press('Control+Enter');
    await box.waitFor();
    await host.page.keyboard.type('my long prompt');
    await silence(host, true);
    await host.page.clock.runFor(10_000);
    await assertText(host, 'Not connected…');
    await host.page.keyboard.press('Enter');
    assert.equal(await box.inputValue(), 'my long prompt');
    await silence(host, false);
    await host.page.clock.runFor(2_000);
    await assertText(host, 'Live');
    await host.page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await box.inputValue(), ''));
    await host.choose('a');
    assert.ok(
      await host.whole('a').getByRole('button', { name: 'Deny', exact: true }).first().isEnabled(),
    );
    assert.deepEqual(asked(host), ['ready', 'changePrompts']);
  });

  it('shows what it knows in the other tabs, too', async () => {
    const host = await open({ sessions: [asking], width: 600 });
    await silence(host, true);
    await host.page.clock.runFor(10_000);
    await assertText(host, 'Not connected…');
    const running = host.page.getByRole('tab', { name: /^Running/ });
    await running.click();
    assert.equal(await running.getAttribute('aria-selected'), 'true');
  });

  for (const width of [300, 390, 480, 600, 800, 1000]) {
    for (const language of ['en', 'de']) {
      it(`moves no card, ${width} pixels wide, language ${language}`, async () => {
        const place = width < 400 ? 'side' : 'panel';
        const host = await open({ sessions: [asking], width, language, place });
        const top = () =>
          host.page.getByRole('article').evaluate((card) => card.getBoundingClientRect().top);
        const live = await top();
        await host.setConnection('offline');
        await host.page.locator('.connection[data-connection="offline"]').waitFor();
        assert.equal(await top(), live);
        await host.setConnection('live');
        await silence(host, true);
        await host.page.clock.runFor(10_000);
        await host.page.locator('.connection[data-connection="lost"]').waitFor();
        assert.equal(await top(), live);
      });
    }
  }

  it('is no page whose host has nothing to say', async () => {
    const host = await open({ sessions: [asking] });
    await host.page.clock.runFor(60_000);
    await assertText(host, 'Live');
    assert.ok((await pings(host)) <= 31);
  });

  it('asks nothing while nobody sees it, and asks first when it is seen again', async () => {
    const host = await open({ sessions: [asking] });
    await setHidden(host, true);
    const before = await pings(host);
    await silence(host, true);
    await host.page.clock.runFor(60_000);
    assert.equal(await pings(host), before);
    await setHidden(host, false);
    await host.page.clock.runFor(3_000);
    await assertText(host, 'Live');
    assert.ok((await pings(host)) > before);
    await host.page.clock.runFor(4_000);
    await assertText(host, 'Not connected…');
  });
});

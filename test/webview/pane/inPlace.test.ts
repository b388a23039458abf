import assert from 'node:assert/strict';
import type { Digest } from '../../../src/shared/protocol/looks';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { chooseInMenu } from '../../support/page/chooseInMenu';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession, secondsAgo } from '../../support/sessionBuilder';

const openPage = pageSuite();

/**
 * A session that asks to run a command; sessions with later letters have waited for a shorter time.
 */
const asks = (name: string): LiveSession =>
  aSession({
    sessionId: name,
    title: `Session ${name}`,
    stateSince: secondsAgo(200 - name.charCodeAt(0)),
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    pendingRequest: aPendingRequest({
      requestId: `request-${name}`,
      toolInput: { command: `npm run ${name}` },
      call: { id: `call-${name}`, fate: 'open', answerable: true },
    }),
  });

const works = (name: string): LiveSession =>
  aSession({
    sessionId: name,
    title: `Session ${name}`,
    agentState: { group: 'autonomous', state: 'thinking', label: 'Thinking' },
  });

const many = Array.from({ length: 30 }, (_, at) => asks(String.fromCharCode(97 + at)));

const open = (sessions: readonly LiveSession[], more: FakeHostOptions = {}) =>
  openPage({ sessions, width: 490, height: 800, ...more });
const pane = (host: FakeHost) => host.page.locator('.pane');
const title = (host: FakeHost) => pane(host).getByRole('heading', { level: 2 });
const card = (host: FakeHost, name: string) =>
  host.page.locator(`.fixed-card[data-session="${name}"]`);
const decisions = (host: FakeHost) =>
  host.received.flatMap((message) =>
    message.type === 'decide' ? [`${message.decision.kind} ${message.sessionId}`] : [],
  );
const posted = (host: FakeHost) => host.received.slice(1).map(({ type }) => type);

async function shows(host: FakeHost, name: string): Promise<void> {
  await eventually(async () => assert.equal(await title(host).innerText(), `Session ${name}`));
  await card(host, name).waitFor({ state: 'hidden' });
  assert.equal(await host.page.getByRole('main').count(), 1);
}

async function showsLists(host: FakeHost): Promise<void> {
  await eventually(async () => assert.equal(await pane(host).count(), 0));
  await host.page.getByRole('main', { name: 'Sessions' }).waitFor();
}

async function isFocused(host: FakeHost, selector: string): Promise<void> {
  await eventually(async () =>
    assert.equal(
      await host.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200)),
      await host.page.locator(selector).evaluate((one) => one.outerHTML.slice(0, 200)),
    ),
  );
}

const openButton = (name: string) => `.fixed-card[data-session="${name}"] [data-action="open"]`;
const paneTitle = '.pane [data-action="title"]';

/** Waits until the request was visible for as long as an answer requires. */
async function read(host: FakeHost): Promise<void> {
  await eventually(async () => {
    await host.page.clock.runFor(600);
    assert.equal(await pane(host).locator('[data-action="allow"][aria-disabled]').count(), 0);
    assert.equal(await pane(host).locator('[data-action="allow"]').count(), 1);
  });
  await host.page.clock.runFor(600);
}

describe('The pane in the place of the lists', () => {
  it('opens by a click with the focus on its title, and gives both back by its button and by Escape', async () => {
    const host = await open([asks('a'), asks('b'), works('c')]);
    await showsLists(host);
    assert.equal(await host.page.locator('[data-current="true"]').count(), 0);
    await card(host, 'b').locator('[data-action="open"]').focus();
    await showsLists(host); // Focusing a card's button does not open the session.
    await card(host, 'b').click();
    await shows(host, 'b');
    await isFocused(host, paneTitle);
    await pane(host).getByRole('button', { name: 'Back to the Board' }).click();
    await showsLists(host);
    await isFocused(host, openButton('b'));
    await host.page.keyboard.press('Enter');
    await shows(host, 'b');
    await host.page.keyboard.press('Escape');
    await showsLists(host);
    await isFocused(host, openButton('b'));
    await host.page.keyboard.press('Control+Enter'); // Not seen yet: it is shown first.
    await shows(host, 'b');
    assert.deepEqual(decisions(host), []);
  });

  it('has the room of the digest, which is back with the lists', async () => {
    const digest: Digest = {
      since: secondsAgo(7_000),
      pullsOpened: 2,
      pullsMerged: 0,
      pushed: 0,
      committed: 0,
      finished: 1,
      failingTests: 1,
      usd: 12.3,
      sessionIds: ['a'],
    };
    const host = await open([asks('a'), asks('b')], { today: { digest } });
    const line = host.page.getByRole('region', { name: 'While you were away' });
    await line.waitFor();
    const top = async () => (await host.page.locator('.notices').boundingBox())?.height;
    const height = await top();
    await card(host, 'b').click();
    await shows(host, 'b');
    await line.waitFor({ state: 'detached' });
    assert.equal(await top(), 0);
    await host.page.keyboard.press('Escape');
    await showsLists(host);
    await line.waitFor();
    assert.equal(await top(), height);
    await line.getByRole('button', { name: 'Go Through' }).click();
    await line.getByRole('button', { name: 'Previous' }).waitFor();
  });

  it('leaves the lists as far down as they were', async () => {
    const host = await open(many);
    const list = host.page.locator('.column-scroll');
    await list.evaluate((element) => element.scrollTo({ top: 700 }));
    const before = await list.evaluate(({ scrollTop }) => scrollTop);
    assert.ok(before > 0);
    const name = await host.page
      .locator('.fixed-card')
      .evaluateAll((cards) =>
        cards.find((one) => one.getBoundingClientRect().top > 300)?.getAttribute('data-session'),
      );
    assert.ok(name);
    await card(host, name).click();
    await shows(host, name);
    await host.page.keyboard.press('Escape');
    await showsLists(host);
    assert.equal(await list.evaluate(({ scrollTop }) => scrollTop), before);
  });

  it('leads through all that is blocked, and back to the lists after the last answer', async () => {
    const names = ['a', 'b', 'c'];
    const host = await open([...names.map((name) => asks(name)), works('z')]);
    await card(host, 'a').click();
    for (const name of names) {
      await shows(host, name);
      await read(host);
      await pane(host).getByRole('button', { name: 'Allow', exact: true }).click();
      await eventually(() => assert.equal(decisions(host).at(-1), `allow ${name}`));
      await host.update([works(name)]);
    }
    await showsLists(host);
    assert.deepEqual(
      decisions(host),
      names.map((name) => `allow ${name}`),
    );
    assert.ok(await host.page.evaluate(() => document.activeElement !== document.body));
  });

  it('says a refusal of the last answer beneath the lists, and leads back to its request', async () => {
    const host = await open([asks('a'), works('b')]);
    await card(host, 'a').click();
    await shows(host, 'a');
    await read(host);
    await pane(host).getByRole('button', { name: 'Allow', exact: true }).click();
    await showsLists(host);
    const top = (await card(host, 'a').boundingBox())?.y;
    await host.reply({ type: 'undecided', call: 'call-a', problem: 'It did not arrive.' });
    const refusal = host.page.getByRole('alert');
    await refusal.getByText('Session a: It did not arrive.').waitFor();
    assert.equal((await card(host, 'a').boundingBox())?.y, top);
    await refusal.getByRole('button', { name: 'Show', exact: true }).click();
    await shows(host, 'a');
    await pane(host).getByText('It did not arrive.', { exact: true }).waitFor();
    await host.page.keyboard.press('Escape');
    await showsLists(host);
    assert.equal(await refusal.count(), 0); // It was seen.
  });

  it('goes on by Next, which keeps the focus', async () => {
    const host = await open([asks('a'), asks('b')]);
    await card(host, 'a').click();
    await shows(host, 'a');
    await pane(host).getByRole('button', { name: 'Next (1)' }).click();
    await shows(host, 'b');
    await isFocused(host, '.pane [data-action="next"]');
  });

  for (const how of ['focus', 'answer', 'explain', 'show'] as const)
    it(`opens where the editor reveals a session, by ${how}`, async () => {
      const host = await open([asks('a'), works('b')]);
      await host.reveal('b', how);
      await shows(host, 'b');
      if (how !== 'show') await isFocused(host, paneTitle);
      assert.equal(await pane(host).locator('.why').count(), how === 'explain' ? 1 : 0);
    });

  it('opens details, explanation and the box for the next prompt by their keys on a card', async () => {
    const rests: LiveSession = {
      ...works('b'),
      prompting: { way: 'terminal', prompts: [] },
      pid: 4,
    };
    const host = await open([asks('a'), rests], { kept: { layout: 'list' } });
    const press = async (key: string): Promise<void> => {
      await host.page.clock.runFor(1_500); // Letters in quick succession count as typing.
      await host.page.locator(openButton('b')).focus();
      await host.page.keyboard.press(key);
      await shows(host, 'b');
    };
    await press('e');
    await pane(host).locator('.details').waitFor();
    await host.page.keyboard.press('Escape');
    await press('e'); // Details that were open are shown again.
    await pane(host).locator('.details').waitFor();
    await host.page.keyboard.press('e');
    await eventually(async () => assert.equal(await pane(host).locator('.details').count(), 0));
    await host.page.keyboard.press('Escape');
    await press('w');
    await pane(host).locator('.why').waitFor();
    await host.page.keyboard.press('Escape');
    await press('Control+Enter');
    await isFocused(host, '.pane [data-action="prompt"]');
    await host.page.keyboard.type('go on');
    await host.page.keyboard.press('Escape');
    await isFocused(host, paneTitle);
    await host.page.keyboard.press('Escape');
    await showsLists(host);
  });

  it('takes the second click of a double-click for the transcript, not for what came beneath it', async () => {
    const host = await open([asks('a'), asks('b'), works('c')]);
    for (const name of ['a', 'b', 'c'].slice(0, 2)) {
      await card(host, name).dblclick();
      await shows(host, name);
      await host.page.keyboard.press('Escape');
      await showsLists(host);
    }
    assert.deepEqual(posted(host), ['openTranscript', 'openTranscript']);
    await card(host, 'a').click();
    await pane(host).getByRole('button', { name: 'More Actions' }).click();
    await chooseInMenu(host.page, 'Dismiss');
    await eventually(() => assert.equal(posted(host).at(-1), 'act'));
  });

  it('makes room for the lists when they are filtered or laid out in another way', async () => {
    const host = await open([asks('a'), asks('b')]);
    await card(host, 'a').click();
    await shows(host, 'a');
    await host.page.keyboard.press('Control+f');
    await host.page.keyboard.type('Session b');
    await showsLists(host);
    await card(host, 'b').click();
    await shows(host, 'b');
    await host.page.keyboard.press('l');
    // Letters are ignored for a second after a chord.
    await host.page.clock.runFor(1_500);
    await host.page.keyboard.press('l');
    await showsLists(host);
  });

  it('stays open on a page that gets narrow while the person is in it, and closes otherwise', async () => {
    const rests: LiveSession = {
      ...works('b'),
      prompting: { way: 'terminal', prompts: [] },
      pid: 4,
    };
    const host = await open([asks('a'), rests], { width: 1440 });
    await card(host, 'b').click();
    await host.page.setViewportSize({ width: 490, height: 800 });
    await showsLists(host);
    await host.page.setViewportSize({ width: 1440, height: 800 });
    await pane(host).getByRole('textbox', { name: 'Next prompt' }).fill('and then');
    await host.page.setViewportSize({ width: 490, height: 800 });
    await shows(host, 'b');
    await host.page.keyboard.type(' the rest');
    assert.equal(await pane(host).getByRole('textbox').inputValue(), 'and then the rest');
  });

  it('says so where its session is gone, and leads on', async () => {
    const host = await open([asks('a'), works('b')]);
    await card(host, 'a').click();
    await shows(host, 'a');
    await host.update([], ['a']);
    await pane(host).getByText('This session is no longer on the board.').waitFor();
    await pane(host).getByRole('button', { name: 'Back to the Board' }).click();
    await showsLists(host);
    assert.ok(await host.page.evaluate(() => document.activeElement !== document.body));
  });
});

describe('A request that is not answered here', () => {
  it('is shown whole in the pane all the same', async () => {
    const { pendingRequest, ...rest } = asks('a');
    assert.ok(pendingRequest);
    const { call: _, ...without } = pendingRequest;
    for (const width of [490, 1440]) {
      const host = await open([{ ...rest, pendingRequest: without }], { width });
      await card(host, 'a').click();
      await pane(host).locator('.request-parts').getByText('npm run a').waitFor();
    }
  });
});

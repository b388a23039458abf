import assert from 'node:assert/strict';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import { waitUntilDrawn, type FakeHost, type FakeHostOptions } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession, secondsAgo } from '../../support/sessionBuilder';

const openPage = pageSuite();

function asks(name: string, request: Partial<PendingRequest> = {}): LiveSession {
  return aSession({
    sessionId: name,
    title: `Session ${name}`,
    projectPath: '/home/dev/shop',
    projectName: 'shop',
    stateSince: secondsAgo(1_000 - name.charCodeAt(0)),
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    pendingRequest: aPendingRequest({
      requestId: `request-${name}`,
      cwd: '/home/dev/shop',
      toolInput: { command: `npm run ${name}` },
      call: { id: `call-${name}`, fate: 'open', answerable: true },
      ...request,
    }),
  });
}

const long = {
  toolInput: { command: Array.from({ length: 30 }, (_, at) => `id ${at}`).join('\n') },
};

const open = (sessions: readonly LiveSession[], more: FakeHostOptions = {}): Promise<FakeHost> =>
  openPage({ sessions, width: 1440, height: 900, ...more });

const onCard = (host: FakeHost, name: string) =>
  host.page.locator(`.fixed-card[data-session="${name}"]`);
const allowOnCard = (host: FakeHost, name: string) =>
  onCard(host, name).getByRole('button', { name: /^Allow\b/ });
const allowInPane = (host: FakeHost) =>
  host.page.locator('.pane-foot').getByRole('button', { name: 'Allow', exact: true });
const decided = (host: FakeHost) => host.received.filter(({ type }) => type === 'decide');

async function pass(host: FakeHost, ms = 600): Promise<void> {
  await host.page.evaluate(waitUntilDrawn);
  await host.page.clock.runFor(ms);
}

/** Waits until a reason is shown beside the buttons and announced by the live region, once each. */
async function assertReason(host: FakeHost, where: string, reason: string): Promise<void> {
  const note = host.page.locator(where);
  await note.filter({ hasText: reason }).waitFor();
  assert.equal(await host.page.locator('.card-idle, .answer-idle').count(), 1);
  await host.page.clock.runFor(700);
  await eventually(async () =>
    assert.equal(await host.page.locator('output.visually-hidden').innerText(), reason),
  );
}

describe('A press that decides nothing', () => {
  const tooSoon = 'Press again: the request has only just appeared here.';

  it('on a card says for a moment that the request has just appeared, and moves nothing', async () => {
    const host = await open([asks('a'), asks('b'), asks('c')]);
    await pass(host, 300);
    const boxes = () =>
      host.page
        .locator('.fixed-card, .card-choice, .open')
        .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    const before = await boxes();
    await allowOnCard(host, 'b').click();
    await assertReason(host, '.fixed-card[data-session="b"] > .card-idle', tooSoon);
    assert.deepEqual(await boxes(), before);
    assert.deepEqual(decided(host), []);
    await host.page.clock.runFor(6_000);
    await eventually(async () => assert.equal(await host.page.locator('.card-idle').count(), 0));
    await allowOnCard(host, 'b').click();
    await eventually(() => assert.equal(decided(host).length, 1));
  });

  it('on a card whose words are covered leads to the whole request', async () => {
    const host = await open([asks('a'), asks('b')]);
    await pass(host);
    const words = await onCard(host, 'b').locator('.doing-label').boundingBox();
    await host.page.evaluate((box) => {
      const cover = document.createElement('div');
      cover.style.cssText = `position:fixed; z-index:9; left:${box?.x}px; top:${box?.y}px; width:20px; height:20px`;
      document.body.append(cover);
    }, words);
    await allowOnCard(host, 'b').click();
    const reason = 'Open the session: its card doesn’t show all of the request.';
    await assertReason(host, '.fixed-card[data-session="b"] > .card-idle', reason);
    assert.deepEqual(decided(host), []);
  });

  it('in the pane says above the buttons that there is more to read, and shows it', async () => {
    const host = await open([asks('a', long)], { height: 420 });
    await pass(host);
    const foot = host.page.locator('.pane-foot');
    const before = [await allowInPane(host).boundingBox(), await foot.boundingBox()];
    await allowInPane(host).click({ force: true });
    const reason = 'You hadn’t seen all of it. This is the next part.';
    await assertReason(host, '.pane-answer > .answer-idle', reason);
    const [note, allow] = [
      await host.page.locator('.answer-idle').boundingBox(),
      await allowInPane(host).boundingBox(),
    ];
    assert.ok(note !== null && allow !== null && note.y + note.height <= allow.y);
    assert.deepEqual([allow, await foot.boundingBox()], before);
    assert.deepEqual(decided(host), []);
  });

  it('on Deny in the pane says that the request has just appeared', async () => {
    const host = await open([asks('a'), asks('b')]);
    await pass(host);
    await host.choose('b');
    await pass(host, 100);
    await host.page
      .locator('.pane-foot')
      .getByRole('button', { name: 'Deny', exact: true })
      .click();
    await assertReason(host, '.pane-answer > .answer-idle', tooSoon);
    assert.deepEqual(decided(host), []);
  });

  it('by a key shows the request where it was not shown, and says to read it', async () => {
    const host = await open([asks('a'), asks('b')], { width: 700 });
    await pass(host);
    await onCard(host, 'a').locator('.open').focus();
    await host.page.keyboard.press('Control+Enter');
    const reason = 'Read the request to its end, then press again.';
    await assertReason(host, '.pane-answer > .answer-idle', reason);
    await pass(host);
    await host.page.keyboard.press('Control+Enter');
    await eventually(() => assert.equal(decided(host).length, 1));
    assert.equal(await host.page.locator('.answer-idle').count(), 0);
  });

  it('on the answers to questions says that they have just appeared', async () => {
    const questions = [
      { question: 'Which?', header: 'Which', options: [{ label: 'One' }, { label: 'Two' }] },
    ];
    const asked = { toolName: 'AskUserQuestion', toolInput: { questions } };
    const host = await open([asks('a'), asks('b', asked)]);
    await pass(host);
    await host.choose('b');
    await host.page.getByRole('radio', { name: 'One' }).check();
    await host.page.getByRole('button', { name: 'Send Answer' }).click();
    await assertReason(host, '.pane-answer > .answer-idle', tooSoon);
    assert.deepEqual(decided(host), []);
  });
});

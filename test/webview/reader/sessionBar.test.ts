import assert from 'node:assert/strict';
import type { PendingRequest } from '../../../src/shared/protocol/protocol';
import { believableTranscript } from '../../support/transcript/believableTranscript';
import { collisionLine } from '../../../src/shared/board/texts/collisionText';
import { askedCollision, collisions, lostCollision } from '../../support/board/collisionBuilder';
import { violations, violationsInThemes } from '../../support/page/axe';
import { withPull } from '../../support/page/boards/deliveredBoard';
import { eventually } from '../../support/page/eventually';
import { aGrant } from '../../support/page/boards/grantCards';
import { followed } from '../../support/page/boards/followUpCards';
import { readerSuite } from '../../support/page/pageSuite';
import type { ReaderPageUnderTest } from '../../support/page/readerPage';
import { aPendingRequest, type SessionOverrides } from '../../support/sessionBuilder';
import { threeQuestions } from '../../support/board/someQuestions';
import { homeSessionId as sessionId } from '../../support/transcript/transcriptHome';
import { waitUntilRead } from '../../support/page/read';
import { waitFixedTime } from '../../support/waitFixedTime';

const request = (change: Partial<PendingRequest> = {}): PendingRequest =>
  aPendingRequest({
    requestId: 'one',
    cwd: '/home/dev/shop',
    call: { id: 'call-one', fate: 'open', answerable: true },
    ...change,
  });
const asks = (change: Partial<PendingRequest> = {}): SessionOverrides => ({
  agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
  pendingRequest: request(change),
});
const rests: SessionOverrides = {
  pid: 4,
  agentState: { group: 'needs_you', state: 'idle', label: 'Ready for a prompt' },
  prompting: { way: 'hook', prompts: [] },
};
const runs: SessionOverrides = {
  pid: 4,
  prompting: { way: 'terminal', prompts: [] },
};

describe('The bar beneath a transcript', function () {
  this.timeout(60_000);
  const open = readerSuite();
  const bar = ({ page }: ReaderPageUnderTest) =>
    page.getByRole('region', { name: 'Answer the session' });
  const allow = (host: ReaderPageUnderTest) =>
    bar(host).getByRole('button', { name: 'Allow', exact: true });
  const prompt = (host: ReaderPageUnderTest) => bar(host).getByRole('textbox');
  const becomesLive = (host: ReaderPageUnderTest) =>
    eventually(async () => assert.equal(await allow(host).getAttribute('aria-disabled'), null));
  const decisions = (host: ReaderPageUnderTest) =>
    host.bar.asked.flatMap((one) => (one.type === 'decide' ? [one.decision] : []));
  const lines = believableTranscript().lines;

  it('is not there for a session that is not on the board, nor for one that takes nothing', async () => {
    const host = await open(lines);
    assert.equal(await bar(host).count(), 0);
    const other = await open(lines, { live: {} });
    assert.equal(await bar(other).count(), 0);
  });

  it('writes a follow-up for another session, and shows one that waits there', async () => {
    const other = followed('c');
    const followUps = [
      { sessionId: 'c', id: 'p', text: 'Do p', when: { kind: 'finished', of: sessionId } },
    ];
    const prompting = { way: 'hook' as const, prompts: [], followUps: true, newSessions: true };
    const host = await open(lines, { live: { ...rests, prompting, followUps }, others: [other] });
    const then = bar(host).getByRole('list', { name: 'Follow-ups' });
    await then.getByText('Do p', { exact: true }).waitFor();
    await then.getByRole('button', { name: 'Hold' }).click();
    await prompt(host).fill('Look at it');
    await bar(host).locator('[data-action="followUp"]').click();
    const choice = (name: string) => bar(host).getByRole('combobox', { name, exact: true });
    await choice('When').selectOption({ label: 'Finished' });
    const targets = choice('Send to').locator('option');
    assert.deepEqual(await targets.allInnerTexts(), ['This session', 'A new session', 'Session c']);
    await choice('Send to').selectOption({ label: 'Session c' });
    await bar(host).getByRole('button', { name: 'Queue', exact: true }).click();
    const changes = () =>
      host.bar.asked.flatMap((one) =>
        one.type === 'changePrompts' ? [[one.sessionId, one.change] as const] : [],
      );
    await eventually(() => assert.equal(changes().length, 2));
    const [hold, [target, add] = []] = changes();
    assert.deepEqual(hold, ['c', { kind: 'hold', id: 'p', held: true }]);
    assert.equal(target, 'c');
    assert.ok(add?.kind === 'add');
    const when = { kind: 'finished', of: sessionId };
    assert.deepEqual([add.when, add.from], [when, sessionId]);
  });

  it('says where its session meets another one, as its card does', async () => {
    for (const width of [900, 320]) {
      const taken = collisions(lostCollision());
      const host = await open(lines, { live: { ...rests, collisions: taken }, width });
      const line = bar(host).locator('.collision-line');
      assert.equal(await line.innerText(), collisionLine(lostCollision()));
      await bar(host).getByRole('button', { name: 'What to Do…' }).click();
      assert.deepEqual(await host.page.getByRole('menuitem').allInnerTexts(), [
        'See Both Changes',
        'Prompt This Agent…',
        'Don’t Show This Again',
      ]);
      await host.page.getByRole('menuitem', { name: 'See Both Changes' }).click();
      const collision = lostCollision().id;
      await eventually(() =>
        assert.deepEqual(host.bar.asked.at(-1), { type: 'seeCollision', sessionId, collision }),
      );
    }
  });

  it('says on its request that another session changed the file, and lets that be seen first', async () => {
    const host = await open(lines, {
      live: { ...asks({ toolName: 'Edit' }), collisions: collisions(askedCollision()) },
    });
    const line = bar(host).locator('.answer .collision-line');
    assert.equal(await line.innerText(), collisionLine(askedCollision()));
    assert.equal(await line.getAttribute('data-must-see'), 'request');
    assert.deepEqual(await violations(host.page), []);
  });

  it('shows an edit within its file, with the numbers of its lines', async () => {
    const surroundings = { line: 98, before: 'x\n', after: ';\nz' };
    const call = { id: 'call-one', fate: 'open', answerable: true, surroundings } as const;
    const toolInput = { file_path: '/src/a.ts', old_string: 'two', new_string: 'three' };
    const host = await open(lines, { live: asks({ toolName: 'Edit', toolInput, call }) });
    const shown = bar(host).locator('.edit-line');
    await shown.first().waitFor();
    assert.deepEqual(await shown.evaluateAll((all) => all.map((line) => line.textContent)), [
      '98 x',
      '99−two;',
      '99+three;',
      '100 z',
    ]);
    await becomesLive(host);
  });

  it('says what its session delivered, with links that the window opens', async () => {
    const { display, outcome } = withPull;
    const live = { ...rests, ...(display && { display }), ...(outcome && { outcome }) };
    for (const width of [900, 320]) {
      const host = await open(lines, { live, width });
      const title = bar(host).locator('.bar-title');
      assert.equal(await title.textContent(), 'Opened PR #41. Ready for a prompt');
      assert.equal(await title.locator('[title]').getAttribute('title'), 'Ready for a prompt');
      const edge = await bar(host).evaluate((one) => one.scrollWidth - one.clientWidth);
      assert.equal(edge, 0);
      await bar(host).getByRole('link', { name: 'PR #41' }).click();
      await eventually(() =>
        assert.deepEqual(
          host.bar.asked.filter(({ type }) => type === 'openLink'),
          [{ type: 'openLink', sessionId, href: 'https://github.com/dev/api-server/pull/41' }],
        ),
      );
      assert.deepEqual(await violations(host.page), []);
    }
  });

  it('allows by pointer what was seen, half a second later', async () => {
    const host = await open(lines, { live: asks() });
    await becomesLive(host);
    await eventually(async () => {
      await allow(host).click();
      assert.deepEqual(decisions(host), [{ kind: 'allow' }]);
    });
    await bar(host).getByText('Answered. The session continues…').waitFor();
    host.bar.put(rests);
    await prompt(host).waitFor();
  });

  it('keeps Allow off until a long command was scrolled through', async () => {
    const command = Array.from({ length: 14 }, (_, at) => `echo ${at}`).join('\n');
    const host = await open(lines, { live: asks({ toolInput: { command } }), height: 340 });
    await allow(host).waitFor();
    assert.equal(await allow(host).getAttribute('aria-disabled'), 'true');
    await waitUntilRead(allow(host));
    await allow(host).click({ force: true });
    assert.deepEqual(decisions(host), []);
    await eventually(async () => {
      await bar(host).getByRole('button', { name: 'Allow' }).first().click({ force: true });
      assert.deepEqual(decisions(host), [{ kind: 'allow' }]);
    });
  });

  it('leads a key to the request first, and takes it there', async () => {
    const host = await open(lines, { live: asks() });
    await becomesLive(host);
    const now = await host.page.evaluate(() => Date.now());
    await host.page.clock.setFixedTime(now);
    await host.page.getByRole('feed').focus();
    await host.page.keyboard.press('Control+Enter');
    assert.equal(await host.page.locator('.bar-title:focus').count(), 1);
    await host.page.keyboard.press('Control+Enter');
    assert.deepEqual(decisions(host), [], 'too soon to have been read');
    await host.page.clock.setFixedTime(now + 1_000);
    await host.page.keyboard.press('Control+Backspace');
    await eventually(() => assert.deepEqual(decisions(host), [{ kind: 'deny' }]));
    await waitFixedTime(100);
    assert.equal(await host.page.locator('.bar-title:focus').count(), 1);
  });

  it('answers questions, the focus led to them by a key', async () => {
    const toolInput = { questions: threeQuestions.slice(0, 1) };
    const host = await open(lines, { live: asks({ toolName: 'AskUserQuestion', toolInput }) });
    await bar(host).getByRole('radio').first().waitFor();
    await host.page.getByRole('feed').focus();
    await host.page.keyboard.press('Control+Enter');
    await host.page.keyboard.press('Control+Enter');
    await eventually(async () => assert.equal(await bar(host).locator('input:focus').count(), 1));
  });

  it('queues a prompt and says so, and gives the focus back to the bar by Escape', async () => {
    const host = await open(lines, { live: rests });
    await prompt(host).waitFor();
    await host.page.getByRole('feed').focus();
    await host.page.keyboard.press('Control+Enter');
    await host.page.keyboard.type('Go on, a b d');
    await host.page.keyboard.press('Enter');
    await eventually(() => {
      const [change] = host.bar.asked.flatMap((one) =>
        one.type === 'changePrompts' ? [one.change] : [],
      );
      assert.equal(change?.kind === 'add' && change.text, 'Go on, a b d');
    });
    assert.equal(await prompt(host).inputValue(), '');
    await host.page.keyboard.press('Escape');
    assert.equal(await host.page.locator('.bar-title:focus').count(), 1);
    assert.deepEqual(
      host.bar.asked.filter(({ type }) => type === 'sessionCommand'),
      [],
    );
  });

  it('interrupts by its button, and by no letter', async () => {
    const host = await open(lines, { live: runs });
    const commands = () =>
      host.bar.asked.flatMap((one) => (one.type === 'sessionCommand' ? [one.command] : []));
    await bar(host).getByRole('button', { name: 'Interrupt' }).click();
    await eventually(() => assert.deepEqual(commands(), ['interruptSession']));
    await host.page.getByRole('feed').focus();
    for (const key of ['b', 'b', 'y', 'x', 'q']) await host.page.keyboard.press(key);
    await waitFixedTime(450);
    await host.page.keyboard.press('b');
    await waitFixedTime(100);
    assert.equal(commands().length, 1);
  });

  it('has the draft that the card has, and keeps it over a reload', async () => {
    const host = await open(lines, { live: rests });
    await prompt(host).fill('From here');
    await eventually(() => {
      const [draft] = host.bar.drafts.all;
      assert.equal(Object(JSON.parse(draft?.text ?? '{}')).words, 'From here');
    });
    const { at, ...name } = host.bar.drafts.all[0] ?? assert.fail();
    const text = JSON.stringify({ words: 'From the card', title: '', alive: true });
    host.bar.drafts.applyDraft({ ...name, at: at + 1, text }, host);
    await eventually(async () => assert.equal(await prompt(host).inputValue(), 'From the card'));
    await host.page.reload();
    await eventually(async () => assert.equal(await prompt(host).inputValue(), 'From the card'));
  });

  it('leads to being accepted where this editor may not answer yet, with its code', async () => {
    const host = await open(lines, { live: asks() });
    await allow(host).waitFor();
    host.bar.control.set('stranger');
    await bar(host).getByText('This editor can’t answer yet.').waitFor();
    await bar(host).getByRole('button', { name: 'Ask to Be Accepted…' }).click();
    await eventually(() => assert.deepEqual(host.bar.asked.at(-1), { type: 'askToAnswer' }));
    host.bar.control.code = 'ABCDE-FGHIJ';
    host.bar.control.set('stranger');
    await bar(host).getByText('ABCDE-FGHIJ', { exact: true }).waitFor();
    assert.equal(await allow(host).count(), 0);
  });

  it('has of a subagent’s transcript only what that subagent asks', async () => {
    const host = await open(lines, { live: { ...rests, ...asks() }, agentId: 'x' });
    assert.equal(await bar(host).count(), 0);
    host.bar.put(asks({ agentId: 'x', agentType: 'Explore' }));
    await bar(host).getByText('Explore subagent asks').waitFor();
    assert.equal(await prompt(host).count(), 0);
  });

  it('stays at the end of the transcript while it comes and grows', async () => {
    const host = await open(lines, { live: runs, height: 500 });
    assert.ok((await host.fromEnd()) < 2);
    host.bar.put(asks({ toolInput: { command: 'npm test\n'.repeat(9) } }));
    await allow(host).waitFor();
    await eventually(async () => assert.ok((await host.fromEnd()) < 2));
  });

  it('allows a request for a while, and ends what is allowed', async () => {
    const grants = [aGrant({ until: Date.now() + 600_000 })];
    const host = await open(lines, { live: { ...runs, ...asks(), grants } });
    await becomesLive(host);
    await bar(host).getByRole('button', { name: 'Allow for a While…' }).click();
    const give = bar(host).getByRole('button', { name: 'Allow for 15 Minutes' });
    await waitUntilRead(give);
    await bar(host).getByRole('button', { name: 'End', exact: true }).click();
    await give.click();
    await eventually(() => {
      const given = host.bar.asked.find(({ type }) => type === 'giveGrant');
      assert.ok(given?.type === 'giveGrant' && given.rule.kind === 'command');
      assert.equal(given.rule.command, 'npm test');
    });
    assert.deepEqual(decisions(host), []);
  });

  it('has no barrier in any theme', async () => {
    const host = await open(lines, { live: { ...runs, ...asks() } });
    await becomesLive(host);
    assert.deepEqual(await violationsInThemes(host.page), []);
    host.bar.put(runs);
    await prompt(host).waitFor();
    assert.deepEqual(await violationsInThemes(host.page), []);
  });

  it('is one session’s alone, and gets no request of another one', async () => {
    const host = await open(lines, { live: asks() });
    assert.equal(await bar(host).getAttribute('data-session'), sessionId);
    host.bar.board.put({ ...(host.bar.board.get(sessionId) ?? assert.fail()), sessionId: 'b' });
    const changed = () =>
      host.told.flatMap((one) =>
        one.type === 'bar' && one.message.type === 'update' ? one.message.changed : [],
      );
    await eventually(() => assert.equal(changed().length, 1));
    assert.deepEqual([changed()[0]?.sessionId, changed()[0]?.pendingRequest], ['b', undefined]);
    assert.equal(await bar(host).getAttribute('data-session'), sessionId);
    assert.equal(await allow(host).count(), 1);
  });
});

import assert from 'node:assert/strict';
import type { PromptCard } from '../../../src/shared/protocol/prompts';
import type { SourceFollowUp } from '../../../src/shared/protocol/session/followUp';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { card, followed, followUp, sent, three } from '../../support/page/boards/followUpCards';
import { wholeSuite } from '../../support/page/pageSuite';
import { secondsAgo } from '../../support/sessionBuilder';

const open = wholeSuite();

const items = (host: FakeHost) =>
  card(host).getByRole('list', { name: 'Queued prompts' }).getByRole('listitem');

describe('A follow-up on the card of its source', () => {
  const source = (change: Partial<SourceFollowUp> = {}) =>
    followed(
      'a',
      {},
      {
        followUps: [
          {
            sessionId: 'c',
            id: 'p',
            text: 'Look at it',
            when: { kind: 'fact', fact: 'testsGreen', of: 'a' },
            ...change,
          },
        ],
      },
    );
  const target = followed('c', {
    prompts: [
      followUp('p', { text: 'Look at it', when: { kind: 'fact', fact: 'testsGreen', of: 'a' } }),
    ],
  });
  const list = (host: FakeHost) =>
    card(host).getByRole('list', { name: 'Follow-ups' }).getByRole('listitem');

  it('is one line that names its target, and is held, edited and removed in the pane', async () => {
    const host = await open({ sessions: [source(), target] });
    const lines = host.page.locator('.fixed-card[data-session="a"] .then-fact');
    assert.deepEqual(
      await lines.evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
      Array<string>(2).fill('Then “Session c”: Look at it, when its tests pass'),
    );
    assert.match(
      await list(host).innerText(),
      /^\s*Then “Session c”\s*\n\s*Look at it\s+Sent when its tests pass/,
    );
    await list(host).getByRole('button', { name: 'Hold' }).click();
    await list(host).getByRole('button', { name: 'Edit Prompt' }).click();
    const edit = list(host).getByRole('textbox', { name: 'Prompt', exact: true });
    await edit.fill('Look twice');
    await edit.press('Enter');
    await list(host).getByRole('button', { name: 'Remove Prompt' }).click();
    const when = { kind: 'fact', fact: 'testsGreen', of: 'a' };
    await eventually(() =>
      assert.deepEqual(
        sent(host).map(({ sessionId, change }) => ({ sessionId, change })),
        [
          { sessionId: 'c', change: { kind: 'hold', id: 'p', held: true } },
          { sessionId: 'c', change: { kind: 'edit', id: 'p', text: 'Look twice', when } },
          { sessionId: 'c', change: { kind: 'remove', id: 'p' } },
        ],
      ),
    );
  });

  it('says why it waits, and leads to its target', async () => {
    const host = await open({ sessions: [source({ waitsFor: 'question' }), target] });
    await list(host)
      .getByText(/The session it waits for has a question\./)
      .waitFor();
    await list(host).getByRole('button', { name: '“Session c”' }).click();
    await host.whole('c').waitFor();
  });

  it('is only shown where its target is not on the board, or not controlled from here', async () => {
    const elsewhere = followed('c', {}, { projectPath: '/home/dev/closed' });
    const control = { status: 'on', disabledProjects: ['/home/dev/closed'] } as const;
    const host = await open({ sessions: [source(), elsewhere], control });
    await list(host).waitFor();
    assert.equal(
      await list(host)
        .getByRole('button', { name: /Hold|Edit|Remove/ })
        .count(),
      0,
    );
    await host.update([], ['c']);
    await list(host)
      .getByText(/Then a session that is not on the board/)
      .waitFor();
    assert.equal(await list(host).getByRole('button').count(), 0);
  });
});

describe('A follow-up in the queue', () => {
  const withPrompts = (...prompts: readonly PromptCard[]) => [
    followed('a', { prompts: [...prompts] }),
    ...three.slice(1),
  ];

  it('is shown after the other prompts, with its condition, its count and what it waits for', async () => {
    const repeats = followUp('p', { repeat: { max: 5, sent: 2 }, waitsFor: 'background' });
    const plain = followUp('q', { when: undefined });
    const host = await open({ sessions: withPrompts(repeats, plain) });
    const texts = await items(host).allInnerTexts();
    assert.match(texts[0] ?? '', /Do q\s+Queued/);
    assert.match(
      texts[1] ?? '',
      /Do p\s+Sent when the tests of “Session b” pass · 2 of 5 sent · Background work is still running\./,
    );
  });

  it('that starts a session says so, why it waits, and leads to the session once it runs', async () => {
    const newSession = { folder: '/home/dev/shop', worktree: true };
    const [at, when] = [secondsAgo(60), { kind: 'fact', fact: 'testsGreen' }];
    const waits = followUp('p', { newSession, when, metAt: at, waitsFor: 'noStarter' });
    const failed = followUp('q', { newSession, held: true, problem: 'Nobody is logged in.' });
    const read = followUp('r', { newSession, when, state: 'read', startedAs: 'b' });
    const followUps = [{ sessionId: 'a', id: 'p', text: 'Do p', when, newSession }];
    const prompting = { prompts: [waits, failed, read] };
    const host = await open({
      sessions: [followed('a', prompting, { followUps }), ...three.slice(1)],
    });
    const [first = '', second = '', third = ''] = await items(host).allInnerTexts();
    assert.match(first, /Do r\s+Started a new session .* · “Session b”/);
    assert.match(
      second,
      /Do p\s+Starts a new session in a worktree of shop when the tests of “Session a” pass · .* · No window can start a session now\./,
    );
    assert.match(third, /Do q\s+.* · On hold · Nobody is logged in\./);
    assert.equal(await card(host).getByRole('list', { name: 'Follow-ups' }).count(), 0);
    const line = host.page.locator('.fixed-card[data-session="a"] .then-fact').first();
    assert.equal(
      await line.getAttribute('title'),
      'Then a new session in a worktree of shop: Do p, when its tests pass',
    );
    await items(host).first().getByRole('button', { name: '“Session b”' }).click();
    await host.whole('b').waitFor();
  });

  it('keeps the session that it starts when it is edited', async () => {
    const newSession = { folder: '/home/dev/shop' };
    const prompt = followUp('p', { newSession });
    const host = await open({ sessions: withPrompts(prompt) });
    await items(host).getByRole('button', { name: 'Edit Prompt' }).click();
    const edit = items(host).getByRole('textbox', { name: 'Prompt', exact: true });
    await edit.fill('Look twice');
    await edit.press('Enter');
    const { when } = prompt;
    await eventually(() =>
      assert.deepEqual(
        sent(host).map(({ change }) => change),
        [{ kind: 'edit', id: 'p', text: 'Look twice', when, newSession }],
      ),
    );
  });

  it('is held and released', async () => {
    const held = followUp('q', { held: true });
    const host = await open({ sessions: withPrompts(followUp('p'), held) });
    await items(host)
      .nth(1)
      .getByText(/On hold/)
      .waitFor();
    await items(host).nth(0).getByRole('button', { name: 'Hold' }).click();
    await items(host).nth(1).getByRole('button', { name: 'Release' }).click();
    await eventually(() =>
      assert.deepEqual(
        sent(host).map(({ change }) => change),
        [
          { kind: 'hold', id: 'p', held: true },
          { kind: 'hold', id: 'q', held: false },
        ],
      ),
    );
  });

  it('keeps its condition when its text is edited', async () => {
    const prompt = followUp('p', { repeat: { max: 5, sent: 2 }, from: 'c' });
    const host = await open({ sessions: withPrompts(prompt) });
    await items(host).getByRole('button', { name: 'Edit Prompt' }).click();
    const edit = card(host).getByRole('textbox', { name: 'Prompt', exact: true });
    await edit.fill('Do it better');
    await edit.press('Enter');
    await eventually(() =>
      assert.deepEqual(
        sent(host).map(({ change }) => change),
        [
          {
            kind: 'edit',
            id: 'p',
            text: 'Do it better',
            when: { kind: 'fact', fact: 'testsGreen', of: 'b' },
            repeat: { max: 5 },
            from: 'c',
          },
        ],
      ),
    );
  });

  it('of a newer version is held and removed, but not edited', async () => {
    const host = await open({
      sessions: withPrompts(followUp('p', { when: { kind: 'moon' } })),
    });
    await items(host)
      .getByText(/This version doesn’t know the condition/)
      .waitFor();
    const names = await items(host).getByRole('button').allInnerTexts();
    assert.equal(await items(host).getByRole('button', { name: 'Edit Prompt' }).count(), 0);
    assert.equal(names.length, 2);
    await items(host).getByRole('button', { name: 'Remove Prompt' }).click();
    await eventually(() => assert.deepEqual(sent(host)[0]?.change, { kind: 'remove', id: 'p' }));
  });

  it('has no order among the prompts, which are moved past it', async () => {
    const plain = (id: string) => followUp(id, { when: undefined });
    const host = await open({ sessions: withPrompts(plain('q'), followUp('p'), plain('r')) });
    assert.equal(await items(host).nth(2).getByRole('button', { name: /Move/ }).count(), 0);
    await items(host).nth(1).getByRole('button', { name: 'Move Up' }).click();
    await items(host).nth(0).getByRole('button', { name: 'Move Down' }).click();
    await eventually(() =>
      assert.deepEqual(
        sent(host).map(({ change }) => change),
        [
          { kind: 'move', id: 'r', by: -1, past: 'q' },
          { kind: 'move', id: 'q', by: 1, past: 'r' },
        ],
      ),
    );
  });
});

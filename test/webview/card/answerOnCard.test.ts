import assert from 'node:assert/strict';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
import {
  asks,
  button,
  cardOf,
  decided,
  decision,
  waitUntilReadable,
  projectPath,
} from '../../support/page/boards/answerableCards';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession } from '../../support/sessionBuilder';

const openPage = pageSuite();

const works = (name: string): LiveSession =>
  aSession({ sessionId: name, title: `Session ${name}`, agentState: { label: 'Runs' } });

const open = (sessions: readonly LiveSession[], more: FakeHostOptions = {}): Promise<FakeHost> =>
  openPage({ sessions, width: 1440, height: 900, ...more });

const chosen = (host: FakeHost) =>
  host.page.locator('.whole-card').first().getAttribute('data-session');

/** The middle of a button. */
async function middle(host: FakeHost, name: string, verb = 'Allow') {
  const box = (await button(host, name, verb).boundingBox()) ?? assert.fail('no button');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

describe('A request that its card tells whole', () => {
  it('is allowed and denied on the card, which is not chosen and takes no focus', async () => {
    const host = await open([asks('a'), asks('b'), asks('c')]);
    await waitUntilReadable(host);
    assert.equal(await chosen(host), 'a');
    const field = host.page.locator('.pane textarea').first();
    await field.focus();
    await button(host, 'b').click();
    await button(host, 'c', 'Deny').click();
    await eventually(() => assert.deepEqual(decided(host), [decision('b'), decision('c', 'deny')]));
    assert.equal(await chosen(host), 'a');
    assert.equal(await field.evaluate((one) => one === document.activeElement), true);
    assert.ok(host.shown.includes('call-b'));
  });

  it('is named by its buttons', async () => {
    const host = await open([asks('a'), asks('b')]);
    const names = await cardOf(host, 'b')
      .locator('.card-choice')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    assert.deepEqual(names, ['Allow npm run b', 'Deny npm run b']);
  });

  it('of the chosen session leads the pane on, unless it holds the focus', async () => {
    const host = await open([asks('a'), asks('b'), asks('c')]);
    await waitUntilReadable(host);
    await host.page.locator('.pane textarea').first().focus();
    await button(host, 'a').click();
    await eventually(() => assert.deepEqual(decided(host), [decision('a')]));
    assert.equal(await chosen(host), 'a');
    await host.choose('b');
    await waitUntilReadable(host);
    await button(host, 'b').click();
    await eventually(async () => assert.equal(await chosen(host), 'c'));
  });

  it('can be answered once the pane that showed it shows another', async () => {
    const host = await open([asks('a'), asks('b')]);
    await waitUntilReadable(host);
    await host.choose('b');
    await waitUntilReadable(host);
    await button(host, 'a').click();
    await eventually(() => assert.deepEqual(decided(host), [decision('a')]));
  });

  it('cannot be answered before it was in sight for half a second', async () => {
    const host = await open([asks('a'), asks('b')]);
    await waitUntilReadable(host, 300);
    await button(host, 'b').click();
    await button(host, 'b', 'Deny').click();
    await waitUntilReadable(host, 0);
    assert.deepEqual(decided(host), []);
    await host.page.clock.runFor(300);
    await button(host, 'b').click();
    await eventually(() => assert.deepEqual(decided(host), [decision('b')]));
  });

  it('gives way to what was answered for two seconds, without moving anything', async () => {
    const host = await open([asks('a'), asks('b'), asks('c')]);
    await waitUntilReadable(host);
    const boxes = () =>
      host.page
        .locator('.fixed-card')
        .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    const before = await boxes();
    await button(host, 'b').click();
    await cardOf(host, 'b').getByText('Allowed').waitFor();
    assert.deepEqual(await boxes(), before);
    await host.page.clock.runFor(2_100);
    await eventually(async () =>
      assert.equal(await cardOf(host, 'b').getByText('Allowed').count(), 0),
    );
    assert.equal(await button(host, 'b').count(), 0);
  });

  it('is said in the same word on the card, aloud and in the pane', async () => {
    const host = await open([asks('a'), asks('b')]);
    await waitUntilReadable(host);
    for (const [name, verb, word] of [
      ['a', 'Allow', 'Allowed'],
      ['b', 'Deny', 'Denied'],
    ] as const) {
      await host.choose(name);
      await waitUntilReadable(host);
      await button(host, name, verb).click();
      const answered = cardOf(host, name).locator('[data-answered]');
      await eventually(async () =>
        assert.equal((await answered.innerText()).replace(/\s*Show$/, ''), word),
      );
      if (name === 'a')
        await host.page.locator('.pane-answered').getByText(`${word}. Session ${name}`).waitFor();
      await host.page.clock.runFor(700);
      const aloud = host.page.getByRole('status').filter({ hasText: `${word}.` });
      await aloud.waitFor({ state: 'attached' });
    }
  });

  it('gives way at once to the next one of its session, which no press for the first answers', async () => {
    const host = await open([asks('a'), asks('b'), asks('c')]);
    await waitUntilReadable(host);
    await button(host, 'b').click();
    await cardOf(host, 'b').getByText('Allowed').waitFor();
    await host.page.clock.runFor(1_000);
    await host.page
      .getByRole('status')
      .filter({ hasText: 'Allowed.' })
      .waitFor({ state: 'attached' });
    const call = { id: 'call-next', fate: 'open', answerable: true } as const;
    await host.update([
      asks('b', { requestId: 'next', toolInput: { command: 'npm run d' }, call }),
    ]);
    const next = cardOf(host, 'b').getByRole('button', { name: 'Allow npm run d' });
    await next.click();
    await waitUntilReadable(host, 300);
    await next.click();
    await waitUntilReadable(host, 0);
    assert.deepEqual(decided(host), [decision('b')]);
    await waitUntilReadable(host);
    await next.click();
    const second = { ...decision('b'), call: 'call-next' };
    await eventually(() => assert.deepEqual(decided(host), [decision('b'), second]));
  });

  it('says why where the answer was refused, and leads to all of it', async () => {
    const host = await open([asks('a'), asks('b')]);
    await waitUntilReadable(host);
    await button(host, 'b').click();
    await eventually(() => assert.equal(decided(host).length, 1));
    await host.reply({
      type: 'undecided',
      call: 'call-b',
      problem: 'It was answered at its terminal.',
    });
    await button(host, 'b', 'It was answered at its terminal').click();
    await eventually(async () => assert.equal(await chosen(host), 'b'));
  });
});

describe('A press on a card', () => {
  it('decides one request where it is a double click, also when the next card moves up', async () => {
    const host = await open([asks('a'), asks('b'), asks('c'), asks('d')]);
    await waitUntilReadable(host);
    const { x, y } = await middle(host, 'b');
    await host.page.mouse.dblclick(x, y);
    await eventually(() => assert.deepEqual(decided(host), [decision('b')]));
    assert.equal(await chosen(host), 'a');
    await host.update([works('b')]);
    await host.page.clock.runFor(2_100);
    await eventually(async () => assert.deepEqual(await middle(host, 'c'), { x, y }));
    await host.page.mouse.click(x, y);
    await waitUntilReadable(host, 300);
    await host.page.mouse.click(x, y);
    await waitUntilReadable(host, 0);
    assert.deepEqual(decided(host), [decision('b')]);
    await host.page.clock.runFor(300);
    await host.page.mouse.click(x, y);
    await eventually(() => assert.deepEqual(decided(host), [decision('b'), decision('c')]));
    assert.equal(host.received.filter(({ type }) => type === 'openTranscript').length, 0);
  });

  it('decides nothing where the request changes while the button is down', async () => {
    const host = await open([asks('a'), asks('b')]);
    await waitUntilReadable(host);
    const { x, y } = await middle(host, 'b');
    await host.page.mouse.move(x, y);
    await host.page.mouse.down();
    const call = { id: 'call-later', fate: 'open', answerable: true } as const;
    await host.update([
      asks('b', { requestId: 'later', call, toolInput: { command: 'npm publish' } }),
    ]);
    await button(host, 'b', 'Allow npm publish').waitFor();
    await waitUntilReadable(host);
    await host.page.mouse.up();
    await waitUntilReadable(host);
    assert.deepEqual(decided(host), []);
  });

  it('decides nothing where the words change under the same name', async () => {
    const host = await open([asks('a'), asks('b')]);
    await waitUntilReadable(host);
    await host.update([asks('b', { toolInput: { command: 'npm publish' } })]);
    await button(host, 'b', 'Allow npm publish').click();
    await waitUntilReadable(host, 300);
    await button(host, 'b', 'Allow npm publish').click();
    await waitUntilReadable(host, 0);
    assert.deepEqual(decided(host), []);
  });

  it('counts for a request that replaced another only after half a second', async () => {
    const host = await open([asks('a'), asks('b')]);
    await waitUntilReadable(host);
    const { x, y } = await middle(host, 'b');
    await host.page.mouse.move(x, y);
    const call = { id: 'call-b', fate: 'open', answerable: true } as const;
    await host.update([asks('b', { requestId: 'later', call, toolInput: { command: 'ls' } })]);
    await button(host, 'b', 'Allow ls').waitFor();
    await host.page.mouse.click(x, y);
    await waitUntilReadable(host, 300);
    await host.page.mouse.click(x, y);
    await waitUntilReadable(host, 0);
    assert.deepEqual(decided(host), []);
    await host.page.clock.runFor(300);
    await host.page.mouse.click(x, y);
    await eventually(() => assert.deepEqual(decided(host), [decision('b')]));
  });
});

describe('The keyboard', () => {
  it('reaches the buttons of the chosen card alone, and goes on to the next card', async () => {
    const host = await open([asks('a'), asks('b'), asks('c')]);
    await host.page.locator('.fixed-card[data-session="a"] .open').focus();
    await waitUntilReadable(host);
    const stops = await host.page
      .locator('.card-choice[tabindex="0"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    assert.deepEqual(stops, ['Allow npm run a', 'Deny npm run a']);
    await host.page.keyboard.press('Tab');
    await host.page.keyboard.press('Enter');
    await eventually(() => assert.deepEqual(decided(host), [decision('a')]));
    await eventually(async () =>
      assert.equal(
        await host.page.evaluate(
          () => document.activeElement?.closest<HTMLElement>('.fixed-card')?.dataset['session'],
        ),
        'b',
      ),
    );
  });

  it('stays on the card where no other request waits', async () => {
    const host = await open([asks('a'), works('z')]);
    await host.page.locator('.fixed-card[data-session="a"] .open').focus();
    await waitUntilReadable(host);
    await host.page.keyboard.press('Tab');
    await host.page.keyboard.press('Enter');
    await eventually(() => assert.deepEqual(decided(host), [decision('a')]));
    await cardOf(host, 'a').getByText('Allowed').waitFor();
    await host.page.clock.runFor(2_100);
    await cardOf(host, 'a').getByText('Allowed').waitFor({ state: 'detached' });
    const focused = cardOf(host, 'a').locator('.open:focus');
    assert.equal(await focused.count(), 1);
  });
});

describe('A sentence that is typed while a button of a card has the focus', () => {
  it('decides nothing, nor does the Enter at its end', async () => {
    const host = await open([asks('a'), asks('b'), asks('c')]);
    await waitUntilReadable(host);
    for (const verb of ['Allow', 'Deny']) {
      await button(host, 'a', verb).focus();
      await host.page.keyboard.type('417 of 23 is fine\n');
      await waitUntilReadable(host, 2_000);
    }
    assert.deepEqual(decided(host), []);
  });
});

describe('Review stands in place of Allow and Deny', () => {
  const edit = { file_path: `${projectPath}/a.ts`, old_string: 'a', new_string: 'b' };
  const others: Readonly<Record<string, Partial<PendingRequest>>> = {
    'for an edit': { toolName: 'Edit', toolInput: edit },
    'for a command of two lines': { toolInput: { command: 'ls\nid' } },
    'for a command with a warning': { toolInput: { command: 'rm -rf ~' } },
    'for letters that look like others': { toolInput: { command: '\u0441url example.org' } },
    'for reversed letters': { toolInput: { command: 'ls \u202Ehs.x' } },
    'for a request of a subagent': { agentId: 'a1', agentType: 'Explore' },
  };
  for (const [name, request] of Object.entries(others)) {
    it(`${name}, and opens the pane`, async () => {
      const host = await open([asks('a'), asks('b', request)], { width: 1000 });
      assert.equal(await button(host, 'b').count(), 0);
      assert.equal(await button(host, 'b', 'Deny').count(), 0);
      await button(host, 'b', 'Review').click();
      await eventually(async () => assert.equal(await chosen(host), 'b'));
    });
  }

  for (const layout of ['columns', 'list', 'grid'] as const) {
    it(`where the text is cut off, until there is room for it, in ${layout}`, async () => {
      const command = `npm run build -- --to ${'folder/'.repeat(5)}`;
      const host = await open([asks('a'), asks('b', { toolInput: { command } })], {
        kept: { layout },
        place: 'side',
        width: 320,
      });
      await button(host, 'b', 'Review').waitFor();
      assert.equal(await button(host, 'b').count(), 0);
      assert.ok((await button(host, 'a').count()) === 1, 'a short one has its buttons');
      if (layout === 'grid') return; // Cards in a grid do not grow.
      await host.page.setViewportSize({ width: layout === 'list' ? 1050 : 700, height: 900 });
      await button(host, 'b').waitFor();
    });
  }

  it('is absent where a press on the card shows the whole request beside it', async () => {
    const host = await open([asks('a'), asks('b', { toolInput: { command: 'ls\nid' } })]);
    assert.equal(await chosen(host), 'a');
    assert.equal(await cardOf(host, 'a').locator('.card-choice').count(), 2);
    assert.equal(await cardOf(host, 'b').locator('.card-choice').count(), 0);
    await cardOf(host, 'b').click();
    await eventually(async () => assert.equal(await chosen(host), 'b'));
    await host.page.setViewportSize({ width: 1000, height: 900 });
    await cardOf(host, 'b').locator('[data-action="reviewOnCard"]').waitFor();
  });

  it('is absent where nobody may answer here', async () => {
    const host = await open([asks('a'), asks('b')], {
      control: { status: 'off', disabledProjects: [] },
    });
    assert.equal(await cardOf(host, 'b').locator('.card-choice').count(), 0);
  });
});

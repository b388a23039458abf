import assert from 'node:assert/strict';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { stateLabel } from '../../../src/shared/words/stateLabels';
import { answerableBoard } from '../../support/page/boards/answerableBoard';
import { deliveredBoard } from '../../support/page/boards/deliveredBoard';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession, secondsAgo } from '../../support/sessionBuilder';
import { chooseView } from '../../support/page/chooseView';

const openPage = pageSuite();

const wide: FakeHostOptions = { width: 1440, height: 900 };

/**
 * A session that asks to run a command; sessions with later letters have waited for a shorter time.
 */
function asks(name: string, command = `npm run ${name}`): LiveSession {
  return aSession({
    sessionId: name,
    title: `Session ${name}`,
    stateSince: secondsAgo(200 - name.charCodeAt(0)),
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    pendingRequest: aPendingRequest({
      requestId: `request-${name}`,
      toolInput: { command },
      call: { id: `call-${name}`, fate: 'open', answerable: true },
    }),
  });
}

function works(name: string): LiveSession {
  return aSession({
    sessionId: name,
    title: `Session ${name}`,
    agentState: { group: 'autonomous', state: 'thinking', label: 'Thinking' },
  });
}

const open = (sessions: readonly LiveSession[], more: FakeHostOptions = {}) =>
  openPage({ sessions, ...wide, ...more });
const pane = (host: FakeHost) => host.page.getByRole('region', { name: 'Session', exact: true });
const title = (host: FakeHost) => pane(host).getByRole('heading', { level: 2 });
const card = (host: FakeHost, name: string) =>
  host.page.locator(`.fixed-card[data-session="${name}"]`);
const decisions = (host: FakeHost) =>
  host.received.flatMap((message) =>
    message.type === 'decide' ? [`${message.decision.kind} ${message.sessionId}`] : [],
  );

async function shows(host: FakeHost, name: string): Promise<void> {
  await eventually(async () => assert.equal(await title(host).innerText(), `Session ${name}`));
}

/** Waits until the request was visible for as long as an answer requires. */
async function read(host: FakeHost): Promise<void> {
  await eventually(async () => {
    await host.page.clock.runFor(600);
    assert.equal(await pane(host).locator('[data-action="allow"][aria-disabled]').count(), 0);
    assert.equal(await pane(host).locator('[data-action="allow"]').count(), 1);
  });
  await host.page.clock.runFor(600);
}

/** Applies the effect of an answered request: the session runs again. */
async function resumeSession(host: FakeHost, name: string): Promise<void> {
  await host.update([works(name)]);
}

const nine = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

describe('A session beside the lists', () => {
  it('is the most urgent one at first, whole, with the ways to answer it in sight', async () => {
    const host = await open([works('z'), ...nine.map((name) => asks(name))]);
    await shows(host, 'a');
    await pane(host).locator('pre').getByText('npm run a').waitFor();
    await pane(host).getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await pane(host).getByRole('button', { name: 'Next (8)' }).waitFor();
    assert.equal(await card(host, 'a').getAttribute('data-current'), 'true');
    assert.equal(await pane(host).getByRole('textbox').count(), 0);
  });

  it('is chosen by a click, by the arrow keys and by the focus, never by itself', async () => {
    const host = await open(['a', 'b', 'c'].map((name) => asks(name)));
    await shows(host, 'a');
    await card(host, 'b').click();
    await shows(host, 'b');
    await host.page.keyboard.press('ArrowDown');
    await shows(host, 'c');
    await host.update([asks('A')]); // Session A is the most urgent one now.
    await shows(host, 'c');
    await host.page.keyboard.press('Enter');
    await eventually(async () =>
      assert.equal(await title(host).evaluate((one) => one === document.activeElement), true),
    );
    assert.deepEqual(decisions(host), []);
    await card(host, 'a').dblclick({ position: { x: 60, y: 14 } });
    await eventually(() =>
      assert.deepEqual(
        host.received.filter(({ type }) => type === 'openTranscript'),
        [{ type: 'openTranscript', sessionId: 'a' }],
      ),
    );
  });

  for (const by of ['keyboard', 'mouse'] as const) {
    it(`leads through nine requests by one action each, with the ${by}`, async () => {
      const host = await open(nine.map((name) => asks(name)));
      for (const name of nine) {
        await shows(host, name);
        await read(host);
        if (by === 'keyboard') await host.page.keyboard.press('ControlOrMeta+Enter');
        else await pane(host).getByRole('button', { name: 'Allow', exact: true }).click();
        await eventually(() => assert.equal(decisions(host).at(-1), `allow ${name}`));
        await resumeSession(host, name);
      }
      assert.deepEqual(
        decisions(host),
        nine.map((name) => `allow ${name}`),
      );
    });
  }

  it('says what was answered before, and leads back to it', async () => {
    const host = await open([asks('a'), asks('b')]);
    await read(host);
    await pane(host).getByRole('button', { name: 'Deny', exact: true }).click();
    await shows(host, 'b');
    await pane(host).getByText('Denied. Session a').waitFor();
    await host.reply({ type: 'undecided', call: 'call-a', problem: 'It was answered elsewhere.' });
    await pane(host).getByText('Session a: It was answered elsewhere.').waitFor();
    await pane(host).getByRole('button', { name: 'Show', exact: true }).click();
    await shows(host, 'a');
    assert.equal(await pane(host).getByRole('button', { name: 'Show', exact: true }).count(), 0);
  });

  it('says a refusal of an earlier answer, too, until it is put away or its request is over', async () => {
    const host = await open([asks('a'), asks('b'), asks('c')]);
    for (const name of ['a', 'b']) {
      await shows(host, name);
      await read(host);
      await pane(host).getByRole('button', { name: 'Allow', exact: true }).click();
    }
    await shows(host, 'c');
    const refuse = (name: string) =>
      host.reply({ type: 'undecided', call: `call-${name}`, problem: 'It did not arrive.' });
    const refusal = pane(host).getByRole('alert');
    await refuse('a');
    await refusal.getByText('Session a: It did not arrive.').waitFor();
    await refusal.getByRole('button', { name: 'Hide' }).click();
    await eventually(async () => assert.equal(await refusal.count(), 0));
    await refuse('a');
    await refusal.waitFor();
    await host.update([works('a')]);
    await eventually(async () => assert.equal(await refusal.count(), 0));
  });

  it('stays where it is while other sessions come and go, with the caret in its field', async () => {
    const rests: LiveSession = {
      ...works('c'),
      prompting: { way: 'terminal', prompts: [] },
      pid: 4,
    };
    const host = await open([asks('b'), rests]);
    await card(host, 'c').click();
    await shows(host, 'c');
    const box = pane(host).getByRole('textbox', { name: 'Next prompt' });
    await box.fill('and then');
    const before = await box.boundingBox();
    await host.update([asks('a'), asks('d')], ['b']);
    await host.page.keyboard.type(' the rest');
    assert.equal(await box.inputValue(), 'and then the rest');
    assert.deepEqual(await box.boundingBox(), before);
    await shows(host, 'c');
    await host.page.keyboard.press('Escape');
    const button = card(host, 'c').locator('.open');
    await eventually(async () =>
      assert.equal(await button.evaluate((one) => one === document.activeElement), true),
    );
    await host.update([], ['c']);
    await pane(host).getByText('This session is no longer on the board.').waitFor();
    await pane(host).getByRole('button', { name: 'Next (2)' }).click();
    await shows(host, 'a');
  });

  it('opens and closes details and explanation there, which leave the cards as they are', async () => {
    const host = await open([asks('a'), asks('b'), works('c')]);
    await card(host, 'b').click();
    const before = await card(host, 'b').boundingBox();
    await host.page.keyboard.press('e');
    await pane(host).locator('.details').waitFor();
    await host.page.keyboard.press('w');
    await pane(host).locator('.why').waitFor();
    assert.deepEqual(await card(host, 'b').boundingBox(), before);
    assert.equal(await card(host, 'b').locator('.details, .why, .answer').count(), 0);
  });

  it('is marked in high contrast by another colour than the borders of all cards', async () => {
    for (const theme of ['highContrast', 'highContrastLight'] as const) {
      const host = await open([asks('a'), asks('b')], { theme });
      const shown = host.page.locator('.fixed-card[data-current="true"]');
      await shown.waitFor();
      const [mark, border] = await shown.evaluate((card) => {
        const { outlineColor, borderTopColor } = getComputedStyle(card);
        return [outlineColor, borderTopColor];
      });
      assert.notEqual(mark, border, theme);
    }
  });

  it('keeps every card at one height, whatever its session does', async () => {
    for (const layout of ['columns', 'list', 'grid'] as const) {
      const host = await open(answerableBoard, { kept: { layout } });
      const heights = await host.page
        .locator('.fixed-card')
        .evaluateAll((cards) => cards.map((one) => one.getBoundingClientRect().height));
      assert.equal(new Set(heights.map((height) => Math.round(height))).size, 1, layout);
    }
  });

  it('leaves no fact of a card over another, in German neither', async () => {
    for (const language of ['en', 'de']) {
      for (const width of [1_080, 1_300, 1_440]) {
        const host = await open(deliveredBoard, { language, width });
        await host.page.locator('.fixed-card .badges').first().waitFor();
        const crowded = await host.page.locator('.fixed-card .quiet-line').evaluateAll((lines) =>
          lines.flatMap((line) => {
            const [use, time] = ['.use', '.time'].map((part) =>
              line.querySelector(part)?.getBoundingClientRect(),
            );
            const end = line.getBoundingClientRect().right;
            const fits = use && time && use.right <= time.left && time.right <= end + 1;
            return fits === true ? [] : [line.textContent];
          }),
        );
        assert.deepEqual(crowded, [], `${language} ${width}`);
      }
    }
  });

  it('leaves project, branch, cost and time in sight on the rows of a list', async () => {
    const host = await open([works('a')], { kept: { layout: 'list' } });
    for (const part of ['.project-text', '.branch', '.cost', '.time']) {
      const box = await card(host, 'a').locator(part).boundingBox();
      assert.ok(box && box.width > 15, `${part} ${JSON.stringify(box)}`);
    }
    await host.page.setViewportSize({ width: 300, height: 800 });
    await pane(host).waitFor({ state: 'detached' });
    for (const [part, width] of Object.entries({
      '.open': 150,
      '.project-text': 15,
      '.time': 10,
    })) {
      const box = await card(host, 'a').locator(part).boundingBox();
      assert.ok(box && box.width >= width, `${part} ${JSON.stringify(box)}`);
    }
  });

  it('is as wide as the person made it, on the next page too', async () => {
    const host = await open([asks('a')]);
    const edge = host.page.getByRole('separator', { name: 'Width of the session' });
    const width = async () => (await pane(host).boundingBox())?.width ?? 0;
    const before = await width();
    await edge.focus();
    await host.page.keyboard.press('ArrowLeft');
    await eventually(async () => assert.equal(Math.round(await width()), Math.round(before) + 24));
    const arrangement = host.received.findLast(
      (message) => message.type === 'arrange',
    )?.arrangement;
    assert.ok(arrangement);
    const next = await open([asks('a')], { kept: arrangement });
    assert.equal(Math.round((await pane(next).boundingBox())?.width ?? 0), Math.round(before) + 24);
    const box = await edge.boundingBox();
    assert.ok(box);
    await host.page.mouse.move(box.x + 2, 300);
    await host.page.mouse.down();
    await host.page.mouse.move(box.x + 102, 300, { steps: 3 });
    const arrangeCount = () => host.received.filter(({ type }) => type === 'arrange').length;
    const keptBefore = arrangeCount();
    await host.page.mouse.up();
    await eventually(async () => assert.equal(Math.round(await width()), Math.round(before) - 76));
    await eventually(() => assert.equal(arrangeCount(), keptBefore + 1));
    await edge.dblclick();
    await eventually(async () => assert.equal(Math.round(await width()), Math.round(before)));
  });

  it('shows an edit as lines that go and lines that come, and allows it once all were in sight', async () => {
    const edit = { file_path: '/src/a.ts', old_string: 'one\ntwo', new_string: 'one\nthree' };
    const { pendingRequest, ...rest } = asks('a');
    assert.ok(pendingRequest);
    const request = { ...pendingRequest, toolName: 'Edit', toolInput: edit };
    const host = await open([{ ...rest, pendingRequest: request }]);
    const lines = pane(host).locator('.edit-line');
    await lines.first().waitFor();
    const signs = await lines.evaluateAll((all) =>
      all.map((line) => `${line.getAttribute('data-sign')}${line.lastElementChild?.textContent}`),
    );
    assert.deepEqual(signs, [' one', '-two', '+three']);
    await read(host);
    await host.page.keyboard.press('ControlOrMeta+Enter');
    await eventually(() => assert.deepEqual(decisions(host), ['allow a']));
  });

  it('leads on its card with what it said last while it rests, and says the state to a screen reader', async () => {
    const label = stateLabel('idle');
    const context = { message: 'All done.' };
    const agentState = { group: 'needs_you', state: 'idle', label, context } as const;
    for (const width of [1440, 800]) {
      const host = await open([aSession({ sessionId: 'i', agentState })], { width });
      const line = host.page.locator('.cards [data-session="i"] .doing');
      await line.waitFor();
      assert.equal(await line.textContent(), ' Waiting for your next prompt: All done.');
      const [row, text] = [
        await line.boundingBox(),
        await line.locator('.doing-text').boundingBox(),
      ];
      assert.ok(row && text && text.x - row.x < 1, `${width}: it is indented`);
    }
  });

  it('shows what the agent said last above what it asks', async () => {
    const { pendingRequest, ...rest } = asks('a');
    assert.ok(pendingRequest);
    const saidText = `Two builds are old.\n\n${'They go. '.repeat(30).trim()}\n\nThen I publish.`;
    const host = await open([{ ...rest, pendingRequest: { ...pendingRequest, said: saidText } }]);
    const message = pane(host).locator('.whole-said');
    assert.equal(await message.innerText(), saidText);
    const above = await message.boundingBox();
    const request = await pane(host).locator('.request-parts').boundingBox();
    assert.ok(above && request && above.y + above.height <= request.y);
  });

  it('shows an edit within its file, with the numbers of its lines', async () => {
    const edit = { file_path: '/src/a.ts', old_string: 'two', new_string: 'three' };
    const { pendingRequest, ...rest } = asks('a');
    assert.ok(pendingRequest?.call);
    const surroundings = { line: 98, before: 'x\ny\n  ', after: ';\nz' };
    const call = { ...pendingRequest.call, surroundings };
    const request = { ...pendingRequest, call, toolName: 'Edit', toolInput: edit };
    const host = await open([{ ...rest, pendingRequest: request }]);
    const lines = pane(host).locator('.edit-line');
    await lines.first().waitFor();
    const shown = await lines.evaluateAll((all) => all.map((line) => line.textContent));
    assert.deepEqual(shown, ['98 x', '99 y', '100−  two;', '100+  three;', '101 z']);
    await read(host);
    await host.page.keyboard.press('ControlOrMeta+Enter');
    await eventually(() => assert.deepEqual(decisions(host), ['allow a']));
  });

  it('gets the focus back from the box of a refusal and from the menu by Escape', async () => {
    const host = await open([asks('a'), asks('b')]);
    const focused = () =>
      host.page.evaluate(() => {
        const { activeElement } = document;
        const action = activeElement?.getAttribute('data-action') ?? activeElement?.tagName;
        return `${action} ${activeElement?.closest('.pane') === null ? 'elsewhere' : 'in the pane'}`;
      });
    const message = pane(host).getByRole('button', { name: 'Deny with Message…' });
    await message.click();
    await pane(host).locator('.answer-words').fill('Ask first');
    await host.page.keyboard.press('Escape');
    await eventually(async () => assert.equal(await focused(), 'denyWithMessage in the pane'));
    await message.click();
    assert.equal(await pane(host).locator('.answer-words').inputValue(), 'Ask first');
    await message.click();
    await host.page.keyboard.press('Shift+F10');
    await host.page.getByRole('menu').waitFor();
    await host.page.keyboard.press('Escape');
    await eventually(async () => assert.equal(await focused(), 'menu in the pane'));
  });

  it('goes where there is no room for it, and on the view of a day', async () => {
    const host = await open([asks('a')]);
    await shows(host, 'a');
    await host.page.setViewportSize({ width: 1000, height: 800 });
    await eventually(async () => assert.equal(await pane(host).count(), 0));
    await host.page.setViewportSize({ width: 1440, height: 900 });
    await shows(host, 'a');
    await chooseView(host.page, 'Day');
    await eventually(async () => assert.equal(await pane(host).count(), 0));
  });

  it('shows eight blocked sessions with what they ask on a desk’s screen', async () => {
    const host = await open(nine.map((name) => asks(name)));
    const inSight = await host.page.locator('.fixed-card').evaluateAll(
      (cards) =>
        cards.filter((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight && /npm run/.test(one.textContent);
        }).length,
    );
    assert.ok(inSight >= 8, `${inSight}`);
  });
});

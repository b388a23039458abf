import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { ask, bash, question, say } from '../../support/claude/reply';
import { script, writePlan } from '../../support/claude/script';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { HookCalls } from '../../support/editor/hookCalls';
import { until } from '../../support/until';

type Role = Parameters<Frame['getByRole']>[0];

/**
 * The daily work of a person who uses only the keyboard; the focus is read from the accessibility
 * tree.
 */
export function keyboard(started: ClientFixture): void {
  describe('The day of a person without a pointer', function () {
    this.timeout(180_000);
    let board: Frame;

    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await started.workbench.page.keyboard.press(key);
    };
    const type = (text: string): Promise<void> => started.workbench.page.keyboard.type(text);

    /** Waits until the focus is on the element with that role and name. */
    const isAt = (frame: Frame, role: Role, name: RegExp): Promise<unknown> =>
      until(
        async () => {
          const found = frame.getByRole(role, { name }).and(frame.locator(':focus'));
          return (await found.count()) > 0 || (await frame.locator(':focus').ariaSnapshot());
        },
        (at) => assert.equal(at, true),
      );

    const command = async (label: string): Promise<void> => {
      const { page } = started.workbench;
      await press('F1');
      await page.locator('.quick-input-widget input').waitFor();
      await type(label);
      await page.getByRole('option', { name: label }).and(page.locator('.focused')).waitFor();
      await press('Enter');
    };

    /**
     * Goes through the sessions that need somebody until the focus is on this one's card, or the
     * pane shows it.
     */
    const goTo = async (name: RegExp): Promise<void> => {
      const field = board.locator(':focus').and(board.getByRole('textbox'));
      if ((await field.count()) > 0) await press('Escape');
      const card = board.locator(':focus').and(board.getByRole('button', { name }));
      const pane = board.locator('.whole-card').and(board.getByRole('article', { name }));
      await until(
        async () => {
          const isThere = (await card.count()) + (await pane.count()) > 0;
          if (!isThere) await press('n');
          return isThere;
        },
        (isThere) => assert.ok(isThere),
      );
    };
    /**
     * Presses a key while the client's screen shows what is to be answered, until its turn ends: a
     * request that has just become visible does not accept an answer yet.
     */
    const pressWhile = (shown: string, key: string): Promise<unknown> =>
      until(
        async () => {
          if (started.session.state === shown) await press(key);
          return started.session.state;
        },
        (state) => assert.equal(state, 'prompt'),
      );

    before('let two sessions ask', async () => {
      const hooks = new HookCalls(started.home.configHome);
      await hooks.block('other', 'Sell the shop', 'sell');
      const colour = question('Which colour?', ['Red', 'Blue']);
      started.api.add(script('walk', [ask(colour), bash('touch walked'), say('We are there.')]));
      await started.session.turn('[[walk]] with me');
    });

    after('end the other session', () =>
      new HookCalls(started.home.configHome).call('other', 'SessionEnd', { reason: 'other' }),
    );

    it('opens the board and walks through its cards, to the next that needs somebody', async () => {
      const { workbench } = started;
      await command('Mission Control: Open Board');
      board = await workbench.webview('html[data-place="panel"] article');
      await board.getByRole('article', { name: /walk/ }).waitFor();
      await press('n');
      await isAt(board, 'heading', /^Sell the shop/);
      await press('Escape');
      await isAt(board, 'button', /^Sell the shop/);
      await press('ArrowDown');
      await isAt(board, 'button', /walk/);
      await press('ArrowUp');
      await isAt(board, 'button', /^Sell the shop/);
      await press('n');
      await isAt(board, 'heading', /walk/);
      await press('Escape');
      await isAt(board, 'button', /walk/);
    });

    it('opens the menu of a card, and is back on the card', async () => {
      await press('Shift+F10');
      await isAt(board, 'menuitem', /^Open Transcript/);
      await press('ArrowDown');
      await isAt(board, 'menuitem', /^Go to Terminal/);
      await press('Escape');
      await isAt(board, 'button', /^More Actions/);
    });

    it('answers a question, then lets a tool run', async () => {
      await press('ControlOrMeta+Enter');
      await isAt(board, 'heading', /walk/);
      await press('ControlOrMeta+Enter');
      await isAt(board, 'radio', /Red/);
      await press('ArrowDown');
      await isAt(board, 'radio', /Blue/);
      const blue = board.getByRole('radio', { name: /Blue/ }).and(board.locator(':focus'));
      await until(
        async () => {
          // A request that has just become visible does not accept an answer yet.
          if ((await blue.count()) > 0) await press('Enter');
          return started.session.state;
        },
        (state) => assert.notEqual(state, 'question'),
      );
      await started.session.waitFor('permission', 30_000);
      assert.match(started.api.lastTold('walk'), /Blue/);
      await goTo(/walk/);
      await board.getByRole('group', { name: /Bash/ }).waitFor({ timeout: 30_000 });
      await pressWhile('permission', 'ControlOrMeta+Enter');
      assert.ok(started.home.hasFile('walked'));
    });

    it('approves a plan', async () => {
      const plan = '# Colours\n\n1. Paint it.\n';
      started.api.add(script('paint', [writePlan(plan), say('My plan.').exitPlan(), say('Done.')]));
      await started.session.switchMode('plan mode');
      assert.equal(await started.session.turn('[[paint]] it'), 'plan');
      await goTo(/walk/);
      await board
        .getByRole('button', { name: 'Approve', exact: true })
        .waitFor({ timeout: 30_000 });
      await press('ControlOrMeta+Enter');
      await isAt(board, 'button', /^Approve$/);
      const approve = board.locator(':focus').and(board.getByRole('button', { name: /^Approve$/ }));
      await until(
        async () => {
          // Another press on the card would open the transcript.
          if ((await approve.count()) > 0) await press('Enter');
          return started.session.state;
        },
        (state) => assert.equal(state, 'prompt'),
      );
    });

    it('reads a transcript, and comes back', async () => {
      const { workbench } = started;
      // The webview host prevents the default of this key, and letters that arrive too early would
      // act as commands.
      await press('ControlOrMeta+f');
      await type('walk');
      await isAt(board, 'combobox', /Filter/);
      await press('Enter');
      await isAt(board, 'button', /walk/);
      await press('Shift+F10');
      await isAt(board, 'menuitem', /^Open Transcript/);
      await press('Enter');
      const transcript = await workbench.transcript(/We are there/);
      await until(
        () => transcript.evaluate(() => document.hasFocus()),
        (has) => assert.ok(has, 'the keys go elsewhere'),
      );
      await press('j');
      await isAt(transcript, 'article', /./);
      await press('ControlOrMeta+w');
      board = await workbench.webview('html[data-place="panel"] article');
      await board.getByRole('article', { name: /walk/ }).waitFor();
      await until(
        () => board.evaluate(() => document.hasFocus()),
        (has) => assert.ok(has, 'the keys go elsewhere'),
      );
      await press('Escape', 'n'); // All of them, whether the filter was kept or not.
      await isAt(board, 'heading', /^Sell the shop/);
    });

    it('sees the day, and goes back to the columns', async () => {
      await press('l', 'l', 'l');
      const day = board.getByRole('main', { name: 'Day' });
      await day.getByRole('heading', { name: /^Today your agents/ }).waitFor();
      await day.getByRole('list', { name: 'Sessions' }).getByText(/walk/).first().waitFor();
      await press('l');
      await board.getByRole('region', { name: /^Needs You/ }).waitFor();
    });

    it('is led to the whole of the next session that needs somebody, from anywhere', async () => {
      await command('View: Close All Editors');
      await press('ControlOrMeta+Alt+j');
      board = await started.workbench.webview('html[data-place="panel"] .whole-card');
      await isAt(board, 'heading', /^Sell the shop/);
    });
  });
}

import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { bash, say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import type { ClientSession } from '../../support/claude/session';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { HookCalls } from '../../support/editor/hookCalls';
import { openPane } from '../../support/editor/window/whole';
import { until } from '../../support/until';

/** Time between two letters of a fast typist, in ms. */
const letterMs = 60;
/** Contains the letters of all keys that act on a session. */
const words = 'fix the bold chart, and have a break';

/** The terminal answers, or another session notifies, while somebody types on the board. */
export function typing(started: ClientFixture): void {
  describe('Somebody who types on the board at the worst moment', function () {
    this.timeout(180_000);
    let session: ClientSession;
    let hooks: HookCalls;
    let cards = 0;
    let board: Frame;

    const card = () => board.locator('.pane');
    const unsentText = () => board.getByLabel('Unsent text').last();
    const typeText = async (text: string, meanwhile: () => Promise<unknown>): Promise<void> => {
      const { keyboard } = started.workbench.page;
      const half = Math.floor(text.length / 2);
      await keyboard.type(text.slice(0, half), { delay: letterMs });
      await Promise.all([meanwhile(), keyboard.type(text.slice(half), { delay: letterMs })]);
    };
    /**
     * Asserts that no key acted as a command: the client is idle in its terminal, and no session
     * started.
     */
    const nothingElseHappened = async (): Promise<void> => {
      await session.waitFor('prompt');
      assert.equal(await board.locator('.card').count(), cards);
      assert.equal(await board.getByText(/^Press . again/).count(), 0);
    };

    before('let another session stand beside it', async () => {
      const { workbench, api } = started;
      await workbench.closeEditors();
      session = await started.another();
      hooks = new HookCalls(started.home.configHome);
      await hooks.block('beside', 'Rent the shop', 'rent');
      api.add(script('typing', [say('Here I am.')]));
      await session.turn('[[typing]] away');
      await workbench.runCommand('Mission Control: Open Board');
      board = await workbench.webview('html[data-place="panel"] article');
      await board.getByRole('article', { name: 'Rent the shop' }).waitFor();
      cards = await board.locator('.card').count();
      await openPane(board, /typing/);
    });

    after('end the other session', () => hooks.call('beside', 'SessionEnd', { reason: 'other' }));

    it('keeps why they deny, by the mouse, and sends it as the next prompt', async () => {
      const { api } = started;
      api.add(script('denied', [bash('touch typed'), say('Made.')]));
      await session.turn('[[denied]] typing');
      await card().getByRole('button', { name: 'Deny with Message…' }).click();
      await typeText(`${words} [[sent]]`, () => session.answerYes());
      await card().getByText('Answered elsewhere.', { exact: true }).waitFor();
      assert.equal(await unsentText().inputValue(), `${words} [[sent]]`);
      await nothingElseHappened();
      api.add(script('sent', [say('Sent.')]));
      await board.getByRole('button', { name: 'Send as Next Prompt' }).click();
      await until(
        () => api.lastTold('sent'),
        (messages) => assert.ok(messages.includes(words)),
        60_000,
      );
      await session.waitFor('prompt');
    });

    it('goes on with a prompt while the session begins to ask', async () => {
      const { api, workbench } = started;
      const shown = await openPane(board, /typing/);
      await shown.locator('[data-action="title"]').focus();
      await workbench.page.keyboard.press('ControlOrMeta+Enter');
      const box = card().getByRole('textbox', { name: 'Next prompt' });
      await box.waitFor();
      api.add(script('begun', [bash('touch begun'), say('Begun.')]));
      await typeText(words, async () => {
        await session.turn('[[begun]] typing');
      });
      assert.equal(session.state, 'permission');
      assert.equal(await box.inputValue(), words);
      assert.ok(await box.evaluate((element) => element === document.activeElement));
      await session.answerYes();
      await nothingElseHappened();
      assert.equal(await box.inputValue(), words);
      await box.fill('');
    });
  });
}

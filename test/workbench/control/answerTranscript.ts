import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { bash, say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { until } from '../../support/until';

/** In the window of a client that asks for permission. */
export function answersBeneathTranscript(started: ClientFixture): void {
  describe('A session of the real client, answered beneath its transcript', function () {
    this.timeout(180_000);
    const box = (page: Frame) => page.getByRole('textbox', { name: 'Next prompt' });
    const transcript = (text: RegExp) => started.workbench.transcript(text);

    it('allows a request that was seen', async () => {
      const { workbench } = started;
      started.api.add(script('beneath', [bash('touch beneath'), say('It is made.')]));
      await started.session.turn('[[beneath]] it');
      await workbench
        .tree('Sessions')
        .row(/Needs permission/)
        .click();
      const page = await transcript(/\[\[beneath\]\] it/);
      const bar = page.getByRole('region', { name: 'Answer the session' });
      await bar.getByText('touch beneath', { exact: true }).waitFor();
      const allow = bar.getByRole('button', { name: 'Allow', exact: true });
      await until(
        async () => {
          if (started.session.state === 'permission') await allow.click({ timeout: 2_000 });
          return started.session.state;
        },
        (state) => assert.equal(state, 'prompt'),
        60_000,
      );
      assert.ok(started.home.hasFile('beneath'));
      await transcript(/It is made/);
    });

    it('has the draft that its card has, on the board and back', async () => {
      const { workbench } = started;
      await box(await transcript(/It is made/)).fill('Go on with');
      await workbench.runCommand('Mission Control: Open Board');
      const board = await workbench.webview('html[data-place="panel"] article');
      const card = board.getByRole('textbox', { name: 'Next prompt' });
      await until(
        () => card.inputValue(),
        (text) => assert.equal(text, 'Go on with'),
      );
      await card.fill('Go on with [[more]]');
      await workbench.page
        .locator('.part.editor .tab')
        .filter({ hasText: /\[\[allow\]\]/ })
        .click();
      await until(
        async () => box(await transcript(/It is made/)).inputValue(),
        (text) => assert.equal(text, 'Go on with [[more]]'),
      );
      await box(await transcript(/It is made/)).fill('');
    });
  });
}

import assert from 'node:assert/strict';
import * as path from 'node:path';
import { gate } from '../../support/realClient/gate';
import { hold, Reply, say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { QuickPick } from '../../support/editor/window/quickPick';
import { ReviewEditor } from '../../support/editor/window/reviewEditor';
import { until } from '../../support/until';

export function reviewSent(started: ClientFixture): void {
  describe('Comments on what the real client changed', function () {
    this.timeout(180_000);
    before('close what is open', () => started.workbench.closeEditors());

    it('wait as one prompt while it works, and reach it with the lines that they are on', async () => {
      const { api, home, session, workbench } = started;
      const review = new ReviewEditor(workbench);
      const file = path.join(home.project, 'greeting.txt');
      const write = new Reply().tool('Write', { file_path: file, content: 'Hello\nthere\n' });
      api.add(script('write', [write, say('Written.')]));
      await session.switchMode('accept edits');
      await session.turn('[[write]] go');
      const tree = workbench.tree('Sessions');
      await tree.inlineAction(/walk|write/, 'Review Changes', () =>
        review.shows('greeting.txt', 10_000),
      );
      await review.comment('Hello', 'Greet louder. [[louder]]');
      await review.comment('there', 'Who is there?');

      const release = gate();
      api.add(script('busy', [hold(release).say('Done.')]));
      api.add(script('louder', [say('HELLO')]));
      await session.prompt('[[busy]] go');
      await review.pressInTitle('Send Comments as Prompt…');
      const pick = new QuickPick(workbench.page);
      await pick.widget.getByText('Sends 2 comments as one prompt.').waitFor();
      await pick.accept();
      await workbench.modal.answer('Send');
      await workbench.page.locator('.review-comment').first().waitFor({ state: 'detached' });
      const panel = workbench.page.locator('.part.panel');
      assert.ok(!(await panel.isVisible()), 'An empty list of comments stays open');
      assert.equal(api.turns('louder').length, 0, 'It waits for the turn to end');
      release.open();
      await until(
        () => JSON.stringify(api.turns('louder')[0]?.body.messages ?? []),
        (messages) =>
          assert.match(
            messages,
            /My comments on your changes, by file and line:\\n\\ngreeting\.txt, line 1:\\n> Hello\\n\\nGreet louder\. \[\[louder\]\]\\n\\ngreeting\.txt, line 2:\\n> there\\n\\nWho is there\?/,
          ),
      );
    });
  });
}

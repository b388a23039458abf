import assert from 'node:assert/strict';
import type { EditorFixture } from '../../support/editor/fixture';
import { until } from '../../support/until';

export function walkthrough(started: EditorFixture): void {
  describe('The walkthrough', function () {
    this.timeout(120_000);

    it('leads through five steps, and knows which one was done', async () => {
      const { workbench } = started;
      await workbench.runCommand('Welcome: Open Walkthrough...');
      await workbench.pick(/Get Started with Mission Control/, 'Mission Control');
      const steps = workbench.page.locator('.getting-started-step');
      await until(
        () => steps.locator('.step-title').allInnerTexts(),
        (titles) =>
          assert.deepEqual(titles, [
            'See which sessions need you',
            'Answer from here',
            'Keep them in sight',
            'Answer from your phone',
            'Make it yours',
          ]),
      );
      const first = steps.first();
      await first.locator('.step-title').click();
      await first.getByRole('button', { name: 'Open Board' }).click();
      await workbench.webview('main');
      await until(
        () => workbench.tabs(),
        (tabs) => assert.ok(tabs.some((tab) => tab.includes('Mission Control'))),
      );
      await workbench.runCommand('Welcome: Open Walkthrough...');
      await workbench.pick(/Get Started with Mission Control/, 'Mission Control');
      await until(
        () => steps.first().locator('.codicon-getting-started-step-checked').isVisible(),
        (done) => assert.ok(done),
      );
    });
  });
}

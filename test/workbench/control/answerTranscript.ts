import assert from 'node:assert/strict';
import { bash, say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { until } from '../../support/until';

/** Uses the window of a client that asks for permission. */
export function answersBeneathTranscript(started: ClientFixture): void {
  describe('A session of the real client, answered beneath its transcript', function () {
    this.timeout(180_000);
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
  });
}

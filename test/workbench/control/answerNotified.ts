import assert from 'node:assert/strict';
import { bash, say } from '../../support/claude/reply';
import { script, writePlan } from '../../support/claude/script';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { PlanEditor } from '../../support/editor/window/planEditor';
import { until } from '../../support/until';

/** Uses the window of a client that asks for permission, with notifications enabled. */
export function answersFromNotifications(started: ClientFixture): void {
  describe('A request of the real client, answered from its notification', function () {
    this.timeout(180_000);

    before('let nothing lie before the notifications', async () => {
      await started.workbench.runCommand('View: Close All Editors');
      await started.workbench.notifications.clear();
    });

    async function asks(marker: string): Promise<void> {
      started.api.add(script(marker, [bash(`touch ${marker}`), say('Well.')]));
      await started.session.turn(`[[${marker}]] it`);
      await started.workbench.notifications.toast(new RegExp(`touch ${marker}`)).waitFor();
    }

    it('is allowed: the notification says all of it', async () => {
      const { notifications } = started.workbench;
      await asks('noticed');
      const [notice] = await notifications.all();
      assert.match(notice?.message ?? '', /^project · Needs permission: Bash · touch noticed — /);
      assert.deepEqual(notice?.buttons, ['Allow', 'Deny', 'Show', 'Mute…']);
      await notifications.answer(/touch noticed/, 'Allow');
      await started.session.waitFor('prompt');
      assert.ok(started.home.hasFile('noticed'));
    });

    it('is denied, and the agent goes on', async () => {
      await asks('declined');
      await started.workbench.notifications.answer(/touch declined/, 'Deny');
      await started.session.waitFor('prompt');
      assert.ok(!started.home.hasFile('declined'));
      assert.match(started.api.lastTold('declined'), /The user denied this request/);
    });

    it('that the terminal answered first stays as it was answered, and a late press says so', async () => {
      const { notifications } = started.workbench;
      await asks('first');
      // A toast under the pointer stays, however long the client takes.
      await notifications.toast(/touch first/).hover();
      await started.session.answerYes();
      await started.session.waitFor('prompt');
      assert.ok(started.home.hasFile('first'));
      await started.workbench
        .tree('Sessions')
        .row(/next prompt/)
        .waitFor();
      await notifications.answer(/touch first/, 'Deny');
      await notifications.toast(/The request of “.*” was decided elsewhere/).waitFor();
      await notifications.clear();
    });

    it('that is too long to be told is shown whole before it is allowed', async () => {
      const { workbench } = started;
      const command = `touch long && echo ${'x'.repeat(300)}`;
      started.api.add(script('long', [bash(command), say('Made.')]));
      await started.session.turn('[[long]] it');
      await workbench.notifications.answer(/touch long/, 'Allow…');
      const { detail } = await workbench.modal.read();
      assert.ok(detail.startsWith(command), detail);
      await workbench.modal.answer('Allow');
      await started.session.waitFor('prompt');
      assert.ok(started.home.hasFile('long'));
    });

    it('is a plan that opens as Markdown in a document that says what can be done', async () => {
      const { workbench } = started;
      started.api.add(
        script('plan', [writePlan('# Paint\n\n1. It.'), say('Mine.').exitPlan(), say('Done.')]),
      );
      await started.session.switchMode('plan mode');
      assert.equal(await started.session.turn('[[plan]] it'), 'plan');
      await workbench.notifications.answer(/Plan ready for review/, 'Review Plan…');
      const document = new PlanEditor(workbench);
      await document.waitFor(/1\. It\./);
      assert.match(await workbench.activeTab(), /^Plan – Paint/);
      assert.equal(await workbench.language(), 'Markdown');
      await until(
        () => document.lenses(),
        (lenses) =>
          assert.deepEqual(lenses, ['Approve', 'Request Changes…', 'Approve with Automatic Edits']),
      );
      await document.press('Approve');
      await started.session.waitFor('prompt');
      assert.doesNotMatch(started.api.lastTold('plan'), /edited by user/);
      await until(
        () => workbench.tabs(),
        (tabs) => assert.deepEqual(tabs, []),
      );
    });
  });
}

import assert from 'node:assert/strict';
import { say } from '../../support/claude/reply';
import { script, writePlan } from '../../support/claude/script';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { PlanEditor } from '../../support/editor/window/planEditor';
import { until } from '../../support/until';
import { muteNotifications } from './muted';

const plan = '# Colours\n\n1. Paint it.\n2. Let it dry.\n3. Look at it.\n';
const row = /Plan ready for review/;

/** Uses the window of a client; mutes notifications of its requests. */
export function reviewsPlans(started: ClientFixture): void {
  describe('A plan of the real client, reviewed in the editor', function () {
    this.timeout(180_000);
    let document: PlanEditor;

    before('have nothing in front, and no notifications from now on', async () => {
      const { workbench } = started;
      document = new PlanEditor(workbench);
      await workbench.closeEditors();
      await muteNotifications(workbench);
    });

    const openPlan = (): Promise<void> =>
      started.workbench
        .tree('Sessions')
        .inlineAction(row, 'Review Request', () => document.waitFor(/Paint it/, 10_000));
    /** Lets the client present the plan, and opens it from the tree. */
    async function presented(marker: string): Promise<void> {
      const again = say('Revised.').exitPlan();
      started.api.add(
        script(marker, [writePlan(plan), say('My plan.').exitPlan(), again, say('Done.')]),
      );
      await started.session.switchMode('plan mode');
      assert.equal(await started.session.turn(`[[${marker}]] paint`), 'plan');
      await openPlan();
      await until(
        () => document.lenses(),
        (lenses) => assert.match(lenses.join(), /Approve/),
      );
    }
    const noPlan = (): Promise<unknown> =>
      until(
        () => started.workbench.tabs(),
        (tabs) => assert.ok(!tabs.some((tab) => tab.includes('Plan –')), tabs.join()),
      );

    it('is approved as the person changed it', async () => {
      await presented('edit');
      await document.writeAt(/Let it dry/, ' Twice.');
      await document.press('Approve with Your Changes');
      await started.session.waitFor('prompt');
      await noPlan();
      assert.match(started.api.lastTold('edit'), /2\. Let it dry\. Twice\./);
    });

    it('is sent back with the comments at its lines, which can be changed', async () => {
      await presented('back');
      await document.comment(/Paint it/, 'Which colour?');
      await document.comment(/Look at it/, 'Never mind.');
      await document.editComment(/Which colour/, 'Which colour, please?');
      await document.deleteComment(/Never mind/);
      await document.pressInTitle('Request Changes to Plan…');
      const box = started.workbench.page.locator('.quick-input-widget input');
      await box.fill('Be bold.');
      await box.press('Enter');
      await until(
        () => started.api.lastTold('back'),
        (text) =>
          assert.match(text, /Be bold\..*Line 3:\\n> 1\. Paint it\.\\n\\nWhich colour, please\?/),
      );
      assert.doesNotMatch(started.api.lastTold('back'), /Never mind/);
      await noPlan();
      await started.session.waitFor('plan');
      await openPlan();
      await document.press('Approve');
      await started.session.waitFor('prompt');
      await noPlan();
    });

    it('waits over a reload with all that was written, which stays when the terminal answers', async () => {
      const { workbench } = started;
      await presented('reload');
      await document.writeAt(/Let it dry/, ' For a day.');
      await document.comment(/Look at it/, 'From afar.');
      await workbench.reload();
      await document.waitFor(/Let it dry\. For a day\./);
      await document.written('From afar.').waitFor();
      await until(
        () => document.titleActions(),
        (actions) =>
          assert.ok(
            actions.some((name) => name.startsWith('Approve Plan')),
            actions.join(),
          ),
        60_000,
      );
      await started.session.approvePlan();
      await workbench.notifications
        .toast(/was answered elsewhere\. Your text wasn’t sent/)
        .waitFor();
      await until(
        () => document.titleActions(),
        (actions) => assert.ok(!actions.some((name) => /Plan/.test(name)), actions.join()),
      );
      await document.waitFor(/Let it dry\. For a day\./);
      assert.match(await workbench.activeTab(), /Plan – Colours/);
      await started.session.waitFor('prompt');
      assert.doesNotMatch(started.api.lastTold('reload'), /For a day/);
      await workbench.runCommand('View: Close Editor');
      await noPlan();
    });

    it('keeps a comment that is half typed when the terminal answers, and sends it as the next prompt', async () => {
      const { workbench, session, api } = started;
      await presented('half');
      const box = await document.beginComment(/Let it dry/, 'Use the quick dr');
      await session.approvePlan();
      await until(
        () => document.lenses(),
        (lenses) =>
          assert.deepEqual(lenses, [
            'Answered elsewhere. Your text wasn’t sent.',
            'Send as Next Prompt',
            'Copy',
            'Discard',
          ]),
      );
      await workbench.page.keyboard.type('ying paint [[dried]]');
      assert.match(await box.innerText(), /Use\sthe\squick\sdrying\spaint/);
      await box.getByRole('button', { name: 'Add Comment' }).click();
      await document.written(/Use the quick drying paint/).waitFor();
      await document.beginComment(/Look at it/, 'And the frame.');
      await session.waitFor('prompt');
      api.add(script('dried', [say('Dried.')]));
      await document.pressInTitle('Send What You Wrote as Next Prompt');
      await noPlan();
      await until(
        () => started.api.lastTold('dried'),
        (text) => assert.match(text, /And the frame\.[^]*Line 4:[^]*Use the quick drying paint/),
      );
      await session.waitFor('prompt');
    });

    it('that nobody wrote in stays while it is in front, and goes when the person does', async () => {
      await presented('gone');
      await started.session.approvePlan();
      await until(
        () => document.lenses(),
        (lenses) => assert.deepEqual(lenses, ['This plan was answered elsewhere.']),
      );
      assert.match(await started.workbench.activeTab(), /Plan – Colours/);
      await started.workbench.runCommand('Mission Control: Open Board');
      await noPlan();
      await started.session.waitFor('prompt');
    });
  });
}

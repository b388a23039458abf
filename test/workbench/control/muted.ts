import assert from 'node:assert/strict';
import type { Workbench } from '../../support/editor/window/workbench';
import { until } from '../../support/until';

const statusItem = 'missionControl.needsYou';

/** Mutes notifications for an hour, unless an earlier suite has, and closes visible ones. */
export async function muteNotifications(workbench: Workbench): Promise<void> {
  const { statusBar, notifications } = workbench;
  const isMuted = /notifications muted/;
  if (!isMuted.test((await statusBar.read(statusItem)).name)) {
    await statusBar.entry(statusItem).click();
    await workbench.pick(/Mute Notifications for an Hour/, 'Mute');
    await until(
      () => statusBar.read(statusItem),
      ({ name }) => assert.match(name, isMuted),
    );
  }
  await notifications.clear();
}

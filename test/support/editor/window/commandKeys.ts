import type { Page } from 'playwright-core';

/**
 * Palette labels of the commands that have a test key. Reloading has none: a key could arrive
 * before the message of the preceding click.
 */
const keyed: Readonly<Record<string, string>> = {
  'Mission Control: Connect Phone': 'missionControl.connectPhone',
  'Mission Control: Filter Sessions…': 'missionControl.filterSessions',
  'Mission Control: Find Session…': 'missionControl.findSession',
  'Mission Control: Install Hooks': 'missionControl.installHooks',
  'Mission Control: Manage Machines…': 'missionControl.manageMachines',
  'Mission Control: Next Changed Session': 'missionControl.nextChanged',
  'Mission Control: Open Board': 'missionControl.openBoard',
  'Mission Control: Remove Everything': 'missionControl.removeEverything',
  'Mission Control: Remove Hooks': 'missionControl.removeHooks',
  'Mission Control: Rename Session…': 'missionControl.renameSession',
  'Mission Control: Resume Last Sessions…': 'missionControl.resumeStranded',
  'Mission Control: Test Label Rules…': 'missionControl.testRules',
  'Notifications: Clear All Notifications': 'notifications.clearAll',
  'Notifications: Toggle Do Not Disturb Mode': 'notifications.toggleDoNotDisturbMode',
  'Preferences: Open User Settings (JSON)': 'workbench.action.openSettingsJson',
  'Terminal: Create New Terminal': 'workbench.action.terminal.new',
  'Terminal: Focus Terminal': 'workbench.action.terminal.focus',
  'Terminal: Kill All Terminals': 'workbench.action.terminal.killAll',
  'View: Close All Editors': 'workbench.action.closeAllEditors',
  'View: Close Editor': 'workbench.action.closeActiveEditor',
  'View: Hide Panel': 'workbench.action.closePanel',
  'View: Toggle Panel Visibility': 'workbench.action.togglePanel',
  'View: Toggle Primary Side Bar Visibility': 'workbench.action.toggleSidebarVisibility',
};

/** Letters, each used with Control, Shift and Alt; J is missing because the product uses it. */
const letters = 'abcdefghiklmnopqrstuvwxyz';

/** The letter of each command's key, by its label. */
const letterOf = new Map(Object.keys(keyed).map((label, index) => [label, letters[index] ?? '']));

/**
 * The user's `keybindings.json`. Each key runs a list of one command, since the editor would show a
 * key bound directly wherever it names the command.
 */
export const keybindings: readonly object[] = Object.entries(keyed).map(([label, command]) => ({
  key: `ctrl+shift+alt+${letterOf.get(label) ?? ''}`,
  command: 'runCommands',
  args: { commands: [command] },
}));

export function hasKey(label: string): boolean {
  return letterOf.has(label);
}

/**
 * Dispatches the key of a command to the workbench, wherever the focus is; false if the editor has
 * not loaded the keybinding yet.
 */
export async function pressKeyOf(page: Page, label: string): Promise<boolean> {
  const letter = letterOf.get(label) ?? '';
  return page.evaluate((key) => {
    const event = new KeyboardEvent('keydown', {
      key: key.toUpperCase(),
      code: `Key${key.toUpperCase()}`,
      keyCode: key.toUpperCase().charCodeAt(0),
      ctrlKey: true,
      shiftKey: true,
      altKey: true,
      bubbles: true,
      cancelable: true,
    });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  }, letter);
}

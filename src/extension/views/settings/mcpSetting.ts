import type { CallRepeater } from '../../link/repeatedCalls';
import { settingIds } from '../../manifest';
import type { Disposable } from '../../util/lifetime';
import type { Settings } from './budgetSetting';

/** Sends to the hub whether agents may read texts of other sessions, now and after each change. */
export function followMcp(settings: Settings, repeatedCalls: CallRepeater<'setMcp'>): Disposable {
  const send = (): void =>
    repeatedCalls.storeCall('setMcp', { texts: settings.get(settingIds.mcpShowTexts) === true });
  send();
  return settings.onDidChange((change) => {
    if (change.affectsConfiguration(settingIds.mcpShowTexts)) send();
  });
}

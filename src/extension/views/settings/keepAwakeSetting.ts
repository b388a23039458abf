import type { CallRepeater } from '../../link/repeatedCalls';
import { settingIds } from '../../manifest';
import type { Disposable } from '../../util/lifetime';
import type { Settings } from './budgetSetting';

/** Sends the setting that keeps the computer awake to the hub, now and after each change. */
export function followKeepAwake(
  settings: Settings,
  repeatedCalls: CallRepeater<'setKeepAwake'>,
): Disposable {
  const send = (): void => {
    repeatedCalls.storeCall('setKeepAwake', { isOn: settings.get(settingIds.keepAwake) === true });
  };
  send();
  return settings.onDidChange((change) => {
    if (change.affectsConfiguration(settingIds.keepAwake)) send();
  });
}

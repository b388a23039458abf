import { defaultPhoneSettings, type PhoneSettings } from '../../../shared/protocol/phones';
import type { CallRepeater } from '../../link/repeatedCalls';
import { settingIds } from '../../manifest';
import type { Disposable } from '../../util/lifetime';
import type { Settings } from '../settings/budgetSetting';

const { phonePushAfterSeconds, phonePushText, phonePingUrl } = settingIds;
const maxSeconds = 3_600;
const maxUrlLength = 2_000;

/** Sends the settings for phone notifications to the hub, now and after each change. */
export function followPhoneSettings(
  settings: Settings,
  repeatedCalls: CallRepeater<'setPhoneSettings'>,
): Disposable {
  repeatedCalls.storeCall('setPhoneSettings', phoneSettingsIn(settings));
  return settings.onDidChange((change) => {
    const ids = [phonePushAfterSeconds, phonePushText, phonePingUrl];
    if (ids.some((id) => change.affectsConfiguration(id))) {
      repeatedCalls.storeCall('setPhoneSettings', phoneSettingsIn(settings));
    }
  });
}

/** Reads the settings; invalid values are replaced by the defaults. */
function phoneSettingsIn(settings: Settings): PhoneSettings {
  const [seconds, url] = [settings.get(phonePushAfterSeconds), settings.get(phonePingUrl)];
  const isTime = typeof seconds === 'number' && seconds >= 0;
  const isUrl = typeof url === 'string' && url.length <= maxUrlLength;
  return {
    pushAfterSeconds: isTime
      ? Math.min(seconds, maxSeconds)
      : defaultPhoneSettings.pushAfterSeconds,
    pushText: settings.get(phonePushText) === true,
    pingUrl: isUrl ? url.trim() : '',
  };
}

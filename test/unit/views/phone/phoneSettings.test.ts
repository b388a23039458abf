import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/extension/util/emitter';
import { followPhoneSettings } from '../../../../src/extension/views/phone/phoneSettings';
import { phoneSettingsSchema, type PhoneSettings } from '../../../../src/shared/protocol/phones';

describe('followPhoneSettings', () => {
  it('sends the settings at once, and again when one of them changes', () => {
    const values = new Map<string, unknown>();
    const changes = new Emitter<{ affectsConfiguration(id: string): boolean }>();
    const sent: PhoneSettings[] = [];
    const settings = { get: (id: string) => values.get(id), onDidChange: changes.event };
    const set = (id: string, value: unknown): void => {
      values.set(id, value);
      changes.fire({ affectsConfiguration: (asked) => asked === id });
    };
    followPhoneSettings(settings, { storeCall: (_name, payload) => void sent.push(payload) });
    set('missionControl.phone.pushAfterSeconds', 0);
    set('missionControl.notificationSound', true);
    set('missionControl.phone.pushText', true);
    set('missionControl.phone.pingUrl', ' https://ntfy.sh/mine ');
    assert.deepEqual(sent, [
      { pushAfterSeconds: 10, pushText: false, pingUrl: '' },
      { pushAfterSeconds: 0, pushText: false, pingUrl: '' },
      { pushAfterSeconds: 0, pushText: true, pingUrl: '' },
      { pushAfterSeconds: 0, pushText: true, pingUrl: 'https://ntfy.sh/mine' },
    ]);
  });

  it('replaces an invalid value by the default, which the hub accepts', () => {
    const stored: PhoneSettings[] = [];
    const values: Readonly<Record<string, unknown>> = {
      'missionControl.phone.pushAfterSeconds': -5,
      'missionControl.phone.pushText': 'yes',
      'missionControl.phone.pingUrl': 'x'.repeat(2_001),
    };
    const settings = {
      get: (id: string) => values[id],
      onDidChange: () => ({ dispose: () => undefined }),
    };
    followPhoneSettings(settings, { storeCall: (_name, request) => void stored.push(request) });
    assert.deepEqual(stored, [{ pushAfterSeconds: 10, pushText: false, pingUrl: '' }]);
    assert.ok(phoneSettingsSchema.safeParse(stored[0]).success);
  });
});

import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/extension/util/emitter';
import { followKeepAwake } from '../../../../src/extension/views/settings/keepAwakeSetting';

const id = 'missionControl.keepAwakeWhileAgentsRun';

describe('The setting that keeps the computer awake', () => {
  it('is sent now and after each change of it, and is off for any value but true', () => {
    let value: unknown;
    const sent: boolean[] = [];
    const changes = new Emitter<{ affectsConfiguration(asked: string): boolean }>();
    const settings = { get: () => value, onDidChange: changes.event };
    const following = followKeepAwake(settings, {
      storeCall: (_name, { isOn }) => void sent.push(isOn),
    });
    const change = (next: unknown, changed = id): void => {
      value = next;
      changes.fire({ affectsConfiguration: (asked) => asked === changed });
    };
    change(true);
    change('on');
    change(true, 'missionControl.prices');
    assert.deepEqual(sent, [false, true, false]);
    following.dispose();
    change(true);
    assert.equal(sent.length, 3);
  });
});

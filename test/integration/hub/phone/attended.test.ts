import assert from 'node:assert/strict';
import { callOf } from '../../../../src/shared/protocol/calls';
import { attendedSchema, type Attended } from '../../../../src/shared/protocol/windows';
import { aHook, sessionId } from '../../../support/hub/hooks';
import { PhoneHub } from '../../../support/phone/phoneHub';
import { until } from '../../../support/until';

describe('What a person has on a phone', () => {
  let desk: PhoneHub;
  beforeEach(async () => {
    desk = await PhoneHub.start();
    await desk.hub.hook(aHook('SessionStart'));
  });
  afterEach(() => desk.dispose());

  const attended = (wanted: Attended): Promise<Attended> =>
    until(
      async () => {
        const { path } = callOf('attended');
        return attendedSchema.parse(JSON.parse((await desk.hub.call(path)).text));
      },
      (actual) => assert.deepEqual(actual, wanted),
    );
  const nothing: Attended = { inHand: [], inSight: [] };

  it('counts as attended to while the phone shows it', async () => {
    const phone = await desk.phone('watch');
    await attended(nothing);
    await phone.tell({ type: 'inSight', sessionIds: [sessionId], inHand: [] });
    await attended({ inHand: [], inSight: [sessionId] });
    await phone.tell({ type: 'inSight', sessionIds: [], inHand: [sessionId] });
    await attended({ inHand: [sessionId], inSight: [] });
    await phone.say({ type: 'visible', visible: false });
    await attended(nothing);
  });

  it('counts no more once the phone is gone', async () => {
    const phone = await desk.phone('watch');
    await phone.tell({ type: 'inSight', sessionIds: [sessionId], inHand: [sessionId] });
    await attended({ inHand: [sessionId], inSight: [sessionId] });
    await phone.hangUp();
    await attended(nothing);
  });
});

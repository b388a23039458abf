import assert from 'node:assert/strict';
import { requestDigest } from '../../../../src/extension/util/keys/signing';
import { aHook, sessionId } from '../../../support/hub/hooks';
import { answering, requestOn } from '../../../support/phone/phoneAnswer';
import { PhoneHub } from '../../../support/phone/phoneHub';
import { until } from '../../../support/until';

describe('Two phones and the desk that answer at once', function () {
  this.timeout(120_000);
  let desk: PhoneHub;
  beforeEach(async () => {
    desk = await PhoneHub.start();
  });
  afterEach(() => desk.dispose());

  it('have one winner whom the client hears, and the others are told who it was', async () => {
    const names = ['One', 'Other'];
    const phones = [await desk.phone('answer', 'One'), await desk.phone('answer', 'Other')];
    const answer = desk.hub.wait(
      aHook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'make' } }),
    );
    const shown = await Promise.all(phones.map((phone) => requestOn(phone)));
    const { pendingRequest } = (await desk.hub.session(sessionId)) ?? {};
    assert.ok(pendingRequest);
    const atDesk = desk.hub.signed('decide', sessionId, {
      window: 'desk',
      call: pendingRequest.call?.id,
      shown: requestDigest(pendingRequest),
      decision: { kind: 'deny', message: 'The desk says no' },
    });
    await Promise.all(
      phones.map((phone, at) => {
        const session = shown[at];
        assert.ok(session);
        const message = `${names[at]} says no`;
        return phone.tell(answering(session, { kind: 'deny', message }));
      }),
    );
    const [, winner = ''] = /(The desk|One|Other) says no/u.exec((await answer).text) ?? [];
    const results = await until(
      async () => [
        (await atDesk).text,
        ...phones.map((phone) => phone.pages('undecided').at(-1)?.problem ?? ''),
      ],
      (all) => assert.equal(all.filter((text) => /answered/iu.test(text)).length, 2, all.join()),
    );
    const place = winner === 'The desk' ? '“desk”' : winner;
    const losers = results.filter((text) => /answered/iu.test(text));
    for (const text of losers) assert.ok(text.includes(place), `${winner} won: ${text}`);
  });
});

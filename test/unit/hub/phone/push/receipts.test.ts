import assert from 'node:assert/strict';
import { PushProgress } from '../../../../../src/extension/hub/phone/push/pushProgress';
import { Receipts } from '../../../../../src/extension/hub/phone/push/receipts';
import type { Device } from '../../../../../src/extension/hub/phone/devices';
import { newSigningKeys, type KeyPair } from '../../../../../src/shared/channel/keys';
import { toBase64Url } from '../../../../../src/shared/channel/bytes';
import type { PushSubscription } from '../../../../../src/shared/phone/phoneMessages';
import { HandClock } from '../../../../support/handClock';
import { signedReceipt, Subscriber } from '../../../../support/phone/subscriber';

const [own, other] = ['A'.repeat(22), 'B'.repeat(22)];
const [push, otherPush] = ['p'.repeat(22), 'q'.repeat(22)];

describe('A receipt', () => {
  let clock: HandClock;
  let progress: PushProgress;
  let receipts: Receipts;
  let keys: Readonly<Record<string, KeyPair>>;
  let renewed: (readonly [string, PushSubscription])[];

  beforeEach(async () => {
    clock = new HandClock();
    progress = new PushProgress(clock);
    keys = { [own]: await newSigningKeys(), [other]: await newSigningKeys() };
    renewed = [];
    receipts = new Receipts({
      device: (id) => {
        const signing = keys[id];
        if (signing === undefined) return undefined;
        return { id, signingKey: toBase64Url(signing.publicKey) } as Device;
      },
      progress,
      onRenewed: async (device, subscription) => renewed.push([device, subscription]) > 0,
      now: () => clock.now(),
    });
    progress.begin({ id: push, device: own, sessions: ['one'], isFollowUp: false });
    progress.begin({ id: otherPush, device: other, sessions: ['one'], isFollowUp: false });
    progress.accepted(push);
  });
  afterEach(() => progress.dispose());

  const receiptWith = (change: object = {}) =>
    ({ device: own, push, stage: 'shown', at: clock.now(), ...change }) as const;

  it('counts with the signature of the phone, and says how long it took', async () => {
    clock.go(1_200);
    assert.equal(await receipts.handle(await signedReceipt(receiptWith(), keys[own])), 204);
    const { stage, shownAfterMs } = progress.ofDevice(own);
    assert.deepEqual([stage, shownAfterMs], ['shown', 1_200]);
    assert.equal(progress.ofDevice(other).stage, 'sent');
  });

  it('counts for nothing where it is forged or changed', async () => {
    assert.equal(await receipts.handle(await signedReceipt(receiptWith())), 403);
    const real = await signedReceipt(receiptWith(), keys[own]);
    assert.equal(await receipts.handle({ ...real, stage: 'opened' }), 403);
    assert.equal(await receipts.handle({ ...real, at: clock.now() + 1 }), 403);
    assert.equal(progress.ofDevice(own).stage, 'accepted');
  });

  it('counts for nothing of a push that went to another phone, or to none', async () => {
    const stranger = receiptWith({ push: otherPush });
    assert.equal(await receipts.handle(await signedReceipt(stranger, keys[own])), 403);
    assert.equal(
      await receipts.handle(await signedReceipt(receiptWith({ push: 'r'.repeat(22) }), keys[own])),
      403,
    );
    const unknown = receiptWith({ device: 'C'.repeat(22) });
    assert.equal(await receipts.handle(await signedReceipt(unknown, keys[own])), 403);
    assert.equal(progress.ofDevice(other).stage, 'sent');
  });

  it('counts once: what is repeated, or comes late, takes nothing back', async () => {
    const shown = await signedReceipt(receiptWith(), keys[own]);
    assert.equal(await receipts.handle(shown), 204);
    assert.equal(
      await receipts.handle(await signedReceipt(receiptWith({ stage: 'opened' }), keys[own])),
      204,
    );
    clock.go(60_000);
    assert.equal(await receipts.handle(shown), 409);
    progress.accepted(push);
    assert.equal(progress.ofDevice(own).stage, 'opened');
  });

  it('is refused where it is none', async () => {
    for (const body of [
      undefined,
      null,
      'shown',
      {},
      receiptWith(),
      { ...receiptWith(), signature: 'x' },
    ]) {
      assert.equal(await receipts.handle(body), 400);
    }
  });

  it('that does not come within ten seconds is said to be missing, and believed when it comes', async () => {
    clock.go(9_900);
    assert.equal(progress.ofDevice(own).stage, 'accepted');
    clock.go(200);
    assert.equal(progress.ofDevice(own).stage, 'silent');
    assert.match(progress.ofDevice(own).detail ?? '', /not shown yet/);
    assert.equal(await receipts.handle(await signedReceipt(receiptWith(), keys[own])), 204);
    assert.equal(progress.ofDevice(own).stage, 'shown');
    assert.equal(progress.ofDevice(own).detail, undefined);
  });

  it('may bring a new subscription, the newest alone and of this day', async () => {
    const subscription = new Subscriber((channel) => `https://push.test/${channel}`).subscription;
    const renewal = (at: number) =>
      signedReceipt({ device: own, stage: 'subscribed', subscription, at }, keys[own]);
    const now = clock.now();
    assert.equal(await receipts.handle(await renewal(now - 2 * 24 * 60 * 60_000)), 409);
    assert.equal(await receipts.handle(await renewal(now)), 204);
    assert.equal(await receipts.handle(await renewal(now)), 409);
    assert.equal(await receipts.handle(await renewal(now - 1)), 409);
    const swapped = {
      ...(await renewal(now + 1)),
      subscription: { ...subscription, endpoint: 'x' },
    };
    assert.equal(await receipts.handle(swapped), 403);
    assert.deepEqual(renewed, [[own, subscription]]);
  });
});

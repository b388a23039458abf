import assert from 'node:assert/strict';
import { KnownKeys } from '../../../src/extension/hub/signed/knownKeys';
import { Seals } from '../../../src/extension/hub/signed/seals';
import { Refusal } from '../../../src/extension/hub/serve/refusal';
import {
  keyName,
  newPrivateKey,
  withSeal,
  signerOf,
} from '../../../src/extension/util/keys/signing';
import { addressOf } from '../../../src/shared/protocol/machines/address';
import { windowOfPhone } from '../../../src/shared/protocol/phoneWindow';
import { lineChannel, phoneChannel } from '../../../src/shared/protocol/signed';

const editor = signerOf(newPrivateKey());
const phone = signerOf(newPrivateKey());
const device = { id: 'd'.repeat(22), signingKey: phone.publicKey };
const machineId = 'm0123456789abcdef';
const own = phoneChannel('own'.padEnd(43, '0'));
const other = phoneChannel('other'.padEnd(43, '0'));
const line = lineChannel('line'.padEnd(22, '0'));
const otherLine = lineChannel('otherLine'.padEnd(22, '0'));
const change = { kind: 'add', id: 'a', text: 'Go on' };

describe('A seal', () => {
  const started = (): Seals =>
    new Seals({
      keys: new KnownKeys([editor.publicKey, phone.publicKey]),
      hub: 'hub',
      machine: () => machineId,
      phones: () => [device],
    });
  const signedBody = (
    signer: typeof editor,
    channels: readonly string[] | undefined,
    session = 'one',
    window = signer === phone ? windowOfPhone(device.id) : 'window',
  ) =>
    withSeal(
      signer,
      { act: 'prompts', hub: 'hub', session, ...(channels && { channels }) },
      { window, change },
    );
  const counts = (value: object, channel?: string, seals = started()): boolean =>
    !(seals.verifyAndOpen('prompts', 'one', value, channel) instanceof Refusal);

  it('of a window counts at its own hub, and by no phone and no line', () => {
    for (const [channel, isGood] of [
      [undefined, true],
      [own, false],
      [line, false],
    ] as const) {
      assert.equal(counts(signedBody(editor, undefined), channel), isGood, channel);
    }
  });

  it('of a phone counts on the connection that it was made for', () => {
    assert.ok(counts(signedBody(phone, [own]), own));
    for (const channel of [other, line, undefined])
      assert.ok(!counts(signedBody(phone, [own]), channel));
    for (const channels of [undefined, [], [line], [own, line]]) {
      for (const channel of [undefined, own, line]) {
        assert.ok(
          !counts(signedBody(phone, channels), channel),
          JSON.stringify([channels, channel]),
        );
      }
    }
  });

  it('of a desk counts on its line, for the session under its address on this machine', () => {
    const address = addressOf({ machineId, sessionId: 'one' });
    const elsewhere = addressOf({ machineId: 'mffffffffffffffff', sessionId: 'one' });
    assert.ok(counts(signedBody(editor, [line], address), line));
    assert.ok(!counts(signedBody(editor, [line], 'one'), line));
    assert.ok(!counts(signedBody(editor, [line], elsewhere), line));
    for (const channel of [otherLine, undefined, own])
      assert.ok(!counts(signedBody(editor, [line], address), channel), channel);
  });

  it('with another list of connections than was signed counts nowhere', () => {
    const { seal, ...body } = signedBody(phone, [other]);
    assert.ok(!counts({ ...body, seal: { ...seal, channels: [own] } }, own));
    const { channels: _signed, ...bare } = seal;
    assert.ok(!counts({ ...body, seal: bare }));
  });

  it('of a phone stands for a kept prompt only where this start of the hub took it from that phone', () => {
    const { seal, ...body } = signedBody(phone, [own]);
    const seals = started();
    const stands = (): boolean => seals.isSigned('prompts', 'hub', 'one', body, seal);
    assert.ok(!stands());
    assert.ok(counts({ ...body, seal }, own, seals));
    assert.ok(stands());
    assert.ok(!started().isSigned('prompts', 'hub', 'one', body, seal));
  });

  it('of a phone stands for no kept prompt where it names a line, or no connection', () => {
    const address = addressOf({ machineId, sessionId: 'one' });
    for (const [channels, session] of [
      [[own, line], address],
      [[line], address],
      [[], 'one'],
      [undefined, 'one'],
    ] as const) {
      const { seal, ...body } = signedBody(phone, channels, session);
      const stands = started().isSigned('prompts', 'hub', 'one', body, seal);
      assert.ok(!stands, JSON.stringify(channels));
    }
  });

  it('of a window, and of a desk, stands for a kept prompt at later starts of the hub, too', () => {
    const here = signedBody(editor, undefined);
    const there = signedBody(editor, [line], addressOf({ machineId, sessionId: 'one' }));
    for (const { seal, ...body } of [here, there])
      assert.ok(started().isSigned('prompts', 'hub', 'one', body, seal));
    const { seal, ...body } = signedBody(editor, [line], 'one');
    assert.ok(!started().isSigned('prompts', 'hub', 'one', body, seal));
  });

  it('goes on to another machine only by the connection that it names first', () => {
    const seals = started();
    for (const [channels, channel, isGood] of [
      [[line], undefined, true],
      [[own, line], own, true],
      [[own, line], undefined, false],
      [[own, line], other, false],
      [[line], own, false],
      [undefined, own, false],
    ] as const) {
      const sealedBody = { seal: sealOf(channels) };
      assert.equal(
        seals.isForwardable(sealedBody, channel),
        isGood,
        JSON.stringify([channels, channel]),
      );
    }
  });
});

function sealOf(channels: readonly string[] | undefined): object {
  const [nonce, signature] = ['n'.repeat(22), 's'.repeat(86)];
  return { key: keyName(phone.publicKey), at: 1, nonce, signature, ...(channels && { channels }) };
}

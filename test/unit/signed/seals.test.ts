import assert from 'node:assert/strict';
import { Refusal, refusals } from '../../../src/extension/hub/serve/refusal';
import { KnownKeys } from '../../../src/extension/hub/signed/knownKeys';
import { Seals } from '../../../src/extension/hub/signed/seals';
import { newPrivateKey, withSeal, signerOf } from '../../../src/extension/util/keys/signing';

const hour = 60 * 60_000;

describe('The seals that a hub accepts', () => {
  const [one, other] = [signerOf(newPrivateKey()), signerOf(newPrivateKey())];
  let now: number;
  let seals: Seals;
  const open = (message: object): string => {
    const outcome = seals.verifyAndOpen('act', 's', message);
    return outcome instanceof Refusal ? outcome.error : 'believed';
  };
  const signed = (signer = one, at = now): object =>
    withSeal(signer, { act: 'act', hub: 'hub', session: 's' }, { window: 'w' }, at);
  const { error: stale } = refusals.stale;

  beforeEach(() => {
    now = 1_800_000_000_000;
    begin();
  });
  function begin(mostUsed?: number): void {
    seals = new Seals({
      keys: new KnownKeys([one.publicKey, other.publicKey]),
      hub: 'hub',
      clock: () => now,
      ...(mostUsed !== undefined && { mostUsed }),
    });
  }

  it('are valid once, even if the clock was ahead and is set back', () => {
    const message = signed();
    assert.equal(open(message), 'believed');
    now += hour;
    assert.equal(open(signed()), 'believed');
    assert.equal(open(message), stale);
    now -= hour;
    assert.equal(open(message), stale);
    assert.equal(open(signed()), 'believed');
  });

  it('are valid once, even if more are used than the hub stores', () => {
    begin(3);
    const messages = [0, 1, 2, 3, 4].map((ms) => signed(one, now + ms));
    for (const message of messages) assert.equal(open(message), 'believed');
    for (const message of messages) assert.equal(open(message), stale);
    // Messages signed by another key are unaffected.
    assert.equal(open(signed(other, now)), 'believed');
    now += 10;
    assert.equal(open(signed()), 'believed');
  });

  it('are valid for five minutes around the time of the hub', () => {
    const { error } = refusals.stale;
    assert.equal(open(signed(one, now - hour)), error);
    assert.equal(open(signed(one, now + hour)), error);
    assert.equal(open(signed(one, now - 4 * 60_000)), 'believed');
  });
});

import type { VouchedPhone } from '../../shared/protocol/phones';

type Keys = Pick<VouchedPhone, 'signingKey' | 'agreementKey'>;

/** `changed`: the phone of that id was accepted with other keys. `unknown`: it was not accepted there. */
export type KeyStanding = 'vouched' | 'changed' | 'unknown';

/** Compares the keys that a list names for a phone with those that a person accepted. */
export function keyStanding(accepted: Keys | undefined, listed: Keys): KeyStanding {
  if (accepted === undefined) return 'unknown';
  const isSame =
    accepted.signingKey === listed.signingKey && accepted.agreementKey === listed.agreementKey;
  return isSame ? 'vouched' : 'changed';
}

import type { VouchedPhone } from '../../../shared/protocol/phones';

type Keys = Pick<VouchedPhone, 'signingKey' | 'agreementKey'>;

/**
 * `vouched`: accepted with these keys. `changed`: the phone with that id was accepted with
 * different keys. `unknown`: not accepted.
 */
export type KeyStatus = 'vouched' | 'changed' | 'unknown';

/** Compares the listed keys of a phone with those that a person accepted. */
export function compareKeys(accepted: Keys | undefined, listed: Keys): KeyStatus {
  if (accepted === undefined) return 'unknown';
  const isSame =
    accepted.signingKey === listed.signingKey && accepted.agreementKey === listed.agreementKey;
  return isSame ? 'vouched' : 'changed';
}

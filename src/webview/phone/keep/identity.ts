import type { Bytes } from '../../../shared/channel/bytes';
import {
  newAgreementKeys,
  newSigningKeys,
  publicKeyLength,
  type AgreementKeys,
} from '../../../shared/channel/keys';
import type { PhoneScope } from '../../../shared/protocol/phones';
import { fieldsOf } from '../../../shared/text/fields';
import type { PhoneStore } from './kept';

/** The keys of one phone for one hub; no script can read the private ones out. */
export interface PhoneKeys {
  readonly agreement: AgreementKeys;
  readonly signing: AgreementKeys;
}

/** A phone that a hub has accepted. */
export interface Identity extends PhoneKeys {
  /** Id of the device in base64url. */
  readonly id: string;
  /** Public key of the hub. */
  readonly hubKey: Bytes;
  readonly name: string;
  readonly machine: string;
  /** Id of that computer, as it was told at the pairing. */
  readonly machineId?: string | undefined;
  /** What it might do when it was last connected; absent before the first time. */
  readonly scope?: PhoneScope;
}

const identityKey = 'identity';

export async function newPhoneKeys(): Promise<PhoneKeys> {
  return { agreement: await newAgreementKeys(), signing: await newSigningKeys() };
}

/** Undefined where this phone is not paired, or the browser has lost some of it. */
export async function keptIdentity(kept: PhoneStore): Promise<Identity | undefined> {
  const found = await kept.get<Identity>(identityKey);
  const { id, hubKey, agreement, signing } = fieldsOf(found);
  const isWhole =
    typeof id === 'string' &&
    hubKey instanceof Uint8Array &&
    hubKey.length === publicKeyLength &&
    fieldsOf(agreement)['privateKey'] instanceof CryptoKey &&
    fieldsOf(signing)['privateKey'] instanceof CryptoKey;
  return isWhole ? found : undefined;
}

export function keepIdentity(kept: PhoneStore, identity: Identity): Promise<void> {
  return kept.set(identityKey, identity);
}

export function dropIdentity(kept: PhoneStore): Promise<void> {
  return kept.delete(identityKey);
}

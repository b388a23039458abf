import type { Bytes } from '../../../shared/channel/bytes';
import {
  newAgreementKeys,
  newSigningKeys,
  publicKeyLength,
  type KeyPair,
} from '../../../shared/channel/keys';
import type { PhoneScope } from '../../../shared/protocol/phones';
import { fieldsOf } from '../../../shared/text/fields';
import type { PhoneStore } from './kept';

/** The keys of a phone for one hub; the private ones are not extractable. */
export interface PhoneKeys {
  readonly agreement: KeyPair;
  readonly signing: KeyPair;
}

/** Identity of a phone that a hub has accepted. */
export interface Identity extends PhoneKeys {
  /** Id of the device in base64url. */
  readonly id: string;
  /** Public key of the hub. */
  readonly hubKey: Bytes;
  readonly name: string;
  readonly machine: string;
  /** Id of the hub's machine, as received when pairing. */
  readonly machineId?: string | undefined;
  /** Scope at the last connection; absent before the first. */
  readonly scope?: PhoneScope;
}

const identityKey = 'identity';

export async function createPhoneKeys(): Promise<PhoneKeys> {
  return { agreement: await newAgreementKeys(), signing: await newSigningKeys() };
}

/**
 * Returns the stored identity; undefined if this phone is not paired, or the browser lost a part of
 * the identity.
 */
export async function readIdentity(store: PhoneStore): Promise<Identity | undefined> {
  const found = await store.get<Identity>(identityKey);
  const { id, hubKey, agreement, signing } = fieldsOf(found);
  const isComplete =
    typeof id === 'string' &&
    hubKey instanceof Uint8Array &&
    hubKey.length === publicKeyLength &&
    fieldsOf(agreement)['privateKey'] instanceof CryptoKey &&
    fieldsOf(signing)['privateKey'] instanceof CryptoKey;
  return isComplete ? found : undefined;
}

export function storeIdentity(store: PhoneStore, identity: Identity): Promise<void> {
  return store.set(identityKey, identity);
}

export function dropIdentity(store: PhoneStore): Promise<void> {
  return store.delete(identityKey);
}

import { deviceOfWindow } from '../../../shared/protocol/phoneWindow';
import { addressOf } from '../../../shared/protocol/machines/address';
import { sealSchema, type Seal } from '../../../shared/protocol/keys';
import {
  isPhoneChannel,
  lineChannel,
  statementText,
  type SignedAct,
} from '../../../shared/protocol/signed';
import { fieldsOf } from '../../../shared/text/fields';
import { isSignedBy, keyName } from '../../util/keys/signing';
import type { SealCheck } from '../serve/callRouter';
import { refusals, type Refusal } from '../serve/refusal';
import type { KnownKeys } from './knownKeys';

/** Maximum difference in ms between a signature's time and the hub's clock. */
const validMs = 5 * 60_000;

/**
 * Maximum number of used signatures that are stored; older ones are refused by their time alone.
 */
const maxUsed = 50_000;

/** Actions that a phone's key may sign; only windows may decide who is trusted. */
const phoneActs: ReadonlySet<SignedAct> = new Set<SignedAct>([
  'decide',
  'giveGrant',
  'prompts',
  'act',
]);

/** Maximum number of stored signatures of phones, far more than the prompts in all queues. */
const maxPhoneSignatures = 5_000;

export interface SealsParts {
  readonly keys: KnownKeys;
  /** Name of the running hub; each start has a different one. */
  readonly hub: string;
  /**
   * Id of this computer, which desks sign as part of a session's address; absent if no desk signs.
   */
  readonly machine?: () => string | undefined;
  /** The paired phones; none if absent. */
  readonly phones?: () => readonly { readonly id: string; readonly signingKey: string }[];
  readonly clock?: () => number;
  /** Replaces the default maximum. */
  readonly mostUsed?: number;
}

/** Accepts calls that a known key has signed for this hub; each signature is accepted once. */
export class Seals implements SealCheck {
  /**
   * Signatures accepted since the hub started, by key and nonce, with their times. They are not
   * dropped by age: if a clock that was ahead is set back, they would be valid again.
   */
  private readonly usedSignatures = new Map<
    string,
    { readonly key: string; readonly at: number }
  >();
  /**
   * Latest time of a dropped signature, by key: what the key signed until then is refused, since
   * some of it is no longer stored.
   */
  private readonly droppedUntil = new Map<string, number>();
  /** Signatures of the prompts and grants of phones at this hub, newest last. */
  private readonly phoneSignatures = new Set<string>();
  private readonly clock: () => number;

  constructor(private readonly parts: SealsParts) {
    this.clock = parts.clock ?? Date.now;
  }

  verifyAndOpen(
    act: SignedAct,
    session: string,
    value: unknown,
    channel?: string,
  ): ReturnType<SealCheck['verifyAndOpen']> {
    const { seal: claimed, ...body } = fieldsOf(value);
    const seal = sealSchema.safeParse(claimed);
    if (!seal.success) return refusals.unsigned;
    const refusal = this.check(act, session, body, seal.data, channel);
    return refusal ?? { seal: seal.data, body };
  }

  isForwardable(value: unknown, channel?: string): boolean {
    const seal = sealSchema.safeParse(fieldsOf(value)['seal']);
    const [first, ...others] = seal.data?.channels ?? [];
    return channel === undefined ? others.length === 0 : first === channel;
  }

  /**
   * True if a key that is known now has made the signature, at any time and for any hub. A phone's
   * signature is valid only if this hub received it over the phone's own connection: a program that
   * impersonated the hub to the phone would have the same signatures.
   */
  isSigned(act: SignedAct, hub: string, session: string, body: unknown, seal: Seal): boolean {
    const isByPhone = seal.channels?.length === 1 && isPhoneChannel(seal.channels[0]);
    // Checked whatever the channel: a phone that was deceived into addressing this computer as
    // another machine signs for a desk's connection, not for its own.
    const isOfPhone = isByPhone || this.phonesOf(seal.key).length > 0;
    if (isOfPhone && !this.phoneSignatures.has(seal.signature)) return false;
    return this.isSignatureValid(act, hub, session, body, seal);
  }

  private isSignatureValid(
    act: SignedAct,
    hub: string,
    session: string,
    body: unknown,
    { key: name, at, nonce, signature, channels }: Seal,
  ): boolean {
    const key = this.parts.keys.get(name);
    if (key === undefined) return false;
    // A desk signs the address of a session, so its signature is valid on no other machine.
    const address = addressOf({ machineId: this.parts.machine?.() ?? '', sessionId: session });
    const signedSession = isLineChannel(channels?.at(-1)) ? address : session;
    const statement = { act, hub, session: signedSession, key: name, at, nonce, channels, body };
    return isSignedBy(key, statementText(statement), signature);
  }

  private check(
    act: SignedAct,
    session: string,
    body: unknown,
    seal: Seal,
    channel: string | undefined,
  ): Refusal | undefined {
    const { keys, hub } = this.parts;
    const now = this.clock();
    if (keys.get(seal.key) === undefined) return refusals.stranger;
    if (!this.isSignatureValid(act, hub, session, body, seal)) return refusals.unsigned;
    if (!this.matchesChannel(channel, seal)) return refusals.unsigned;
    if (!this.isOwnWindow(act, body, seal.key)) return refusals.unsigned;
    if (Math.abs(now - seal.at) > validMs) return refusals.stale;
    const { key, at, nonce } = seal;
    const id = `${key}/${nonce}`;
    if (this.usedSignatures.has(id) || at <= (this.droppedUntil.get(key) ?? 0))
      return refusals.stale;
    this.usedSignatures.set(id, { key, at });
    this.evictOldest();
    const isStored = act === 'prompts' || act === 'giveGrant';
    if (isStored && isPhoneChannel(channel)) this.storePhoneSignature(seal.signature);
    return undefined;
  }

  private evictOldest(): void {
    const [first] = this.usedSignatures;
    if (first === undefined || this.usedSignatures.size <= (this.parts.mostUsed ?? maxUsed)) return;
    const [id, { key, at }] = first;
    this.usedSignatures.delete(id);
    this.droppedUntil.set(key, Math.max(at, this.droppedUntil.get(key) ?? 0));
  }

  /**
   * True if the call came over the last connection that its seal names. A phone's key is valid only
   * over the phone's own connection.
   */
  private matchesChannel(channel: string | undefined, { key, channels = [] }: Seal): boolean {
    if (channels.at(-1) !== channel) return false;
    return isPhoneChannel(channel) || this.phonesOf(key).length === 0;
  }

  private storePhoneSignature(signature: string): void {
    this.phoneSignatures.add(signature);
    const [oldest] = this.phoneSignatures;
    if (this.phoneSignatures.size > maxPhoneSignatures && oldest !== undefined)
      this.phoneSignatures.delete(oldest);
  }

  /**
   * True if the call's window belongs to the key: a phone's key may act for that phone only, a
   * window's key for no phone.
   */
  private isOwnWindow(act: SignedAct, body: unknown, key: string): boolean {
    const { window } = fieldsOf(body);
    const claimed = typeof window === 'string' ? deviceOfWindow(window) : undefined;
    const own = this.phonesOf(key);
    if (own.length === 0) return claimed === undefined;
    return phoneActs.has(act) && own.some(({ id }) => id === claimed);
  }

  private phonesOf(key: string): readonly { readonly id: string }[] {
    const phones = this.parts.phones?.() ?? [];
    return phones.filter(({ signingKey }) => keyName(signingKey) === key);
  }
}

function isLineChannel(channel: string | undefined): boolean {
  return channel?.startsWith(lineChannel('')) === true;
}

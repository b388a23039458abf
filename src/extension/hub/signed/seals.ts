import { deviceOfWindow } from '../../../shared/protocol/phoneWindow';
import { addressOf } from '../../../shared/protocol/machines/address';
import { sealSchema, type Seal } from '../../../shared/protocol/keys';
import {
  isPhone,
  lineChannel,
  statementText,
  type SignedAct,
} from '../../../shared/protocol/signed';
import { fieldsOf } from '../../../shared/text/fields';
import { isSignedBy, keyName } from '../../util/signing';
import type { SealCheck } from '../serve/callRouter';
import { refusals, type Refusal } from '../serve/refusal';
import type { KnownKeys } from './knownKeys';

/** Between the clocks of who signs and the hub there may be so much, in ms; later it counts no more. */
const validMs = 5 * 60_000;

/** So many used signatures are remembered; of more, those that came first are told by their time alone. */
const mostUsed = 50_000;

/** What the key of a phone counts for; who is believed is for windows alone to say. */
const phoneActs: ReadonlySet<SignedAct> = new Set<SignedAct>(['decide', 'prompts', 'act']);

/** Far beyond the prompts that wait in all queues at a time. */
const maxOfPhones = 5_000;

export interface SealsParts {
  readonly keys: KnownKeys;
  /** The name of this start of the hub. */
  readonly hub: string;
  /** Id of this computer, under which desks sign for its sessions; absent where no desk does. */
  readonly machine?: () => string | undefined;
  /** The phones that are paired; none where it is left out. */
  readonly phones?: () => readonly { readonly id: string; readonly signingKey: string }[];
  readonly clock?: () => number;
  /** Instead of the usual number. */
  readonly mostUsed?: number;
}

/** Believes what a known key has signed for this hub, once. */
export class Seals implements SealCheck {
  /**
   * Signatures that counted at this start of the hub, by key and nonce, and when they were made. No
   * clock lets one go: one that went ahead and comes back would make it count again.
   */
  private readonly used = new Map<string, { readonly key: string; readonly at: number }>();
  /** By key: what it signed until then is refused, as some of it is no longer remembered. */
  private readonly forgotten = new Map<string, number>();
  /** Signatures of the prompts that phones queued at this hub, the newest last. */
  private readonly ofPhones = new Set<string>();
  private readonly clock: () => number;

  constructor(private readonly parts: SealsParts) {
    this.clock = parts.clock ?? Date.now;
  }

  open(
    act: SignedAct,
    session: string,
    value: unknown,
    channel?: string,
  ): ReturnType<SealCheck['open']> {
    const { seal: claimed, ...body } = fieldsOf(value);
    const seal = sealSchema.safeParse(claimed);
    if (!seal.success) return refusals.unsigned;
    const refusal = this.check(act, session, body, seal.data, channel);
    return refusal ?? { seal: seal.data, body };
  }

  isOnItsWay(value: unknown, channel?: string): boolean {
    const seal = sealSchema.safeParse(fieldsOf(value)['seal']);
    const [first, ...others] = seal.data?.channels ?? [];
    return channel === undefined ? others.length === 0 : first === channel;
  }

  /**
   * Whether a known key has signed it, now or earlier, for whichever hub. What a phone signed counts only
   * where this hub took it over the phone's own connection: a program that stood before the phone in
   * the hub's place has the same signatures.
   */
  isSigned(act: SignedAct, hub: string, session: string, body: unknown, seal: Seal): boolean {
    const isByPhone = seal.channels?.length === 1 && isPhone(seal.channels[0]);
    // Whatever it names: one that was led to call this computer another machine signed for a line.
    const isOfPhone = isByPhone || this.phonesOf(seal.key).length > 0;
    if (isOfPhone && !this.ofPhones.has(seal.signature)) return false;
    return this.verifies(act, hub, session, body, seal);
  }

  private verifies(
    act: SignedAct,
    hub: string,
    session: string,
    body: unknown,
    { key: name, at, nonce, signature, channels }: Seal,
  ): boolean {
    const key = this.parts.keys.get(name);
    if (key === undefined) return false;
    // A desk signs the address of a session: the signature counts on no other machine.
    const address = addressOf({ machineId: this.parts.machine?.() ?? '', sessionId: session });
    const named = isLine(channels?.at(-1)) ? address : session;
    const statement = { act, hub, session: named, key: name, at, nonce, channels, body };
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
    if (!this.verifies(act, hub, session, body, seal)) return refusals.unsigned;
    if (!this.cameBy(channel, seal)) return refusals.unsigned;
    if (!this.speaksForItself(act, body, seal.key)) return refusals.unsigned;
    if (Math.abs(now - seal.at) > validMs) return refusals.stale;
    const { key, at, nonce } = seal;
    const known = `${key}/${nonce}`;
    if (this.used.has(known) || at <= (this.forgotten.get(key) ?? 0)) return refusals.stale;
    this.used.set(known, { key, at });
    this.forgetFirst();
    if (act === 'prompts' && isPhone(channel)) this.remember(seal.signature);
    return undefined;
  }

  private forgetFirst(): void {
    const [first] = this.used;
    if (first === undefined || this.used.size <= (this.parts.mostUsed ?? mostUsed)) return;
    const [known, { key, at }] = first;
    this.used.delete(known);
    this.forgotten.set(key, Math.max(at, this.forgotten.get(key) ?? 0));
  }

  /** Whether the call came by the last connection that its seal names. A phone's key counts over its own alone. */
  private cameBy(channel: string | undefined, { key, channels = [] }: Seal): boolean {
    if (channels.at(-1) !== channel) return false;
    return isPhone(channel) || this.phonesOf(key).length === 0;
  }

  private remember(signature: string): void {
    this.ofPhones.add(signature);
    const [oldest] = this.ofPhones;
    if (this.ofPhones.size > maxOfPhones && oldest !== undefined) this.ofPhones.delete(oldest);
  }

  /** A phone's key stands for that phone alone, and a window's for none. */
  private speaksForItself(act: SignedAct, body: unknown, key: string): boolean {
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

function isLine(channel: string | undefined): boolean {
  return channel?.startsWith(lineChannel('')) === true;
}

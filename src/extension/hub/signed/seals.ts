import { deviceOfWindow } from '../../../shared/protocol/phoneWindow';
import { sealSchema, type Seal } from '../../../shared/protocol/keys';
import { statementText, type SignedAct } from '../../../shared/protocol/signed';
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

export interface SealsParts {
  readonly keys: KnownKeys;
  /** The name of this start of the hub. */
  readonly hub: string;
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
  private readonly clock: () => number;

  constructor(private readonly parts: SealsParts) {
    this.clock = parts.clock ?? Date.now;
  }

  open(act: SignedAct, session: string, value: unknown): ReturnType<SealCheck['open']> {
    const { seal: claimed, ...body } = fieldsOf(value);
    const seal = sealSchema.safeParse(claimed);
    if (!seal.success) return refusals.unsigned;
    return this.check(act, session, body, seal.data) ?? { seal: seal.data, body };
  }

  /** Whether a known key has signed it, now or earlier, for whichever hub. */
  isSigned(act: SignedAct, hub: string, session: string, body: unknown, seal: Seal): boolean {
    const { key: name, at, nonce, signature } = seal;
    const key = this.parts.keys.get(name);
    if (key === undefined) return false;
    const statement = { act, hub, session, key: name, at, nonce, body };
    return isSignedBy(key, statementText(statement), signature);
  }

  private check(act: SignedAct, session: string, body: unknown, seal: Seal): Refusal | undefined {
    const { keys, hub } = this.parts;
    const now = this.clock();
    if (keys.get(seal.key) === undefined) return refusals.stranger;
    if (!this.isSigned(act, hub, session, body, seal)) return refusals.unsigned;
    if (!this.speaksForItself(act, body, seal.key)) return refusals.unsigned;
    if (Math.abs(now - seal.at) > validMs) return refusals.stale;
    const { key, at, nonce } = seal;
    const known = `${key}/${nonce}`;
    if (this.used.has(known) || at <= (this.forgotten.get(key) ?? 0)) return refusals.stale;
    this.used.set(known, { key, at });
    this.forgetFirst();
    return undefined;
  }

  private forgetFirst(): void {
    const [first] = this.used;
    if (first === undefined || this.used.size <= (this.parts.mostUsed ?? mostUsed)) return;
    const [known, { key, at }] = first;
    this.used.delete(known);
    this.forgotten.set(key, Math.max(at, this.forgotten.get(key) ?? 0));
  }

  /** A phone's key stands for that phone alone, and a window's for none. */
  private speaksForItself(act: SignedAct, body: unknown, key: string): boolean {
    const { window } = fieldsOf(body);
    const claimed = typeof window === 'string' ? deviceOfWindow(window) : undefined;
    const phones = this.parts.phones?.() ?? [];
    const own = phones.filter(({ signingKey }) => keyName(signingKey) === key);
    if (own.length === 0) return claimed === undefined;
    return phoneActs.has(act) && own.some(({ id }) => id === claimed);
  }
}

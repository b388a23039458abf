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

/** What the key of a phone counts for; who is believed is for windows alone to say. */
const phoneActs: ReadonlySet<SignedAct> = new Set<SignedAct>(['decide', 'prompts', 'act']);

export interface SealsParts {
  readonly keys: KnownKeys;
  /** The name of this start of the hub. */
  readonly hub: string;
  /** The phones that are paired; none where it is left out. */
  readonly phones?: () => readonly { readonly id: string; readonly signingKey: string }[];
  readonly clock?: () => number;
}

/** Believes what a known key has signed for this hub, once. */
export class Seals implements SealCheck {
  /** Nonces with the time until which a message could be sent again. Only signed messages get here. */
  private readonly used = new Map<string, number>();
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
    for (const [nonce, until] of this.used) if (until < now) this.used.delete(nonce);
    const known = `${seal.key}/${seal.nonce}`;
    if (this.used.has(known)) return refusals.stale;
    this.used.set(known, Math.max(now, seal.at) + validMs);
    return undefined;
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

import { createHmac, randomBytes } from 'node:crypto';

/** The part of an address that asks a listener for its proof. */
export const challengeName = 'challenge';

/**
 * Tells this listener from any other that has the hub's files: only this process can answer. Whoever
 * hands a challenge on to it is a carrier.
 */
export class PageChallenge {
  private readonly secret = randomBytes(32);

  /** `hub` is the hash of the hub's key. */
  constructor(readonly hub: string) {}

  nonce(): string {
    return randomBytes(16).toString('base64url');
  }

  answer(nonce: string): string {
    return createHmac('sha256', this.secret).update(nonce).digest('base64url');
  }

  /** The answer to an address of a request; undefined where it asks for none. */
  answerTo(url: string): string | undefined {
    const nonce = new URLSearchParams(url.split('?')[1] ?? '').get(challengeName) ?? '';
    return /^[\w-]{22}$/u.test(nonce) ? this.answer(nonce) : undefined;
  }
}

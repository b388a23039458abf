import { createHmac, randomBytes } from 'node:crypto';

/** Query parameter by which a request demands a proof from a listener. */
export const challengeName = 'challenge';

/**
 * Distinguishes this listener from programs that can read the files of the hub: only this process
 * can answer a challenge, so an address that answers it leads to this listener.
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

  /** Returns the answer to the challenge in a request's address; undefined without a challenge. */
  answerTo(url: string): string | undefined {
    const nonce = new URLSearchParams(url.split('?')[1] ?? '').get(challengeName) ?? '';
    return /^[\w-]{22}$/u.test(nonce) ? this.answer(nonce) : undefined;
  }
}

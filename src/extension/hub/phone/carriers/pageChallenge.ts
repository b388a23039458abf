import { createHmac, randomBytes } from 'node:crypto';

/** Query parameter with which a request asks a listener for its proof. */
export const challengeName = 'challenge';

/**
 * Distinguishes this listener from others that can read the hub's files: only this process can
 * answer a challenge. An address that answers it leads here.
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

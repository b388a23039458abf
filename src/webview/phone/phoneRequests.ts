import { toBase64Url, utf8 } from '../../shared/channel/bytes';
import { sha256 } from '../../shared/channel/symmetricState';
import type { ToPage } from '../../shared/messages/pageMessages';
import type { LiveSession, PendingRequest } from '../../shared/protocol/protocol';
// oxlint-disable-next-line no-restricted-imports -- the imported module contains no schema
import { digestText } from '../../shared/protocol/signed';

/** Maximum number of request hashes to remember; fewer requests are open at a time. */
const maxDigests = 1_000;

/**
 * Replaces the digest (`shown`) of each request by one that this phone computes from the request it
 * shows. The person's answer names the digest; the hub's own one is dropped, because a program that
 * impersonates the hub could send the digest of a different request.
 */
export class PhoneRequests {
  private readonly digests = new Set<string>();

  /** True for the digest of a request that the page has received. */
  has(shown: string): boolean {
    return this.digests.has(shown);
  }

  /** The message with this phone's digests; a promise if a digest has to be computed. */
  withDigests(message: ToPage): ToPage | Promise<ToPage> {
    switch (message.type) {
      case 'snapshot':
        return message.sessions.some(hasRequest) ? this.snapshotWithDigests(message) : message;
      case 'update':
        return message.changed.some(hasRequest) ? this.updateWithDigests(message) : message;
      case 'answer':
        return message.name === 'request' ? this.answerWithDigest(message) : message;
      default:
        return message;
    }
  }

  private async snapshotWithDigests(
    message: Extract<ToPage, { type: 'snapshot' }>,
  ): Promise<ToPage> {
    return { ...message, sessions: await this.sessionsWithDigests(message.sessions) };
  }

  private async updateWithDigests(message: Extract<ToPage, { type: 'update' }>): Promise<ToPage> {
    return { ...message, changed: await this.sessionsWithDigests(message.changed) };
  }

  private async answerWithDigest(
    message: Extract<ToPage, { type: 'answer'; name: 'request' }>,
  ): Promise<ToPage> {
    return { ...message, answer: await this.requestWithDigest(message.answer) };
  }

  private sessionsWithDigests(sessions: readonly LiveSession[]): Promise<LiveSession[]> {
    return Promise.all(
      sessions.map(async (session) => {
        const { pendingRequest } = session;
        if (pendingRequest === undefined) return session;
        return { ...session, pendingRequest: await this.requestWithDigest(pendingRequest) };
      }),
    );
  }

  private async requestWithDigest({
    shown: _theirs,
    ...request
  }: PendingRequest): Promise<PendingRequest> {
    if (request.call === undefined) return request;
    const shown = toBase64Url(await sha256(utf8(digestText(request))));
    this.digests.delete(shown); // Keeps the newest digest last.
    this.digests.add(shown);
    const [oldest] = this.digests;
    if (this.digests.size > maxDigests && oldest !== undefined) this.digests.delete(oldest);
    return { ...request, shown };
  }
}

function hasRequest({ pendingRequest }: LiveSession): boolean {
  return pendingRequest !== undefined;
}

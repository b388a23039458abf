import { toBase64Url, utf8 } from '../../shared/channel/bytes';
import { sha256 } from '../../shared/channel/symmetricState';
import type { ToPage } from '../../shared/messages/pageMessages';
import type { LiveSession, PendingRequest } from '../../shared/protocol/protocol';
// oxlint-disable-next-line no-restricted-imports -- it holds no schema
import { digestText } from '../../shared/protocol/signed';

/** Maximum number of digests; fewer requests are open at a time. */
const maxShown = 1_000;

/**
 * Replaces each request's digest by one that this phone computes from the request it shows. The
 * hub's own digest is dropped, because an impostor could send the digest of a different request.
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
        return message.sessions.some(asks) ? this.namedSnapshot(message) : message;
      case 'update':
        return message.changed.some(asks) ? this.namedUpdate(message) : message;
      case 'answer':
        return message.name === 'request' ? this.namedAnswer(message) : message;
      default:
        return message;
    }
  }

  private async namedSnapshot(message: Extract<ToPage, { type: 'snapshot' }>): Promise<ToPage> {
    return { ...message, sessions: await this.namedSessions(message.sessions) };
  }

  private async namedUpdate(message: Extract<ToPage, { type: 'update' }>): Promise<ToPage> {
    return { ...message, changed: await this.namedSessions(message.changed) };
  }

  private async namedAnswer(
    message: Extract<ToPage, { type: 'answer'; name: 'request' }>,
  ): Promise<ToPage> {
    return { ...message, answer: await this.namedRequest(message.answer) };
  }

  private namedSessions(sessions: readonly LiveSession[]): Promise<LiveSession[]> {
    return Promise.all(
      sessions.map(async (session) => {
        const { pendingRequest } = session;
        if (pendingRequest === undefined) return session;
        return { ...session, pendingRequest: await this.namedRequest(pendingRequest) };
      }),
    );
  }

  private async namedRequest({
    shown: _theirs,
    ...request
  }: PendingRequest): Promise<PendingRequest> {
    if (request.call === undefined) return request;
    const shown = toBase64Url(await sha256(utf8(digestText(request))));
    this.digests.delete(shown); // Keeps the newest digest last.
    this.digests.add(shown);
    const [oldest] = this.digests;
    if (this.digests.size > maxShown && oldest !== undefined) this.digests.delete(oldest);
    return { ...request, shown };
  }
}

function asks({ pendingRequest }: LiveSession): boolean {
  return pendingRequest !== undefined;
}

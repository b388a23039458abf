import { toBase64Url, utf8 } from '../../shared/channel/bytes';
import { sha256 } from '../../shared/channel/symmetricState';
import type { ToPage } from '../../shared/messages/pageMessages';
import type { LiveSession, PendingRequest } from '../../shared/protocol/protocol';
// oxlint-disable-next-line no-restricted-imports -- it holds no schema
import { digestText } from '../../shared/protocol/signed';

/** Number of requests that are remembered: more never wait at a time. */
const maxShown = 1_000;

/**
 * Names each request by the digest of what this phone draws of it. The hub's own name for a request is
 * dropped: a program in the hub's place could name another request than the one that it shows.
 */
export class PhoneRequests {
  private readonly digests = new Set<string>();

  /** True for a digest of a request that the page was given. */
  has(shown: string): boolean {
    return this.digests.has(shown);
  }

  /** The message with the phone's own names; a promise where a request of it has to be named. */
  named(message: ToPage): ToPage | Promise<ToPage> {
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
    this.digests.delete(shown); // The newest is the last.
    this.digests.add(shown);
    const [oldest] = this.digests;
    if (this.digests.size > maxShown && oldest !== undefined) this.digests.delete(oldest);
    return { ...request, shown };
  }
}

function asks({ pendingRequest }: LiveSession): boolean {
  return pendingRequest !== undefined;
}

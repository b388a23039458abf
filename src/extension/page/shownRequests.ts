import { t } from '../../shared/words/l10n';
import type { LiveSession, PendingRequest } from '../../shared/protocol/protocol';
import { requestDigest } from '../util/signing';

/** The hub says it in the same words. */
export const requestChanged = () =>
  t('The request changed while you were looking at it; review it again.');

/** Number of requests that are remembered: more never wait at a time. */
const maxShown = 1_000;

/** Remembers which requests one page was given. A decision of the page can name no other. */
export class ShownRequests {
  private readonly digests = new Set<string>();

  has(shown: string): boolean {
    return this.digests.has(shown);
  }

  /** The request under its name; to be sent to the page as it is returned. */
  named(request: PendingRequest): PendingRequest {
    if (request.call === undefined) return request;
    const shown = requestDigest(request);
    this.digests.delete(shown); // The newest is the last.
    this.digests.add(shown);
    const [oldest] = this.digests;
    if (this.digests.size > maxShown && oldest !== undefined) this.digests.delete(oldest);
    return { ...request, shown };
  }

  /** The session with its request's name for the page, in a list that is empty when it is gone. */
  withName(session: LiveSession | undefined): readonly LiveSession[] {
    if (session === undefined) return [];
    const { pendingRequest } = session;
    if (pendingRequest === undefined) return [session];
    return [{ ...session, pendingRequest: this.named(pendingRequest) }];
  }
}

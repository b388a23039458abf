import { t } from '../../shared/words/l10n';
import type { LiveSession, PendingRequest } from '../../shared/protocol/protocol';
import { requestDigest } from '../util/keys/signing';

/** The hub uses the same sentence. */
export const requestChanged = () =>
  t('The request changed while you were looking at it; review it again.');

/** Number of requests to remember; fewer than this wait at any time. */
const maxShown = 1_000;

/** Remembers which requests were sent to one page, so that the page can decide only those. */
export class ShownRequests {
  private readonly digests = new Set<string>();

  has(shown: string): boolean {
    return this.digests.has(shown);
  }

  /**
   * Registers the request and returns it with its digest as `shown`, in the form to send to the
   * page.
   */
  register(request: PendingRequest): PendingRequest {
    if (request.call === undefined) return request;
    const shown = requestDigest(request);
    this.digests.delete(shown); // Reinserted, so that the newest entry is last.
    this.digests.add(shown);
    const [oldest] = this.digests;
    if (this.digests.size > maxShown && oldest !== undefined) this.digests.delete(oldest);
    return { ...request, shown };
  }

  /**
   * Returns the session with its request registered, in a list that is empty if the session is
   * gone.
   */
  registerRequestOf(session: LiveSession | undefined): readonly LiveSession[] {
    if (session === undefined) return [];
    const { pendingRequest } = session;
    if (pendingRequest === undefined) return [session];
    return [{ ...session, pendingRequest: this.register(pendingRequest) }];
  }
}

import type { DecideAnswer, Decision, RequestPlace } from '../../../shared/protocol/control';
import type { GrantTerms } from '../../../shared/protocol/work/grants';
import { t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import type { RequestTarget, ShownTarget } from '../../manifest';
import { requestDigest } from '../../util/keys/signing';
import type { WindowOffer } from './controlState';

export interface DeciderParts {
  readonly board: BoardModel;
  readonly hub: Calls<'decide' | 'giveGrant' | 'handBack' | 'shown'>;
  readonly control: Pick<WindowOffer, 'reasonAgainst'>;
}

/** Sends the decisions of all views of this window to the hub. */
export class Decider {
  constructor(private readonly parts: DeciderParts) {}

  /** The call with which a session's open request can be answered here; undefined if it can't. */
  callOf(session: LiveSession): string | undefined {
    const { call } = session.pendingRequest ?? {};
    const against = this.parts.control.reasonAgainst(session.projectPath);
    return call?.answerable === true && against === undefined ? call.id : undefined;
  }

  /**
   * The request as the board shows it, for a decision based on that; undefined if it can't be
   * answered here.
   */
  targetOf(session: LiveSession): ShownTarget | undefined {
    const call = this.callOf(session);
    const { sessionId, pendingRequest } = session;
    if (call === undefined || pendingRequest === undefined) return undefined;
    return { sessionId, call, shown: requestDigest(pendingRequest) };
  }

  /**
   * Resolves with undefined after the session continued with the decision, otherwise with a
   * sentence that explains why it did not.
   */
  decide(target: ShownTarget, decision: Decision): Promise<string | undefined> {
    const { sessionId, call, shown } = target;
    const answer = { sessionId, call, shown, decision };
    return this.send(target, () => this.parts.hub.call('decide', answer));
  }

  /** Allows the request and later ones by a rule; resolves like `decide`. */
  giveGrant(target: ShownTarget, terms: GrantTerms): Promise<string | undefined> {
    const { sessionId, call, shown } = target;
    const grant = { sessionId, call, shown, ...terms };
    return this.send(target, () => this.parts.hub.call('giveGrant', grant));
  }

  /** True if the request is on the board and was not answered yet. */
  isOpen({ sessionId, call }: RequestTarget): boolean {
    const held = this.parts.board.get(sessionId)?.pendingRequest?.call;
    return held?.id === call && held.fate !== 'answered';
  }

  /**
   * Reports to the hub that a request was visible, for the trace of the request; errors are
   * ignored.
   */
  shown(sessionId: string, call: string, place: RequestPlace): void {
    void this.parts.hub.call('shown', { sessionId, call, place }).catch(() => undefined);
  }

  /**
   * Returns the request to its terminal after a few seconds, or with `undo` keeps it here. Resolves
   * with a sentence if that failed.
   */
  async handBack(target: RequestTarget, undo = false): Promise<string | undefined> {
    const problem = this.problemOf(target);
    if (problem !== undefined) return problem;
    const { sessionId, call } = target;
    try {
      await this.parts.hub.call('handBack', { sessionId, call, ...(undo && { undo }) });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private async send(
    target: ShownTarget,
    answer: () => Promise<DecideAnswer>,
  ): Promise<string | undefined> {
    const problem = this.problemOf(target);
    if (problem !== undefined) return problem;
    try {
      const { outcome } = await answer();
      return outcome === 'elsewhere' ? t('It was answered in its terminal first.') : undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private problemOf({ sessionId, call }: RequestTarget): string | undefined {
    const session = this.parts.board.get(sessionId);
    // A request that another window has answered is not rejected here, because the hub knows which
    // answer came first.
    if (session?.pendingRequest?.call?.id !== call) return t('This request is no longer waiting.');
    return this.parts.control.reasonAgainst(session.projectPath);
  }
}

import type { Decision, RequestPlace } from '../../../shared/protocol/control';
import { t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import type { RequestTarget, ShownTarget } from '../../manifest';
import { requestDigest } from '../../util/signing';
import type { WindowOffer } from './controlState';

export interface DeciderParts {
  readonly board: BoardModel;
  readonly hub: Calls<'decide' | 'handBack' | 'shown'>;
  readonly control: Pick<WindowOffer, 'reasonAgainst'>;
}

/** Takes the decisions of every view of this window to the hub. */
export class Decider {
  constructor(private readonly parts: DeciderParts) {}

  /** The call by which a session's open request can be answered here; undefined where it cannot. */
  callOf(session: LiveSession): string | undefined {
    const { call } = session.pendingRequest ?? {};
    const against = this.parts.control.reasonAgainst(session.projectPath);
    return call?.answerable === true && against === undefined ? call.id : undefined;
  }

  /** The request as the board has it, for who decides by that; undefined where it is not answered here. */
  targetOf(session: LiveSession): ShownTarget | undefined {
    const call = this.callOf(session);
    const { sessionId, pendingRequest } = session;
    if (call === undefined || pendingRequest === undefined) return undefined;
    return { sessionId, call, shown: requestDigest(pendingRequest) };
  }

  /** Undefined when the session goes on with the decision; else one sentence that says why not. */
  async decide(target: ShownTarget, decision: Decision): Promise<string | undefined> {
    const problem = this.problemOf(target);
    if (problem !== undefined) return problem;
    try {
      const { sessionId, call, shown } = target;
      const said = { sessionId, call, shown, decision };
      const { outcome } = await this.parts.hub.call('decide', said);
      return outcome === 'elsewhere' ? t('It was answered in its terminal first.') : undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Whether a card shows the request as one that nobody has answered yet. */
  isOpen({ sessionId, call }: RequestTarget): boolean {
    const held = this.parts.board.get(sessionId)?.pendingRequest?.call;
    return held?.id === call && held.fate !== 'answered';
  }

  /** A person had the request before them. For its trace alone: what fails is not told. */
  shown(sessionId: string, call: string, place: RequestPlace): void {
    void this.parts.hub.call('shown', { sessionId, call, place }).catch(() => undefined);
  }

  /** Leaves the request to its terminal. One that is over by now needs nobody's answer anyway. */
  async handBack({ sessionId, call }: RequestTarget): Promise<void> {
    const held = this.parts.board.get(sessionId)?.pendingRequest?.call;
    if (held?.id !== call || held.fate !== 'open') return;
    await this.parts.hub.call('handBack', { sessionId, call }).catch(() => undefined);
  }

  /** Does what `handBack` does for whatever request the session has. */
  async leave(sessionId: string): Promise<void> {
    const call = this.parts.board.get(sessionId)?.pendingRequest?.call?.id;
    if (call !== undefined) await this.handBack({ sessionId, call });
  }

  private problemOf({ sessionId, call }: RequestTarget): string | undefined {
    const session = this.parts.board.get(sessionId);
    // A request that another window has answered is left to the hub, which knows who was first.
    if (session?.pendingRequest?.call?.id !== call) return t('This request is no longer waiting.');
    return this.parts.control.reasonAgainst(session.projectPath);
  }
}

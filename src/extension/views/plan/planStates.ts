import { fieldsOf } from '../../../shared/text/fields';
import type { PendingRequest } from '../../../shared/protocol/protocol';
import { requestKind } from '../../../shared/request/requestKind';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { Decider } from '../control/decide';
import { requestDigest } from '../../util/signing';
import { planDigest } from './planAddress';
import type { PlanDraft } from './planDrafts';

/**
 * What can be done about a presented plan: `open` is answered by that call, by the digest of its whole
 * request; `elsewhere` waits, but not
 * for this window, `over` waits for nobody.
 */
export type PlanState =
  | {
      readonly kind: 'open';
      readonly call: string;
      readonly shown: string;
      /** The request asks for more than the document shows: it is approved on its card alone. */
      readonly hasMore: boolean;
    }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'over' };

/** The digests of a whole request: of its plan, and of all of it. */
interface PlanDigests {
  readonly plan: string;
  readonly request: string;
  readonly hasMore: boolean;
}

/** The fields that the client itself tells of a presented plan, as measured with 2.1.329. */
const shownFields = new Set(['plan', 'planFilePath']);

export interface PlanStatesParts {
  readonly board: BoardModel;
  readonly hub: Calls<'request'>;
  readonly decider: Pick<Decider, 'callOf'>;
}

/** The plan that a request presents, where the request has all of it. */
export function wholePlan({ toolInput }: Pick<PendingRequest, 'toolInput'>): string | undefined {
  const { plan } = fieldsOf(toolInput);
  return typeof plan === 'string' && plan.trim() !== '' ? plan : undefined;
}

/** Tells which plans still wait. A plan is known by its text: calls and requests get new ids when a hub goes. */
export class PlanStates implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new Emitter<void>());
  /** Fires when something that was asked for is known. */
  readonly onDidLearn = this.changes.event;
  /** Digests by request; undefined while they are asked for. */
  private readonly digests = new Map<string, PlanDigests | undefined>();

  constructor(private readonly parts: PlanStatesParts) {}

  dispose(): void {
    this.lifetime.dispose();
  }

  stateOf({ sessionId, plan }: Pick<PlanDraft, 'sessionId' | 'plan'>): PlanState {
    const { board, decider } = this.parts;
    if (board.connection === 'off') return { kind: 'over' };
    if (board.connection !== 'live') return { kind: 'elsewhere' };
    const session = board.get(sessionId);
    const request = session?.pendingRequest;
    if (session === undefined || request === undefined) {
      const waits = session?.agentState.state === 'awaiting_approval';
      return { kind: waits ? 'elsewhere' : 'over' };
    }
    if (requestKind(request.toolName) !== 'plan') return { kind: 'over' };
    const digests = this.digestsOf(sessionId, request);
    if (digests === undefined) return { kind: 'elsewhere' };
    if (digests.plan !== planDigest(plan)) return { kind: 'over' };
    const call = decider.callOf(session);
    return call === undefined
      ? { kind: 'elsewhere' }
      : { kind: 'open', call, shown: digests.request, hasMore: digests.hasMore };
  }

  private digestsOf(sessionId: string, request: PendingRequest): PlanDigests | undefined {
    const { requestId, whole } = request;
    if (whole) return digestsIn(request);
    if (!this.digests.has(requestId)) void this.ask(sessionId, requestId);
    return this.digests.get(requestId);
  }

  private async ask(sessionId: string, requestId: string): Promise<void> {
    this.digests.set(requestId, undefined);
    try {
      const request = await this.parts.hub.call('request', { sessionId });
      this.digests.set(request.requestId, digestsIn(request));
    } catch {
      // The hub is gone or the request is over: the board tells, and it is asked again.
    }
    if (this.digests.get(requestId) === undefined) this.digests.delete(requestId);
    else this.changes.fire();
  }
}

function digestsIn(request: PendingRequest): PlanDigests {
  const hasMore = Object.keys(fieldsOf(request.toolInput)).some((name) => !shownFields.has(name));
  return { plan: planDigest(wholePlan(request) ?? ''), request: requestDigest(request), hasMore };
}

import { fieldsOf } from '../../../shared/text/fields';
import type { PendingRequest } from '../../../shared/protocol/protocol';
import { requestKind } from '../../../shared/request/requestKind';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { Decider } from '../control/decide';
import { requestDigest } from '../../util/keys/signing';
import { planDigest } from './planAddress';
import type { PlanDraft } from './planDrafts';

/**
 * State of a presented plan. `open`: it can be answered here; `call` is its call and `shown` the
 * digest of its complete request. `elsewhere`: it waits, but can't be answered in this window.
 * `over`: it no longer waits.
 */
export type PlanState =
  | {
      readonly kind: 'open';
      readonly call: string;
      readonly shown: string;
      /**
       * True if the request contains more than the document shows; it can then only be approved on
       * its card.
       */
      readonly hasMore: boolean;
    }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'over' };

/** Digests of a plan's text and of its complete request. */
interface PlanDigests {
  readonly plan: string;
  readonly request: string;
  readonly hasMore: boolean;
}

/**
 * Fields that the client sends with a presented plan, as of version 2.1.329. The document does not
 * show any other field.
 */
const shownFields = new Set(['plan', 'planFilePath']);

export interface PlanStatesParts {
  readonly board: BoardModel;
  readonly hub: Calls<'request'>;
  readonly decider: Pick<Decider, 'callOf'>;
}

/** The plan that a complete request presents; undefined if it presents none. */
export function wholePlan({ toolInput }: Pick<PendingRequest, 'toolInput'>): string | undefined {
  const { plan } = fieldsOf(toolInput);
  return typeof plan === 'string' && plan.trim() !== '' ? plan : undefined;
}

/**
 * Determines which plans still wait for an answer. A plan is identified by its text, because calls
 * and requests get new ids when the hub restarts.
 */
export class PlanStates implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new Emitter<void>());
  /** Fires when the digests that were requested from the hub have arrived. */
  readonly onDidLearn = this.changes.event;
  /** Digests by request id; undefined while they are requested. */
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
    if (!this.digests.has(requestId)) void this.requestPlan(sessionId, requestId);
    return this.digests.get(requestId);
  }

  private async requestPlan(sessionId: string, requestId: string): Promise<void> {
    this.digests.set(requestId, undefined);
    try {
      const request = await this.parts.hub.call('request', { sessionId });
      this.digests.set(request.requestId, digestsIn(request));
    } catch {
      // The hub can't be reached or the request is over; the digests are requested again after the
      // board's next change.
    }
    if (this.digests.get(requestId) === undefined) this.digests.delete(requestId);
    else this.changes.fire();
  }
}

function digestsIn(request: PendingRequest): PlanDigests {
  const hasMore = Object.keys(fieldsOf(request.toolInput)).some((name) => !shownFields.has(name));
  return { plan: planDigest(wholePlan(request) ?? ''), request: requestDigest(request), hasMore };
}

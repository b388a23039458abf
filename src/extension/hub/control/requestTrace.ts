import type { Decision, RequestPlace } from '../../../shared/protocol/control';
import type { Log } from '../../util/log';

/** A step in the life of a request. Times are in ms since 1970. */
export type TraceStep =
  | { readonly what: 'arrived'; readonly at: number }
  | { readonly what: 'shown'; readonly at: number; readonly where: string }
  | {
      readonly what: 'decided';
      readonly at: number;
      readonly by: string;
      readonly kind: Decision['kind'];
    }
  | { readonly what: 'written'; readonly at: number }
  | { readonly what: Ending; readonly at: number };

/**
 * `accepted`: the session continued with the answer. `resolvedElsewhere`: the terminal or a
 * different program answered first. `undelivered`: nobody received the answer. `handedBack`: left
 * to the terminal. `callerGone`: the client cancelled its call.
 */
export type Ending = 'accepted' | 'resolvedElsewhere' | 'undelivered' | 'handedBack' | 'callerGone';

export interface RequestTrace {
  readonly callId: string;
  readonly sessionId: string;
  readonly toolName: string;
  readonly steps: readonly TraceStep[];
}

const maxTraces = 200;

/** Log text for the place where a request was shown. */
export const placeTexts: Readonly<Record<RequestPlace, string>> = {
  card: 'on its card',
  dialog: 'in a dialog',
  notification: 'in a notification',
  diff: 'as a comparison',
  plan: 'as a document',
};

/** Records the steps of recent requests in memory and in the log, without their content. */
export class RequestTraces {
  private readonly traces = new Map<string, { trace: RequestTrace; steps: TraceStep[] }>();

  constructor(private readonly log: Log) {}

  get all(): readonly RequestTrace[] {
    return [...this.traces.values()].map(({ trace }) => trace);
  }

  /**
   * Returns the label of the window that decided the request; undefined if none did, or if the
   * trace was evicted.
   */
  decidedBy(callId: string): string | undefined {
    for (const step of this.traces.get(callId)?.steps ?? []) {
      if (step.what === 'decided') return step.by;
    }
    return undefined;
  }

  start(callId: string, sessionId: string, toolName: string, at: number): void {
    const steps: TraceStep[] = [];
    this.traces.set(callId, { trace: { callId, sessionId, toolName, steps }, steps });
    const [oldest] = this.traces.keys();
    if (this.traces.size > maxTraces && oldest !== undefined) this.traces.delete(oldest);
    this.add(callId, { what: 'arrived', at });
  }

  /** Records that a request was shown, once per place. */
  recordShown(callId: string, where: string, at: number): void {
    const steps = this.traces.get(callId)?.steps ?? [];
    const known = steps.some((step) => step.what === 'shown' && step.where === where);
    if (!known) this.add(callId, { what: 'shown', at, where });
  }

  add(callId: string, step: TraceStep): void {
    const known = this.traces.get(callId);
    if (known === undefined) return;
    const last = known.steps.at(-1);
    known.steps.push(step);
    const { sessionId, toolName } = known.trace;
    const after = last === undefined ? '' : ` after ${step.at - last.at} ms`;
    this.log.info(
      `${sessionId.slice(0, 8)} request ${callId.slice(0, 8)} (${toolName}): ${describeStep(step)}${after}`,
    );
  }
}

function describeStep(step: TraceStep): string {
  switch (step.what) {
    case 'shown':
      return `shown ${step.where}`;
    case 'decided':
      return `${step.kind} by ${step.by}`;
    default:
      return step.what;
  }
}

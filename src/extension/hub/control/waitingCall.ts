import type { CallFate, DecideAnswer, EditSurroundings } from '../../../shared/protocol/control';
import type { AnswerForm, AskedRequest } from '../../agents/hooks';
import type { HeldConnection } from '../../agents/requests';
import type { ControlOffers } from './controlOffers';
import type { RequestTraces } from './requestTrace';

export interface NewCall extends AskedRequest {
  readonly sessionId: string;
  /** The subagent that asks; undefined for the main agent. */
  readonly agentId: string | undefined;
  readonly agentType: string | undefined;
  /** The client's permission mode at the request; undefined if it does not say. */
  readonly permissionMode?: string | undefined;
  /**
   * True if the client offers nothing for later requests, as for its own safety checks, and if
   * grants do not know the requests of its agent.
   */
  readonly isSafetyCheck?: boolean | undefined;
  /** The agent's current folder. */
  readonly cwd: string | undefined;
  /** True if `cwd` may not be the current folder; see `HookReport`. */
  readonly isCwdAssumed?: boolean | undefined;
  /** The session's project folder. */
  readonly project: string;
  /** Formats a decision for the agent's client. */
  readonly answer: AnswerForm;
  /** Time, in ms, after which the call is released to its terminal; unlimited if absent. */
  readonly holdMs?: number | undefined;
  /** True if the terminal shows the dialog although the call is held. */
  readonly isInTerminal?: boolean | undefined;
}

/** A request whose call is held, or whose dialog may still be open after the call was released. */
export interface WaitingCall extends NewCall {
  readonly id: string;
  readonly caller: HeldConnection;
  /** Time of arrival, in ms since 1970. */
  readonly at: number;
  fate: CallFate;
  /** Time of the decision, in ms since 1970. */
  decidedAt: number | undefined;
  /** Id of the window that decided; a phone has the id of a virtual window. */
  decidedIn: string | undefined;
  /** Time at which a call that is held for a limited time is released, in ms since 1970. */
  readonly untilAt: number | undefined;
  /** Releases a call that is held for a limited time. */
  expiryTimer: NodeJS.Timeout | undefined;
  /** Decides whether to release a subagent's call, whose dialog the terminal does not show before. */
  dialogTimer: NodeJS.Timeout | undefined;
  /** Set while the request is about to be handed back to its terminal; a person can undo this until `at`. */
  pendingHandBack: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  /** Ends the call if the dialog at the terminal stays closed. */
  closeTimer: NodeJS.Timeout | undefined;
  /** True after a window or phone with a signed offer has shown the request. */
  isShown: boolean;
  /** Returns whether a transcript of the session contains the tool use of the request. */
  isWritten: () => boolean;
  /** True if only the hub asks: the client shows no dialog, and denies an unanswered request. */
  isAlone: boolean;
  /** True while a decision is being recorded, before it is sent. */
  isRecording: boolean;
  /** Lines around the text to replace, once read. */
  surroundings: EditSurroundings | undefined;
  /** Called once with the outcome of an answer. */
  onSettled: ((outcome: DecideAnswer['outcome']) => void) | undefined;
}

/**
 * Time, in ms, after which a subagent's call is released, so that the terminal shows its dialog.
 */
export const subagentHoldMs = 60_000;

/** Time to undo handing a request back to its terminal, in ms. */
export const undoHandBackMs = 10_000;

/** Why a decision was refused. `by` names the window that decided first. */
export type RefusedDecision =
  | { readonly refused: 'gone' | 'off' | 'changed' | 'unfit' | 'undelivered' | 'unrecorded' }
  | { readonly refused: 'answered'; readonly by: string };

/** Records a decision; resolves with false if it must not be sent. */
export type RecordDecision = () => Promise<boolean>;

/** Schedules the release of a call that is held for a limited time. */
export function startExpiry(held: WaitingCall, release: () => void): void {
  if (held.holdMs !== undefined) held.expiryTimer = setTimeout(release, held.holdMs).unref();
}

export function stopTimers({
  closeTimer,
  expiryTimer,
  dialogTimer,
  pendingHandBack,
}: WaitingCall): void {
  clearTimeout(expiryTimer);
  clearTimeout(pendingHandBack?.timer);
  clearTimeout(closeTimer);
  clearTimeout(dialogTimer);
}

export function countOpen(requests: Iterable<WaitingCall>): number {
  let count = 0;
  for (const { fate } of requests) if (fate === 'open') count += 1;
  return count;
}

/** True for a subagent's call, for which the terminal shows no dialog while it is held. */
export function hidesDialog({ agentId, isInTerminal }: NewCall): boolean {
  return agentId !== undefined && isInTerminal !== true;
}

/** Creates a call that has just arrived. */
export function newWaitingCall(
  request: NewCall,
  id: string,
  at: number,
  caller: HeldConnection,
): WaitingCall {
  return {
    ...request,
    id,
    caller,
    at,
    fate: 'open',
    decidedAt: undefined,
    decidedIn: undefined,
    closeTimer: undefined,
    pendingHandBack: undefined,
    dialogTimer: undefined,
    untilAt: request.holdMs === undefined ? undefined : at + request.holdMs,
    expiryTimer: undefined,
    surroundings: undefined,
    onSettled: undefined,
    isShown: false,
    isWritten: () => false,
    isAlone: false,
    isRecording: false,
  };
}

export interface WaitingCallsOptions {
  readonly offers: ControlOffers;
  readonly traces: RequestTraces;
  /** Called when the card of the session must be refreshed. */
  readonly onChange: (sessionId: string) => void;
  /** Called after an answer was written to the client, or the call was released to the terminal. */
  readonly onEnd: (how: 'answered' | 'released', call: WaitingCall, at: number) => void;
  /** Returns whether a window or phone for which `canAct` is true shows the session in front. */
  readonly isInHand?: (sessionId: string, canAct: (window: string) => boolean) => boolean;
  /** Reads the lines around the text to replace; the request does not wait for it. */
  readonly readSurroundings?: (request: NewCall) => Promise<EditSurroundings | undefined>;
  readonly clock?: () => number;
  /** Time to undo handing a request back, in ms; default `undoHandBackMs`. */
  readonly undoMs?: number | undefined;
}

import type { AgentStateGroup } from '../../src/shared/protocol/protocol';

/**
 * What a session is really doing. `states` are the right sub-states; if undefined, any is right.
 */
export interface Truth {
  readonly group: AgentStateGroup;
  readonly states?: readonly string[] | undefined;
  /** Set if a dialog on the screen blocks the agent until a person answers. */
  readonly blocks?: true;
  /** Set if the session may also be missing on the board. */
  readonly mayBeGone?: true;
  /** Set if the truth is unknown; no state of the session then counts as wrong. */
  readonly unknown?: true;
}

/** The truth about a session from `at` on, in ms since 1970. */
export interface TruthChange {
  readonly at: number;
  readonly truth: Truth;
}

/** The truth about each session of a scenario, by session id, in order of time. */
export type TruthLog = ReadonlyMap<string, readonly TruthChange[]>;

const needsYou = (...states: string[]): Truth => ({ group: 'needs_you', states });
const blocked = (...states: string[]): Truth => ({ ...needsYou(...states), blocks: true });
const running = (...states: string[]): Truth => ({ group: 'autonomous', states });

export const truths = {
  thinking: running('thinking'),
  acting: running('acting'),
  delegating: running('delegating'),
  compacting: running('compacting'),
  /** The client retries a request by itself, which only its screen shows. */
  retrying: running('retrying', 'thinking'),
  working: { group: 'autonomous' },
  waitingForAgent: running('waiting_for_agent'),
  /** The client continues by itself at a known time. */
  sleeping: running('sleeping'),
  permission: blocked('needs_permission'),
  question: blocked('awaiting_input'),
  plan: blocked('awaiting_approval'),
  dialog: { group: 'needs_you' },
  idle: needsYou('idle'),
  interrupted: needsYou('interrupted'),
  error: needsYou('error'),
  /** A usage limit ended the turn. */
  limited: needsYou('limit_reached'),
  /** Idle after a turn in which auto mode blocked a call. */
  blockedCall: needsYou('blocked_by_auto_mode'),
  asked: needsYou('awaiting_input'),
  complete: { group: 'delivered', states: ['task_complete'] },
  /** The client is starting: it has the session, but shows nothing yet. */
  starting: { group: 'needs_you', unknown: true },
  /**
   * A transition that the screen does not show yet, on a busy machine for seconds: a person has
   * answered, the model has finished, or the client is about to continue by itself.
   */
  turning: { group: 'autonomous', unknown: true },
  /** A run without a terminal that has printed its answer and is about to end. */
  leaving: { group: 'delivered', unknown: true },
  cutOff: { group: 'delivered', states: ['cancelled'] },
  failed: { group: 'delivered', states: ['failed'] },
  closed: { group: 'delivered', states: ['session_ended'] },
  /** Closed before its first prompt. */
  closedUnused: { group: 'delivered', states: ['session_ended'], mayBeGone: true },
} as const satisfies Readonly<Record<string, Truth>>;

export function sameTruth(a: Truth | undefined, b: Truth | undefined): boolean {
  return a?.group === b?.group && a?.states?.join() === b?.states?.join();
}

/** Sorts the changes by time and removes those that do not change the truth. */
export function tidy(changes: readonly TruthChange[]): readonly TruthChange[] {
  const sorted = changes.toSorted((a, b) => a.at - b.at);
  const kept: TruthChange[] = [];
  for (const change of sorted) {
    if (kept.at(-1)?.at === change.at) kept.pop();
    if (!sameTruth(kept.at(-1)?.truth, change.truth)) kept.push(change);
  }
  return kept;
}

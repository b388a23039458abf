import type { AgentStateGroup } from '../../src/shared/protocol/protocol';

/** What a session really does; sub-states that would all be right, or undefined where any is. */
export interface Truth {
  readonly group: AgentStateGroup;
  readonly states?: readonly string[] | undefined;
  /** Something on the screen holds the agent up until a person answers. */
  readonly blocks?: true;
  /** It may as well be taken off the board. */
  readonly mayBeGone?: true;
  /** Set if the truth is unknown: then no report about the session counts as wrong. */
  readonly unknown?: true;
}

/** A session's truth from a moment on, in ms of the wall clock. */
export interface TruthChange {
  readonly at: number;
  readonly truth: Truth;
}

/** Truths of every session of a scenario, by id, each in order of time. */
export type TruthLog = ReadonlyMap<string, readonly TruthChange[]>;

const needsYou = (...states: string[]): Truth => ({ group: 'needs_you', states });
const blocked = (...states: string[]): Truth => ({ ...needsYou(...states), blocks: true });
const running = (...states: string[]): Truth => ({ group: 'autonomous', states });

export const truths = {
  thinking: running('thinking'),
  acting: running('acting'),
  delegating: running('delegating'),
  compacting: running('compacting'),
  /** The client retries by itself, which only its own screen shows. */
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
  /** At rest after a turn in which auto mode blocked a call. */
  blockedCall: needsYou('blocked_by_auto_mode'),
  asked: needsYou('awaiting_input'),
  complete: { group: 'delivered', states: ['task_complete'] },
  /** A client that begins: it has the session, but shows nothing yet. */
  starting: { group: 'needs_you', unknown: true },
  /** A person answers, the model has said all, or the client is about to go on by itself: what follows is on no screen yet, on a busy machine for seconds. */
  turning: { group: 'autonomous', unknown: true },
  /** A run without a terminal that has printed its answer and is about to end. */
  leaving: { group: 'delivered', unknown: true },
  cutOff: { group: 'delivered', states: ['cancelled'] },
  failed: { group: 'delivered', states: ['failed'] },
  closed: { group: 'delivered', states: ['session_ended'] },
  /** Closed before anybody asked it anything. */
  closedUnused: { group: 'delivered', states: ['session_ended'], mayBeGone: true },
} as const satisfies Readonly<Record<string, Truth>>;

export function sameTruth(a: Truth | undefined, b: Truth | undefined): boolean {
  return a?.group === b?.group && a?.states?.join() === b?.states?.join();
}

/** Ordered by time and without the changes that change nothing. */
export function tidy(changes: readonly TruthChange[]): readonly TruthChange[] {
  const sorted = changes.toSorted((a, b) => a.at - b.at);
  const kept: TruthChange[] = [];
  for (const change of sorted) {
    if (kept.at(-1)?.at === change.at) kept.pop();
    if (!sameTruth(kept.at(-1)?.truth, change.truth)) kept.push(change);
  }
  return kept;
}

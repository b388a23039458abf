import { hasLocalPaths } from '../board/texts/machineText';
import { canMakeWorktree, canStartAgent, hasGrants } from '../agents/agentLabels';
import { isTextEdit } from '../agents/tools';
import { openablePulls } from '../board/texts/displayText';
import { gravestCollision } from '../board/texts/collisionText';
import { hasTranscript } from '../board/hasTranscript';
import { hasWorktree, offersRemoval } from '../board/worktreeName';
import {
  endsByEscape,
  hasFailed,
  hasFinished,
  hasMenuOpen,
  isDismissed,
  isDismissible,
  isInterruptible,
  isLoaded,
  isRunning,
  isServed,
  isWithoutTerminal,
  mayContinueAtReset,
} from '../presentation';
import type { LiveSession } from '../protocol/protocol';
import type { Mute } from '../protocol/windows';
import { allowableCalls } from '../request/allowableCalls';
import { requestKind, type RequestKind } from '../request/requestKind';
import {
  hasProject,
  hasTranscriptFile,
  isMuted,
  supportsFollowUps,
  canReceivePrompts,
} from './cardFacts';

/** Inputs of facts other than the session. */
export interface FactContext {
  /** Time in ms since 1970. */
  readonly now: number;
  readonly mutes: readonly Mute[];
}

type Predicate = (session: LiveSession, context: FactContext) => boolean;

/** Facts listed in the context value of a tree row, in this order. */
export const rowFacts = {
  dismissible: ({ agentState }) => isDismissible(agentState),
  dismissed: ({ agentState }) => isDismissed(agentState),
  /** The request can be allowed or denied from here. */
  answerable: (session) => isAnswerable(session, 'tool'),
  /** The request would change one file, regardless of where it can be answered. */
  edit: ({ pendingRequest }) => pendingRequest !== undefined && isTextEdit(pendingRequest.toolName),
  plan: (session) => isAnswerable(session, 'plan'),
  asks: (session) => isAnswerable(session, 'questions'),
  over: ({ agentState }) => hasFinished(agentState),
  /** A process of its own runs the session. */
  live: ({ pid }) => pid !== undefined,
  loaded: isLoaded,
  runner: isWithoutTerminal,
  colliding: (session) => gravestCollision(session) !== undefined,
  failed: hasFailed,
  limited: (session, { now }) => mayContinueAtReset(session, now),
  interruptible: isInterruptible,
  allowable: (session) => allowableCalls(session).length > 0,
  /** A prompt can reach the session. */
  promptable: canReceivePrompts,
  /** The session's hub supports prompts with a condition. */
  conditional: supportsFollowUps,
  resumable: (session) =>
    canStartAgent(session) &&
    (!isRunning(session) || isWithoutTerminal(session) || isServed(session)),
  project: hasProject,
  /** The folder is in a repository of which the session's agent can make worktrees. */
  repository: (session) => session.repository !== undefined && canMakeWorktree(session),
  pinned: ({ pinned }) => pinned === true,
  projectPinned: ({ projectPinned }) => projectPinned === true,
  changed: ({ changes }) => changes !== undefined,
  reviewed: ({ reviewed }) => reviewed !== undefined,
  worktree: hasWorktree,
  removable: offersRemoval,
  pull: (session) => openablePulls(session).length > 0,
  /** The session is on another machine, not only of another account. */
  machine: (session) => !hasLocalPaths(session),
  /** The request can be allowed for a while from here. */
  grantable: (session) => isAnswerable(session, 'tool') && hasGrants(session),
  muted: (session, { mutes }) => isMuted(session, mutes),
  transcript: hasTranscript,
} satisfies Readonly<Record<string, Predicate>>;
export type RowFact = keyof typeof rowFacts;

const facts = {
  ...rowFacts,
  /** The transcript's file is on this machine. */
  file: hasTranscriptFile,
  blocked: ({ blocked }) => (blocked?.open ?? 0) > 0,
  /**
   * The agent can still receive a message about blocked calls, because the session runs or is not
   * in the group Done.
   */
  tellable: ({ pid, agentState }) => pid !== undefined || agentState.group !== 'delivered',
  blockedEver: ({ blocked }) => blocked !== undefined,
  terminal: ({ prompting }) => prompting?.way === 'terminal',
  /** No turn is running, and no menu of the client is open. */
  resting: (session) => session.agentState.group !== 'autonomous' && !hasMenuOpen(session),
  asking: ({ pendingRequest }) => pendingRequest !== undefined,
  /** Escape would end the turn or wait, regardless of whether this product can send it. */
  escapable: endsByEscape,
} satisfies Readonly<Record<string, Predicate>>;
export type Fact = keyof typeof facts;

/** A fact, its negation, or a list of facts of which one has to be true. */
export type Term<Name extends Fact = Fact> = Name | `!${Name}` | readonly Name[];

/** Terms that all have to be true. */
export type Condition<Name extends Fact = Fact> = readonly Term<Name>[];

export function isMet(condition: Condition, session: LiveSession, context: FactContext): boolean {
  const is = (fact: string): boolean =>
    (facts as Record<string, Predicate>)[fact]!(session, context);
  return condition.every((term) => {
    if (typeof term !== 'string') return term.some(is);
    return term.startsWith('!') ? !is(term.slice(1)) : is(term);
  });
}

/** The facts of a session that are listed for its tree row. */
export function rowFactsOf(session: LiveSession, context: FactContext): readonly RowFact[] {
  return (Object.keys(rowFacts) as RowFact[]).filter((fact) => rowFacts[fact](session, context));
}

function isAnswerable({ pendingRequest }: LiveSession, kind: RequestKind): boolean {
  return pendingRequest?.call?.answerable === true && requestKind(pendingRequest.toolName) === kind;
}

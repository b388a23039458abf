import type { Connection, ControlCard, HooksStatus, ToPage } from '../shared/messages/pageMessages';
import type { SessionPush } from '../shared/protocol/phones';
import type { LiveSession, Summary } from '../shared/protocol/protocol';
import type { Mute } from '../shared/protocol/windows';

/** Copy of the state that the host sent. */
export interface Replica {
  /**
   * Number of the last message; undefined until a snapshot arrives, also after a message was
   * missed.
   */
  readonly sequence: number | undefined;
  readonly connection: Connection;
  readonly hooks: HooksStatus;
  readonly codexHooks?: HooksStatus;
  readonly control: ControlCard;
  readonly mutes: readonly Mute[];
  /** Stages of the pushes to phones; empty on a phone. */
  readonly pushes: readonly SessionPush[];
  readonly home: string;
  readonly summary: Summary;
  readonly sessions: ReadonlyMap<string, LiveSession>;
}

export const emptyReplica: Replica = {
  sequence: undefined,
  connection: 'connecting',
  hooks: 'unknown',
  control: { status: 'off', disabledProjects: [] },
  mutes: [],
  pushes: [],
  home: '',
  summary: {
    needsYouCount: 0,
    autonomousCount: 0,
    deliveredCount: 0,
    totalCostTodayUsd: 0,
    totalTokensToday: 0,
  },
  sessions: new Map(),
};

/**
 * Applies a message; `missed` if an earlier message was lost, so that a snapshot has to be
 * requested.
 */
export function applyMessage(replica: Replica, message: ToPage): Replica | 'missed' {
  if (message.type === 'snapshot') {
    const { type: _type, ...news } = message;
    const sessions = new Map(message.sessions.map((session) => [session.sessionId, session]));
    return { ...news, sessions };
  }
  if (message.type === 'alive') return replica;
  // The requested snapshot will include this change.
  if (replica.sequence === undefined) return replica;
  if (message.sequence !== replica.sequence + 1) return 'missed';
  const next = { ...replica, sequence: message.sequence };
  switch (message.type) {
    case 'update':
      return {
        ...next,
        summary: message.summary,
        sessions: changedSessions(replica.sessions, message.changed, message.removed),
      };
    case 'connection':
    case 'hooks':
    case 'control':
    case 'mutes':
    case 'pushes': {
      const { type: _type, ...news } = message;
      return { ...next, ...news };
    }
    case 'reveal':
    case 'answer':
    case 'unanswered':
    case 'undecided':
    case 'promptProblem':
    case 'drafts':
      return next; // Other listeners handle these.
    default:
      message satisfies never; // An unknown message of a newer host changes nothing.
      return next;
  }
}

function changedSessions(
  sessions: Replica['sessions'],
  changed: readonly LiveSession[],
  removed: readonly string[],
): Replica['sessions'] {
  if (changed.length === 0 && removed.length === 0) return sessions;
  const next = new Map(sessions);
  for (const session of changed) next.set(session.sessionId, session);
  for (const id of removed) next.delete(id);
  return next;
}

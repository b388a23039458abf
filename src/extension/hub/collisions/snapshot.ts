import * as path from 'node:path';
import { hasFinished } from '../../../shared/presentation';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { RepositoryPlace } from '../../util/files/gitPlace';
import { editedFile } from '../domain/facts/changes';
import type { SessionFacts } from '../domain/facts/session';
import { sessionSignals } from '../domain/facts/signals';
import type { PendingChange } from './levels';
import { clientsOf } from './quiet';
import type { FileFacts } from './sessionFiles';
import { sweepsOf, type Sweep } from './sweeps';

/** A request to change a file whose real path is not yet known. */
type NamedRequest = Omit<PendingChange, 'path' | 'sessionId' | 'startedAt'> & {
  readonly named: string;
};

/** The part of a session on the board that collisions depend on. */
export interface SessionSnapshot {
  readonly sessionId: string;
  readonly title: string;
  readonly startedAt: number;
  readonly isLiving: boolean;
  readonly place: RepositoryPlace | undefined;
  readonly clients: readonly string[];
  /** The pending request to change a file. */
  readonly request: NamedRequest | undefined;
  /** The same object until the session's files or signals change. */
  readonly work: FileFacts;
  readonly repository: SessionFacts['repository'];
  /** Id of the pending request, of any kind. */
  readonly requestId: string | undefined;
}

/** Returns the snapshot after newer facts; the same object if nothing relevant to collisions changed. */
export function snapshotAfter(
  before: SessionSnapshot | undefined,
  session: LiveSession,
  facts: SessionFacts,
  place: RepositoryPlace | undefined,
): SessionSnapshot {
  const { sessionId, title, startedAt } = session;
  const { transcript, subagentFiles, repository } = facts;
  const work = { transcript, subagentFiles };
  const next: SessionSnapshot = {
    sessionId,
    title,
    startedAt: Date.parse(startedAt),
    isLiving: !hasFinished(session.agentState),
    place,
    clients: clientsOf(facts),
    request: requestOf(session),
    work: before !== undefined && isSameWork(before.work, work) ? before.work : work,
    repository,
    requestId: session.pendingRequest?.requestId,
  };
  return before !== undefined && isSameList(valuesOf(before), valuesOf(next)) ? before : next;
}

function valuesOf(snapshot: SessionSnapshot): readonly unknown[] {
  const { work, title, isLiving, place, repository, requestId, clients } = snapshot;
  return [work, title, isLiving, place, repository, requestId, clients.join(' ')];
}

function isSameWork(one: FileFacts, other: FileFacts): boolean {
  const [own, others] = [one, other].map(({ transcript, subagentFiles }) => {
    const { changes, signals, cwd } = transcript ?? {};
    return [changes, signals, cwd, subagentFiles];
  });
  return isSameList(own ?? [], others ?? []);
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.every((value, index) => Object.is(value, other[index]));
}

/** Sweeps and commits found in a session's signals. */
export interface SessionSignals {
  readonly sweeps: readonly Sweep[];
  /** Time of its last commit, in ms since 1970. */
  readonly committedAt: number;
}

export function sweepsAndCommits({ sessionId, work }: SessionSnapshot): SessionSignals {
  const signals = sessionSignals(work);
  const commit = signals.findLast(({ kind, ok }) => kind === 'commit' && ok !== false);
  return { sweeps: sweepsOf(sessionId, signals), committedAt: commit?.at ?? 0 };
}

function requestOf({ pendingRequest, projectPath }: LiveSession): NamedRequest | undefined {
  if (pendingRequest === undefined) return undefined;
  const { requestId, toolName, toolInput, agentId, cwd = projectPath } = pendingRequest;
  const file = editedFile(toolName, toolInput);
  if (file === undefined) return undefined;
  const isAbsolute = path.isAbsolute(file) || file.startsWith('~');
  const named = isAbsolute ? file : path.resolve(cwd, file);
  return { requestId, agentId, named, at: Date.parse(pendingRequest.requestedAt) };
}

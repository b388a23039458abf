import type {
  ChangedFile,
  PullRequest,
  SessionView,
  Signal,
} from '../../../../shared/api/missionControl';
import { withoutUndefined } from '../../../../shared/plainData';
import { sessionChanges, type FileChanges } from '../facts/changes';
import type { FileChange } from '../facts/changeTable';
import { newestSignals, sessionSignals, type SignalFact, type WorkFacts } from '../facts/signals';
import { truncateText } from '../../../../shared/text/truncate';

const maxFiles = 16;
const maxPulls = 4;
const maxFields = 12;

/** Limits of the texts of a view, in characters. */
export const maxViewPathLength = 512;
export const maxViewKindLength = 60;
export const maxViewTextLength = 200;
const maxAddressLength = 500;

/** The part of a session's view that describes its work. It is all that `outcomeOf` needs. */
export type DeliveredView = Pick<SessionView, 'signals' | 'pullRequests' | 'changes'>;

/** Sources about a session's work in addition to its facts. */
export interface WorkSources {
  /** Signals that signal rules found. */
  readonly signals: readonly SignalFact[];
  /** The state of a pull request according to its host; undefined if unknown. */
  stateOf(url: string): Pick<PullRequest, 'state' | 'review' | 'checks'> | undefined;
}

/** The delivered work of a session, in the terms of the API. */
export function deliveredView(facts: WorkFacts, sources: WorkSources): DeliveredView {
  const signals = newestSignals([...sessionSignals(facts), ...sources.signals]).map(toSignal);
  const changes = sessionChanges(facts);
  return {
    signals,
    pullRequests: pullRequestsOf(signals, sources),
    ...(changes.edits > 0 && { changes: toChanges(changes) }),
  };
}

/**
 * Truncates a text. An address that is too long is omitted, because a truncated one would point to
 * something else.
 */
function fittingText(text: string): string | undefined {
  if (!text.startsWith('https://')) return truncateText(text, maxViewTextLength);
  return text.length <= maxAddressLength ? text : undefined;
}

function toSignal({ kind, at, turn, ok, data }: SignalFact): Signal {
  const fields = Object.entries(data)
    .slice(0, maxFields)
    .flatMap(([key, value]) => {
      const fitting = typeof value === 'string' ? fittingText(value) : value;
      return fitting === undefined ? [] : [[truncateText(key, maxViewKindLength), fitting]];
    });
  return {
    kind: truncateText(kind, maxViewKindLength),
    at: iso(at),
    turn,
    ...(ok !== undefined && { ok }),
    data: Object.fromEntries(fields),
  };
}

/** The most recently signalled pull requests, each once; the last signal of each applies. */
function pullRequestsOf(
  signals: readonly Signal[],
  { stateOf }: Pick<WorkSources, 'stateOf'>,
): readonly PullRequest[] {
  const byUrl = new Map<string, PullRequest>();
  for (const { kind, ok, data } of signals) {
    const { number, url, repository } = data;
    if (kind !== 'pr' || ok === false) continue;
    if (typeof number !== 'number' || !Number.isSafeInteger(number) || typeof url !== 'string')
      continue;
    byUrl.delete(url);
    byUrl.set(
      url,
      withoutUndefined({
        number,
        url,
        repository: typeof repository === 'string' ? repository : undefined,
        ...stateOf(url),
      }),
    );
  }
  return [...byUrl.values()].slice(-maxPulls);
}

function toChanges(changes: FileChanges): NonNullable<SessionView['changes']> {
  const { files, fileCount, edits, lastAt } = changes;
  return {
    files: fileCount,
    edits,
    ...(lastAt !== undefined && { lastAt: iso(lastAt) }),
    latest: files.slice(-maxFiles).map(toChangedFile),
  };
}

function toChangedFile([path, edits, turns, lastTurn]: FileChange): ChangedFile {
  return { path: truncateText(path, maxViewPathLength), edits, turns, lastTurn };
}

/** The time as ISO 8601; 1970 if it is outside the range of `Date`. */
function iso(at: number): string {
  return new Date(Math.abs(at) <= 8.64e15 ? at : 0).toISOString();
}

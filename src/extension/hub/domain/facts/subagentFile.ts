import { updateBlockedCalls, noBlockedCalls } from './blockedCalls';
import { addEditsOfResults, noChanges } from './changes';
import type { SubagentReadEvent } from './event';
import type { TranscriptEntry } from './transcriptEntry';
import type { OpenTool, SubagentFileFacts, SubagentMeta, SubagentTranscriptFacts } from './session';

/** Folds an entry, written at `at` (ms since 1970), into the facts of a subagent's transcript. */
export function foldSubagentLine(
  before: SubagentTranscriptFacts | undefined,
  at: number,
  entry: TranscriptEntry,
): SubagentTranscriptFacts {
  if (before === undefined) {
    return {
      openTools: openToolsAfter([], at, entry),
      self: selfAfter(undefined, entry),
      blocked: noBlockedCalls,
      changes: noChanges,
      signals: [],
      firstAt: at,
      lastAt: at,
    };
  }
  const lastAt = Math.max(before.lastAt, at);
  const self = selfAfter(before.self, entry);
  if (!startsOrEndsCalls(entry)) return { ...before, self, lastAt };
  const { openTools, changes, blocked } = before;
  return {
    ...before,
    self,
    openTools: openToolsAfter(openTools, at, entry),
    blocked:
      entry.kind === 'toolResults'
        ? updateBlockedCalls(blocked, { openTools }, entry.results, at)
        : blocked,
    changes:
      entry.kind === 'toolResults'
        ? addEditsOfResults(changes, openTools, entry.results, { turn: 0, at, cwd: entry.cwd })
        : changes,
    firstAt: Math.min(before.firstAt, at),
    lastAt,
  };
}

/**
 * Merges the facts of a subagent's transcript, meta file and journal, each of which is read
 * separately when it changes.
 */
export function reduceSubagentRead(
  files: ReadonlyMap<string, SubagentFileFacts>,
  { agentId, path, at, transcript, meta, hasReturned }: SubagentReadEvent,
): ReadonlyMap<string, SubagentFileFacts> {
  const before = files.get(agentId);
  const firstAt = transcript?.firstAt ?? at;
  const returned = hasReturned ?? before?.hasReturned;
  const reportedMeta = meta ?? transcript?.self;
  const next: SubagentFileFacts = {
    agentId,
    path,
    agentType: reportedMeta?.agentType ?? before?.agentType,
    description: reportedMeta?.description ?? before?.description,
    parentAgentId: reportedMeta?.parentAgentId ?? before?.parentAgentId,
    toolUseId: reportedMeta?.toolUseId ?? before?.toolUseId,
    finished: returned ?? reportedMeta?.finished ?? before?.finished ?? isInSessionFolder(path),
    ...(returned && { hasReturned: returned }),
    ...((meta ?? before)?.isTeammate === true && { isTeammate: true }),
    openTools: transcript?.openTools ?? before?.openTools ?? [],
    blocked: transcript?.blocked ?? before?.blocked ?? noBlockedCalls,
    changes: transcript?.changes ?? before?.changes ?? noChanges,
    signals: transcript?.signals ?? before?.signals ?? [],
    firstAt: Math.min(before?.firstAt ?? firstAt, firstAt),
    lastAt: Math.max(before?.lastAt ?? at, at),
  };
  return new Map(files).set(agentId, next);
}

/**
 * True for a transcript in the session's own folder. Clients that store it there do not record the
 * subagent's end, so the subagent counts as finished unless hooks report that it runs.
 */
function isInSessionFolder(path: string): boolean {
  return !/[\\/]subagents[\\/]/u.test(path);
}

/** Returns what the transcript says about the subagent, which has finished at the end of a turn. */
function selfAfter(
  self: SubagentMeta | undefined,
  entry: TranscriptEntry,
): SubagentMeta | undefined {
  if (entry.kind === 'other' && entry.subagent !== undefined) return entry.subagent;
  const finished = endsTurn(entry);
  return self === undefined || finished === undefined || finished === self.finished
    ? self
    : { ...self, finished };
}

/** True for an entry that ends a turn, false for one that starts one; undefined for any other. */
function endsTurn({ kind }: TranscriptEntry): boolean | undefined {
  if (kind === 'prompt') return false;
  return kind === 'turnEnded' || kind === 'interrupted' || kind === 'apiError' ? true : undefined;
}

function startsOrEndsCalls(entry: TranscriptEntry): boolean {
  return entry.kind === 'toolResults' || (entry.kind === 'assistant' && entry.toolUses.length > 0);
}

function openToolsAfter(
  open: readonly OpenTool[],
  at: number,
  entry: TranscriptEntry,
): readonly OpenTool[] {
  if (entry.kind === 'assistant')
    return [...open, ...entry.toolUses.map((use) => ({ ...use, at }))];
  if (entry.kind !== 'toolResults') return open;
  const ended = new Set(entry.results.map((result) => result.toolUseId));
  return open.filter((tool) => !ended.has(tool.id));
}

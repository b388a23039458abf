import {
  latestFields,
  type EntryFields,
  type ToolResult,
  type TranscriptEntry,
} from './transcriptEntry';
import { updateBlockedCalls, noBlockedCalls } from './blockedCalls';
import { hasExpired } from './dialogs/expiry';
import { addEditsOfResults, noChanges } from './changes';
import { headAndTail, truncatePrompt } from '../words/clip';
import { removeStartedRun, applyScheduleChange } from './schedule/schedule';
import { scheduleChangeOfTool, addScheduleCalls } from './schedule/scheduleChange';
import { tasksAfterResults, tasksAfterUses } from './tasks';
import type { TranscriptFacts, TranscriptTurn } from './session';
import type { LimitUse, UsageLimit } from './usageLimit';

/** Maximum number of background tasks to retain per session, more than run at a time. */
const maxLaunched = 32;

/**
 * Maximum number of tool results to retain as proof that a dialog is closed; older results have no
 * open dialog.
 */
const maxAnswers = 32;

/** Returns the model and context size after an entry that may contain them. */
function contextAfter(
  facts: TranscriptFacts,
  entry: Extract<TranscriptEntry, { kind: 'assistant' | 'context' }>,
): Pick<TranscriptFacts, 'model' | 'contextTokens' | 'heldTokens'> {
  const { model, contextTokens, heldTokens } = facts;
  const isSame = entry.model === undefined || entry.model === model;
  return {
    model: entry.model ?? model,
    contextTokens: entry.contextTokens ?? contextTokens,
    heldTokens: isSame ? heldTokens : undefined,
  };
}

/**
 * Folds an entry into the facts. `at` is the entry's time, or the preceding entry's if it has none.
 * Pure.
 */
export function foldLine(
  before: TranscriptFacts,
  at: number,
  entry: TranscriptEntry,
): TranscriptFacts {
  const after = withEntry(before, at, entry);
  const { turn } = before;
  if (turn === undefined || at >= turn.at) return after;
  // The client writes entries in batches that are not always in order: an older entry must not
  // revert the turn.
  const endsTools = after.openTools.length < before.openTools.length;
  const openTools = endsTools && entry.kind !== 'toolResults' ? before.openTools : after.openTools;
  return { ...after, turn, openTools };
}

function withEntry(known: TranscriptFacts, at: number, entry: TranscriptEntry): TranscriptFacts {
  // The first entries may have no time, which arrives as 0.
  const time = at > 0 ? at : undefined;
  const facts: TranscriptFacts = {
    ...known,
    firstAt: known.firstAt ?? time,
    lastAt: time === undefined ? known.lastAt : Math.max(known.lastAt ?? 0, time),
    ...latestValues((field) => entry[field] ?? known[field]),
    retrying: isUnrelatedToTurn(entry) ? known.retrying : undefined,
  };
  switch (entry.kind) {
    case 'prompt':
      return {
        ...facts,
        turn: entry.queued === true ? facts.turn : createTurn('prompted', at, ''),
        openTools: entry.queued === true ? facts.openTools : [],
        scheduling: entry.queued === true ? facts.scheduling : [],
        schedule: entry.human ? facts.schedule : removeStartedRun(facts.schedule, entry.text, at),
        ...firstPromptAfter(facts, entry),
        lastPrompt: entry.human ? truncatePrompt(entry.text) : facts.lastPrompt,
        permissionMode: entry.permissionMode ?? facts.permissionMode,
        humanPromptAt: entry.human ? at : facts.humanPromptAt,
        turnAt: entry.queued === true ? facts.turnAt : at,
        continuedIn: undefined,
        expired: entry.human ? undefined : facts.expired,
        turns: facts.turns + (entry.human && entry.queued !== true ? 1 : 0),
        notified: entry.human ? facts.notified : withNotification(facts.notified, entry.text),
      };
    case 'assistant': {
      const text = headAndTail(entry.text) ?? lastTextOf(facts.turn);
      const hasStopped = entry.stopReason === 'end_turn' || entry.stopReason === 'stop_sequence';
      return {
        ...facts,
        turn: {
          ...createTurn(
            hasStopped && entry.toolUses.length === 0 ? 'ended' : 'responding',
            at,
            text,
          ),
          ...(entry.settleMs !== undefined && { settleMs: entry.settleMs }),
        },
        openTools: [
          ...facts.openTools,
          ...entry.toolUses
            .filter((use) => !facts.answered.has(use.id))
            .map((use) => ({ ...use, at })),
        ],
        tasks: tasksAfterUses(facts.tasks, entry.toolUses, at),
        scheduling: addScheduleCalls(facts.scheduling, entry.toolUses),
        ...contextAfter(facts, entry),
      };
    }
    case 'toolResults': {
      const answers = [...facts.answered];
      for (const result of entry.results) {
        const { toolUseId, rejected } = result;
        const name = facts.openTools.find(({ id }) => id === toolUseId)?.name;
        answers.push([toolUseId, { at, rejected, ...(name !== undefined && { name }) }]);
      }
      const answered = new Map(answers.slice(-maxAnswers));
      return {
        ...facts,
        answered,
        tasks: tasksAfterResults(facts.tasks, entry.results),
        ...scheduleAfterResults(facts, entry.results, at),
        blocked: updateBlockedCalls(facts.blocked, facts, entry.results, at),
        launched: launchedAfter(facts.launched, entry.results),
        expired: expiredAfter(facts, entry.results, at),
        changes: addEditsOfResults(facts.changes, facts.openTools, entry.results, {
          turn: facts.turns,
          at: time,
          cwd: entry.cwd,
        }),
        openTools: facts.openTools.filter((tool) => !answered.has(tool.id)),
        turn: createTurn('responding', at, facts.turn?.text ?? ''),
      };
    }
    case 'interrupted':
      return {
        ...facts,
        turn: createTurn('interrupted', at, facts.turn?.text ?? ''),
        openTools: [],
      };
    case 'apiError': {
      const limit = entry.limit && withReset(entry.limit, facts.limits);
      return {
        ...facts,
        turn: {
          ...createTurn('failed', at, entry.text),
          error: entry.error,
          limit,
          ...(entry.hookless === true && { hookless: true }),
        },
        openTools: [],
      };
    }
    case 'context': {
      const { contextWindow = facts.contextWindow, limits = facts.limits } = entry;
      return { ...facts, ...contextAfter(facts, entry), contextWindow, limits };
    }
    case 'compacting':
      return {
        ...facts,
        turn: createTurn('compacting', at, facts.turn?.text ?? ''),
        openTools: [],
      };
    case 'continuing':
      return facts.turn?.limit === undefined
        ? facts
        : { ...facts, turn: { ...facts.turn, continuesAt: entry.byItself ? at : undefined } };
    case 'turnEnded':
      return facts.turn?.kind === 'responding'
        ? { ...facts, turn: createTurn('ended', at, facts.turn.text), openTools: [] }
        : facts;
    case 'compacted':
      return {
        ...facts,
        ...(entry.trigger === 'auto' && hasEnded(facts.turn)
          ? { turn: { ...facts.turn, compactedAt: at } }
          : {}),
        contextTokens: entry.postTokens ?? facts.contextTokens,
        heldTokens: Math.max(facts.heldTokens ?? 0, entry.preTokens ?? facts.contextTokens ?? 0),
        autoCompactedAt: entry.trigger === 'auto' ? entry.preTokens : facts.autoCompactedAt,
      };
    case 'title':
      return entry.source === 'custom'
        ? { ...facts, customTitle: entry.title }
        : { ...facts, aiTitle: entry.title };
    case 'permissionMode':
      return { ...facts, permissionMode: entry.mode, isReviewed: entry.isReviewed };
    case 'schedule':
      return { ...facts, schedule: applyScheduleChange(facts.schedule, entry.news, at) };
    case 'continuedIn':
      return { ...facts, continuedIn: entry.sessionId };
    case 'retrying': {
      const { attempt, maxRetries, retryInMs } = entry;
      return { ...facts, retrying: { at, attempt, maxRetries, untilMs: at + retryInMs } };
    }
    case 'other':
      return entry.shell === undefined
        ? facts
        : { ...facts, firstShell: facts.firstShell ?? truncatePrompt(entry.shell) };
  }
}

function firstPromptAfter(
  { firstPrompt, firstParent }: TranscriptFacts,
  { human, text, parent }: Extract<TranscriptEntry, { kind: 'prompt' }>,
): Pick<TranscriptFacts, 'firstPrompt' | 'firstParent'> {
  const isFirst = firstPrompt === undefined || (parent !== undefined && parent === firstParent);
  return human && isFirst
    ? { firstPrompt: truncatePrompt(text), firstParent: parent }
    : { firstPrompt, firstParent };
}

/**
 * True for entries that do not indicate progress of the turn, such as titles and modes, which are
 * written at any moment.
 */
function isUnrelatedToTurn({ kind }: TranscriptEntry): boolean {
  return unrelatedKinds.has(kind);
}

const unrelatedKinds: ReadonlySet<TranscriptEntry['kind']> = new Set([
  'context',
  'other',
  'title',
  'permissionMode',
  'schedule',
  'continuedIn',
]);

/** The turn's last text, which stays the last one after a message without text. */
function lastTextOf(turn: TranscriptTurn | undefined): string {
  return turn?.kind === 'responding' || turn?.kind === 'compacting' ? turn.text : '';
}

/** Adds the reset to a limit whose message names none: the latest reset of all used-up windows. */
function withReset(limit: UsageLimit, windows: readonly LimitUse[] = []): UsageLimit {
  const resets = windows.flatMap(({ used, resetsAt }) =>
    used < 1 || resetsAt === undefined ? [] : [resetsAt],
  );
  if (limit.resetsAt !== undefined || resets.length === 0) return limit;
  return { ...limit, resetsAt: Math.max(...resets) };
}

/**
 * Records the end of a background task from a prompt: the client reports it to the agent as
 * `<task-notification>`.
 */
function withNotification(
  notified: ReadonlyMap<string, string>,
  text: string,
): ReadonlyMap<string, string> {
  const id = /<task-id>([^<]+)<\/task-id>/u.exec(text)?.[1];
  const status = /<status>([^<]+)<\/status>/u.exec(text)?.[1];
  return id === undefined || status === undefined ? notified : new Map(notified).set(id, status);
}

function scheduleAfterResults(
  { schedule, scheduling }: TranscriptFacts,
  results: readonly ToolResult[],
  at: number,
): Pick<TranscriptFacts, 'schedule' | 'scheduling'> {
  if (scheduling.length === 0) return { schedule, scheduling };
  let after = schedule;
  for (const { toolUseId, response } of results) {
    const call = scheduling.find(({ id }) => id === toolUseId);
    const change = call && scheduleChangeOfTool(call.name, call.input, response);
    if (change !== undefined) after = applyScheduleChange(after, change, at);
  }
  const ended = new Set(results.map(({ toolUseId }) => toolUseId));
  return { schedule: after, scheduling: scheduling.filter(({ id }) => !ended.has(id)) };
}

/**
 * Returns the last expired dialog. A client that may not prompt denies a removal at once with the
 * same result, so the duration of the call decides.
 */
function expiredAfter(
  { expired: before, openTools }: TranscriptFacts,
  results: readonly ToolResult[],
  at: number,
): TranscriptFacts['expired'] {
  const found = results.findLast(({ toolUseId, expired }) => {
    const call = openTools.find(({ id }) => id === toolUseId);
    return expired !== undefined && (call === undefined || hasExpired(expired, at - call.at));
  })?.expired;
  return found === undefined ? before : { ...found, at };
}

function launchedAfter(
  before: TranscriptFacts['launched'],
  results: readonly ToolResult[],
): TranscriptFacts['launched'] {
  const known = new Set(before.map(({ id }) => id));
  const started = results
    .flatMap(({ launched = [] }) => launched)
    .filter(({ id }) => !known.has(id));
  return started.length === 0 ? before : [...before, ...started].slice(-maxLaunched);
}

/** True if a turn has ended. While it runs, an automatic compaction is part of the turn. */
function hasEnded(last: TranscriptTurn | undefined): last is TranscriptTurn {
  return last !== undefined && last.kind !== 'prompted' && last.kind !== 'responding';
}

function createTurn(kind: TranscriptTurn['kind'], at: number, text: string): TranscriptTurn {
  return { kind, at, text };
}

/** The facts of a transcript before its first entry. */
export function emptyTranscript(path: string): TranscriptFacts {
  return {
    path,
    present: true,
    firstAt: undefined,
    lastAt: undefined,
    retrying: undefined,
    tasks: [],
    schedule: undefined,
    scheduling: [],
    blocked: noBlockedCalls,
    humanPromptAt: undefined,
    turnAt: undefined,
    continuedIn: undefined,
    expired: undefined,
    notified: new Map(),
    launched: [],
    turn: undefined,
    openTools: [],
    answered: new Map(),
    firstPrompt: undefined,
    firstParent: undefined,
    firstShell: undefined,
    lastPrompt: undefined,
    customTitle: undefined,
    aiTitle: undefined,
    model: undefined,
    permissionMode: undefined,
    ...latestValues(() => undefined),
    contextTokens: undefined,
    contextWindow: undefined,
    limits: undefined,
    heldTokens: undefined,
    autoCompactedAt: undefined,
    changes: noChanges,
    turns: 0,
    signals: [],
  };
}

type LatestFields = { -readonly [Field in keyof EntryFields]-?: string | undefined };

function latestValues(valueOf: (field: keyof EntryFields) => string | undefined): LatestFields {
  const found: Partial<LatestFields> = {};
  for (const field of latestFields) found[field] = valueOf(field);
  return found as LatestFields;
}

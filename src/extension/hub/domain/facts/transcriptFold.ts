import { latestFields, type EntryFields, type ToolResult, type TranscriptEntry } from './event';
import { changesAfter, noChanges } from './changes';
import { beginningAndEnd, keptPrompt } from '../words/clip';
import { tasksAfterResults, tasksAfterUses } from './tasks';
import type { TranscriptFacts, TranscriptTurn } from './session';

/** Tasks kept that were begun in the background: no session has more of them at a time. */
const keptLaunched = 32;

/** Answers kept as proof that a dialog is over; older ones have no open dialog left. */
const keptAnswers = 32;

/** What an answer says of the conversation's model and length. */
export function contextAfter(
  { model, contextTokens, heldTokens }: TranscriptFacts,
  line: Extract<TranscriptEntry, { kind: 'assistant' }>,
): Pick<TranscriptFacts, 'model' | 'contextTokens' | 'heldTokens'> {
  const isSame = line.model === undefined || line.model === model;
  return {
    model: line.model ?? model,
    contextTokens: line.contextTokens ?? contextTokens,
    heldTokens: isSame ? heldTokens : undefined,
  };
}

/** The facts after one more line. `at` is the line's own time, or that of the line before it. Pure. */
export function foldLine(
  before: TranscriptFacts,
  at: number,
  line: TranscriptEntry,
): TranscriptFacts {
  const after = withLine(before, at, line);
  const { turn } = before;
  if (turn === undefined || at >= turn.at) return after;
  // Lines are written in bundles, not always in order: an older one does not turn the state back.
  const closes = after.openTools.length < before.openTools.length;
  const openTools = closes && line.kind !== 'toolResults' ? before.openTools : after.openTools;
  return { ...after, turn, openTools };
}

function withLine(known: TranscriptFacts, at: number, line: TranscriptEntry): TranscriptFacts {
  // The first lines may have no time: that is not 1970.
  const time = at > 0 ? at : undefined;
  const facts: TranscriptFacts = {
    ...known,
    firstAt: known.firstAt ?? time,
    lastAt: time === undefined ? known.lastAt : Math.max(known.lastAt ?? 0, time),
    ...latest((field) => line[field] ?? known[field]),
    retrying: saysNothing(line) ? known.retrying : undefined,
  };
  switch (line.kind) {
    case 'prompt':
      return {
        ...facts,
        turn: line.queued === true ? facts.turn : turn('prompted', at, ''),
        openTools: line.queued === true ? facts.openTools : [],
        firstPrompt: facts.firstPrompt ?? (line.human ? keptPrompt(line.text) : undefined),
        lastPrompt: line.human ? keptPrompt(line.text) : facts.lastPrompt,
        permissionMode: line.permissionMode ?? facts.permissionMode,
        humanPromptAt: line.human ? at : facts.humanPromptAt,
        notified: line.human ? facts.notified : withNotification(facts.notified, line.text),
      };
    case 'assistant': {
      const text =
        beginningAndEnd(line.text) ?? (facts.turn?.kind === 'responding' ? facts.turn.text : '');
      const over = line.stopReason === 'end_turn' || line.stopReason === 'stop_sequence';
      return {
        ...facts,
        turn: turn(over && line.toolUses.length === 0 ? 'ended' : 'responding', at, text),
        openTools: [
          ...facts.openTools,
          ...line.toolUses
            .filter((use) => !facts.answered.has(use.id))
            .map((use) => ({ ...use, at })),
        ],
        tasks: tasksAfterUses(facts.tasks, line.toolUses, at),
        ...contextAfter(facts, line),
      };
    }
    case 'toolResults': {
      const answers = [...facts.answered];
      for (const result of line.results) {
        answers.push([result.toolUseId, { at, rejected: result.rejected }]);
      }
      const answered = new Map(answers.slice(-keptAnswers));
      return {
        ...facts,
        answered,
        tasks: tasksAfterResults(facts.tasks, line.results),
        launched: launchedAfter(facts.launched, line.results),
        changes: changesAfter(facts.changes, facts.openTools, line.results),
        openTools: facts.openTools.filter((tool) => !answered.has(tool.id)),
        turn: turn('responding', at, facts.turn?.text ?? ''),
      };
    }
    case 'interrupted':
      return { ...facts, turn: turn('interrupted', at, facts.turn?.text ?? ''), openTools: [] };
    case 'apiError':
      return {
        ...facts,
        turn: { ...turn('failed', at, line.text), error: line.error },
        openTools: [],
      };
    case 'turnEnded':
      return facts.turn?.kind === 'responding'
        ? { ...facts, turn: turn('ended', at, facts.turn.text), openTools: [] }
        : facts;
    case 'compacted':
      return {
        ...facts,
        contextTokens: line.postTokens ?? facts.contextTokens,
        heldTokens: Math.max(facts.heldTokens ?? 0, line.preTokens ?? facts.contextTokens ?? 0),
        autoCompactedAt: line.trigger === 'auto' ? line.preTokens : facts.autoCompactedAt,
      };
    case 'title':
      return line.source === 'custom'
        ? { ...facts, customTitle: line.title }
        : { ...facts, aiTitle: line.title };
    case 'permissionMode':
      return { ...facts, permissionMode: line.mode };
    case 'retrying': {
      const { attempt, maxRetries, retryInMs } = line;
      return { ...facts, retrying: { at, attempt, maxRetries, untilMs: at + retryInMs } };
    }
    case 'other':
      return facts;
  }
}

/** Titles and modes are written at any moment. */
function saysNothing({ kind }: TranscriptEntry): boolean {
  return kind === 'other' || kind === 'title' || kind === 'permissionMode';
}

/** `<task-notification>` is how the client tells the agent that background work ended. */
function withNotification(
  notified: ReadonlyMap<string, string>,
  text: string,
): ReadonlyMap<string, string> {
  const id = /<task-id>([^<]+)<\/task-id>/u.exec(text)?.[1];
  const status = /<status>([^<]+)<\/status>/u.exec(text)?.[1];
  return id === undefined || status === undefined ? notified : new Map(notified).set(id, status);
}

function launchedAfter(
  before: TranscriptFacts['launched'],
  results: readonly ToolResult[],
): TranscriptFacts['launched'] {
  const known = new Set(before.map(({ id }) => id));
  const begun = results.flatMap(({ launched = [] }) => launched).filter(({ id }) => !known.has(id));
  return begun.length === 0 ? before : [...before, ...begun].slice(-keptLaunched);
}

function turn(kind: TranscriptTurn['kind'], at: number, text: string): TranscriptTurn {
  return { kind, at, text };
}

/** What is known before the first line. */
export function emptyTranscript(path: string): TranscriptFacts {
  return {
    path,
    present: true,
    firstAt: undefined,
    lastAt: undefined,
    retrying: undefined,
    tasks: [],
    humanPromptAt: undefined,
    notified: new Map(),
    launched: [],
    turn: undefined,
    openTools: [],
    answered: new Map(),
    firstPrompt: undefined,
    lastPrompt: undefined,
    customTitle: undefined,
    aiTitle: undefined,
    model: undefined,
    permissionMode: undefined,
    ...latest(() => undefined),
    contextTokens: undefined,
    heldTokens: undefined,
    autoCompactedAt: undefined,
    changes: noChanges,
  };
}

type Latest = { -readonly [Field in keyof EntryFields]-?: string | undefined };

function latest(of: (field: keyof EntryFields) => string | undefined): Latest {
  const found: Partial<Latest> = {};
  for (const field of latestFields) found[field] = of(field);
  return found as Latest;
}

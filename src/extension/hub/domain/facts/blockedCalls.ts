import { commandIn } from '../../../../shared/agents/inputs';
import { summarizeRequest } from '../../../../shared/request/requestSummary';
import { truncateText } from '../../../../shared/text/truncate';
import { compactInput } from '../words/tools';
import type { ToolResult } from './transcriptEntry';
import type { OpenTool } from './session';

/** A call that auto mode blocked. */
export interface BlockedCall {
  readonly id: string;
  /** In ms since 1970. */
  readonly at: number;
  readonly tool: string;
  /** The start of its input, as shown on a card. */
  readonly input: Readonly<Record<string, unknown>> | undefined;
  /** The complete shell command; undefined for other tools, and for a very long one. */
  readonly command?: string | undefined;
  /** Equal for calls of the same tool with the same input, see `callKey`. */
  readonly key: string;
  /** The classifier's reason; empty if unknown. */
  readonly reason: string;
  readonly agentType?: string | undefined;
  /** When the same call ran later, in ms since 1970. */
  readonly ranAt?: number | undefined;
}

/** The blocked calls that one source reports. */
export interface BlockedCalls {
  /** Number of blocked calls in the whole session. */
  readonly count: number;
  /** The newest blocked calls, newest last. */
  readonly last: readonly BlockedCall[];
}

export const noBlockedCalls: BlockedCalls = { count: 0, last: [] };

/** Maximum number of blocked calls to retain per session. */
const maxCalls = 32;

/** Maximum number of characters of a command or other input that are stored and compared. */
const maxInputLength = 2_000;

const maxReasonLength = 600;

/** A call with the reason why it was blocked. */
export interface NewBlockedCall {
  readonly id: string;
  readonly at: number;
  readonly tool: string;
  readonly input: unknown;
  readonly reason: string;
  readonly agentType?: string | undefined;
}

/** Adds a blocked call; a known one is counted once. Pure. */
export function addBlockedCall(before: BlockedCalls, blocking: NewBlockedCall): BlockedCalls {
  const { id, at, tool, input, reason, agentType } = blocking;
  if (before.last.some((one) => one.id === id)) return before;
  const command = commandIn(input) || undefined;
  const call: BlockedCall = {
    id,
    at,
    tool,
    input: compactInput(input),
    ...(command !== undefined && command.length <= maxInputLength && { command }),
    key: callKey(tool, input),
    reason: truncateText(ownReason(reason), maxReasonLength),
    ...(agentType !== undefined && { agentType }),
  };
  return { count: before.count + 1, last: [...before.last, call].slice(-maxCalls) };
}

/** Sets `ranAt` of earlier blocked calls with the same tool and input. Pure. */
export function markRun(
  before: BlockedCalls,
  tool: string,
  input: unknown,
  at: number,
): BlockedCalls {
  if (before.last.every(({ ranAt }) => ranAt !== undefined)) return before;
  const key = callKey(tool, input);
  const isRunNow = (one: BlockedCall): boolean =>
    one.key === key && one.ranAt === undefined && one.at <= at;
  if (!before.last.some(isRunNow)) return before;
  return {
    ...before,
    last: before.last.map((one) => (isRunNow(one) ? { ...one, ranAt: at } : one)),
  };
}

/** The facts of a transcript that are needed to apply its tool results. */
interface ResultContext {
  readonly humanPromptAt?: number | undefined;
  readonly openTools: readonly OpenTool[];
}

/**
 * Updates the blocked calls by tool results of a transcript. Results whose call is not open, such
 * as those of an earlier turn, are ignored.
 */
export function updateBlockedCalls(
  before: BlockedCalls,
  { humanPromptAt, openTools }: ResultContext,
  results: readonly ToolResult[],
  at: number,
): BlockedCalls {
  const blocksNothing = results.every(({ blocked }) => blocked === undefined);
  if (blocksNothing && openBlockedCalls(before, humanPromptAt).length === 0) return before;
  let after = before;
  for (const { toolUseId: id, blocked, denied } of results) {
    const call = openTools.find((one) => one.id === id);
    if (call === undefined) continue;
    const { name: tool, input } = call;
    if (blocked !== undefined) {
      after = addBlockedCall(after, { id, at, tool, input, reason: blocked.reason });
    } else if (denied !== true) after = markRun(after, tool, input, at);
  }
  return after;
}

/** The blocked calls since a person's last prompt that have not run since. */
export function openBlockedCalls(
  { last }: BlockedCalls,
  humanPromptAt: number | undefined,
): readonly BlockedCall[] {
  return last.filter(({ at, ranAt }) => ranAt === undefined && at >= (humanPromptAt ?? 0));
}

/** Concatenates the calls of several agents, which have no call in common. */
export function concatBlockedCalls(lists: readonly BlockedCalls[]): BlockedCalls {
  const nonEmpty = lists.filter(({ count }) => count > 0);
  const [one = noBlockedCalls] = nonEmpty;
  if (nonEmpty.length < 2) return one;
  return {
    count: nonEmpty.reduce((sum, { count }) => sum + count, 0),
    last: nonEmpty
      .flatMap(({ last }) => last)
      .toSorted((a, b) => a.at - b.at)
      .slice(-maxCalls),
  };
}

/** Merges the calls of two sources, each of which may have missed some. */
export function mergeBlockedCalls(one: BlockedCalls, other: BlockedCalls): BlockedCalls {
  if (other.count === 0) return one;
  if (one.count === 0) return other;
  const calls = new Map(other.last.map((call) => [call.id, call]));
  for (const call of one.last) {
    const otherCall = calls.get(call.id);
    const ranAt = call.ranAt ?? otherCall?.ranAt;
    const reason = call.reason === '' ? (otherCall?.reason ?? '') : call.reason;
    calls.set(call.id, { ...call, reason, ...(ranAt !== undefined && { ranAt }) });
  }
  const all = [...calls.values()].toSorted((a, b) => a.at - b.at);
  const dropped = Math.max(one.count - one.last.length, other.count - other.last.length);
  return { count: all.length + dropped, last: all.slice(-maxCalls) };
}

/**
 * Text of the client that precedes the reason of the latest call, from the third consecutive
 * blocked call on.
 */
const latestCallPrefix = 'Latest blocked action: ';

/**
 * The number of consecutive blocked calls that the classifier's text states; undefined if it states
 * none.
 */
export function readBlockCount(reason: string): number | undefined {
  const [, count] = /^(\d{1,4}) consecutive actions were blocked/u.exec(reason) ?? [];
  return count === undefined ? undefined : Number(count);
}

/** The part of the classifier's text that is about the latest call. */
function ownReason(reason: string): string {
  const start = reason.lastIndexOf(latestCallPrefix);
  return (start < 0 ? reason : reason.slice(start + latestCallPrefix.length)).trim();
}

/**
 * Returns the key by which calls are compared. The key of a shell call contains only the command,
 * because agents word the description differently each time.
 */
function callKey(tool: string, input: unknown): string {
  const text = (commandIn(input) || undefined) ?? JSON.stringify(input) ?? '';
  return `${tool} ${text.length} ${truncateText(text, maxInputLength)}`;
}

/** A call in one line: its command, path or address, or otherwise its tool. */
export function callSubject({ tool, input }: Pick<BlockedCall, 'tool' | 'input'>): string {
  const text = summarizeRequest(tool, input)?.text ?? '';
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  return line.trim() === '' ? tool : truncateText(line.trim(), 120);
}

/** The consecutive calls that auto mode blocked so far. The client counts them across turns. */
export interface BlockedStreak {
  readonly ids: readonly string[];
  /** The classifier's reason for the last call. */
  readonly reason: string;
}

/**
 * Number of consecutive blocked calls from which the client asks a person. Measured on client
 * 2.1.332.
 */
const minCallsToAsk = 3;

/** Adds a call to the consecutive blocked calls; one that is already included is counted once. */
export function addToBlockedStreak(
  streak: BlockedStreak | undefined,
  id: string,
  reason: string,
): BlockedStreak {
  const ids = (streak?.ids ?? []).filter((one) => one !== id);
  return {
    ids: [...ids, id].slice(-maxCalls),
    reason: truncateText(ownReason(reason), maxReasonLength),
  };
}

/**
 * Number of consecutive blocked calls, including the one of a request; undefined if there are too
 * few to be the reason why the client asks.
 */
export function consecutiveBlocks(
  streak: BlockedStreak | undefined,
  id: string,
): number | undefined {
  const count = (streak?.ids ?? []).filter((one) => one !== id).length + 1;
  return count >= minCallsToAsk ? count : undefined;
}

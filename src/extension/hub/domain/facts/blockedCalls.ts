import { commandIn } from '../../../../shared/agents/inputs';
import { summarizeRequest } from '../../../../shared/request/requestSummary';
import { firstOf } from '../words/clip';
import { compactInput } from '../words/tools';
import type { ToolResult } from './transcriptEntry';
import type { OpenTool } from './session';

/** A call that auto mode did not let run. */
export interface BlockedCall {
  readonly id: string;
  /** ms since 1970. */
  readonly at: number;
  readonly tool: string;
  /** The beginning of its input, as a card shows it. */
  readonly input: Readonly<Record<string, unknown>> | undefined;
  /** The whole command of a shell; undefined for other tools, and where it is very long. */
  readonly command?: string | undefined;
  /** Equal for calls of the same tool with the same input. */
  readonly key: string;
  /** Words of the check that blocked it; empty where nobody told them. */
  readonly reason: string;
  readonly agentType?: string | undefined;
  /** When the same call ran later, ms since 1970. */
  readonly ranAt?: number | undefined;
}

/** The blocked calls that one source told of. */
export interface BlockedCalls {
  /** Calls of the whole session. */
  readonly count: number;
  /** The newest of them, the last one at the end. */
  readonly last: readonly BlockedCall[];
}

export const noBlockedCalls: BlockedCalls = { count: 0, last: [] };

/** Blocked calls of a session that are kept. */
const keptCalls = 32;

/** Letters of a command, and of any other input, that are kept to compare by. */
const keptInput = 2_000;

const longestReason = 600;

/** A call with the reason for which it did not run. */
export interface Blocking {
  readonly id: string;
  readonly at: number;
  readonly tool: string;
  readonly input: unknown;
  readonly reason: string;
  readonly agentType?: string | undefined;
}

/** The calls after one more was blocked; a call that is known counts once. Pure. */
export function withBlocked(before: BlockedCalls, blocking: Blocking): BlockedCalls {
  const { id, at, tool, input, reason, agentType } = blocking;
  if (before.last.some((one) => one.id === id)) return before;
  const command = commandIn(input) || undefined;
  const call: BlockedCall = {
    id,
    at,
    tool,
    input: compactInput(input),
    ...(command !== undefined && command.length <= keptInput && { command }),
    key: callKey(tool, input),
    reason: firstOf(ownReason(reason), longestReason),
    ...(agentType !== undefined && { agentType }),
  };
  return { count: before.count + 1, last: [...before.last, call].slice(-keptCalls) };
}

/** The calls after one ran: it settles the blocked ones that are the same. Pure. */
export function withRun(
  before: BlockedCalls,
  tool: string,
  input: unknown,
  at: number,
): BlockedCalls {
  if (before.last.every(({ ranAt }) => ranAt !== undefined)) return before;
  const key = callKey(tool, input);
  const isSettled = (one: BlockedCall): boolean =>
    one.key === key && one.ranAt === undefined && one.at <= at;
  if (!before.last.some(isSettled)) return before;
  return {
    ...before,
    last: before.last.map((one) => (isSettled(one) ? { ...one, ranAt: at } : one)),
  };
}

/** Facts of a transcript that say what its results are about. */
interface ResultContext {
  readonly humanPromptAt?: number | undefined;
  readonly openTools: readonly OpenTool[];
}

/** The calls after some results of a transcript. A call without its line, of an earlier turn, is left out. */
export function blockedAfter(
  before: BlockedCalls,
  { humanPromptAt, openTools }: ResultContext,
  results: readonly ToolResult[],
  at: number,
): BlockedCalls {
  const isQuiet = results.every(({ blocked }) => blocked === undefined);
  if (isQuiet && openBlocked(before, humanPromptAt).length === 0) return before;
  let after = before;
  for (const { toolUseId: id, blocked, denied } of results) {
    const call = openTools.find((one) => one.id === id);
    if (call === undefined) continue;
    const { name: tool, input } = call;
    if (blocked !== undefined) {
      after = withBlocked(after, { id, at, tool, input, reason: blocked.reason });
    } else if (denied !== true) after = withRun(after, tool, input, at);
  }
  return after;
}

/** The calls since a person's last prompt that have not run since. */
export function openBlocked(
  { last }: BlockedCalls,
  humanPromptAt: number | undefined,
): readonly BlockedCall[] {
  return last.filter(({ at, ranAt }) => ranAt === undefined && at >= (humanPromptAt ?? 0));
}

/** The calls of several agents as one list: no call is in two of them. */
export function joinBlocked(lists: readonly BlockedCalls[]): BlockedCalls {
  const some = lists.filter(({ count }) => count > 0);
  const [one = noBlockedCalls] = some;
  if (some.length < 2) return one;
  return {
    count: some.reduce((sum, { count }) => sum + count, 0),
    last: some
      .flatMap(({ last }) => last)
      .toSorted((a, b) => a.at - b.at)
      .slice(-keptCalls),
  };
}

/** The calls by two sources as one list. Each may have missed some. */
export function mergeBlocked(one: BlockedCalls, other: BlockedCalls): BlockedCalls {
  if (other.count === 0) return one;
  if (one.count === 0) return other;
  const calls = new Map(other.last.map((call) => [call.id, call]));
  for (const call of one.last) {
    const told = calls.get(call.id);
    const ranAt = call.ranAt ?? told?.ranAt;
    const reason = call.reason === '' ? (told?.reason ?? '') : call.reason;
    calls.set(call.id, { ...call, reason, ...(ranAt !== undefined && { ranAt }) });
  }
  const all = [...calls.values()].toSorted((a, b) => a.at - b.at);
  const dropped = Math.max(one.count - one.last.length, other.count - other.last.length);
  return { count: all.length + dropped, last: all.slice(-keptCalls) };
}

/** Stands before the check's words about one call, from the third blocked one in a row on. */
const latestCall = 'Latest blocked action: ';

/** The count of blocked calls in a row that the check's words tell; undefined where they tell none. */
export function statedBlocks(reason: string): number | undefined {
  const [, count] = /^(\d{1,4}) consecutive actions were blocked/u.exec(reason) ?? [];
  return count === undefined ? undefined : Number(count);
}

/** The check's words about one call. */
function ownReason(reason: string): string {
  const start = reason.lastIndexOf(latestCall);
  return (start < 0 ? reason : reason.slice(start + latestCall.length)).trim();
}

/** A shell's call is its command: agents word the description anew each time. */
function callKey(tool: string, input: unknown): string {
  const text = (commandIn(input) || undefined) ?? JSON.stringify(input) ?? '';
  return `${tool} ${text.length} ${firstOf(text, keptInput)}`;
}

/** The subject of a call in one line: its command, path or address, else its tool. */
export function subjectOf({ tool, input }: Pick<BlockedCall, 'tool' | 'input'>): string {
  const text = summarizeRequest(tool, input)?.text ?? '';
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  return line.trim() === '' ? tool : firstOf(line.trim(), 120);
}

/** Calls that auto mode blocked one after the other, as the client counts them over turns. */
export interface BlockedRow {
  readonly ids: readonly string[];
  /** Words of the check about the last call. */
  readonly reason: string;
}

/** From the third call in a row on, the client asks a person. Measured on client 2.1.332. */
const askedFrom = 3;

/** The row after one more call of it. */
export function rowWith(row: BlockedRow | undefined, id: string, reason: string): BlockedRow {
  const ids = (row?.ids ?? []).filter((one) => one !== id);
  return { ids: [...ids, id].slice(-keptCalls), reason: firstOf(ownReason(reason), longestReason) };
}

/** The count of a row with a request's call; undefined where the client does not ask for that. */
export function consecutiveBlocks(row: BlockedRow | undefined, id: string): number | undefined {
  const count = (row?.ids ?? []).filter((one) => one !== id).length + 1;
  return count >= askedFrom ? count : undefined;
}

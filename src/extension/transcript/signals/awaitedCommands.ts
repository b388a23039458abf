import { commandIn, shellIdIn, textFileIn } from '../../../shared/agents/inputs';
import type { ToolKind } from '../../../shared/agents/tool';
import { isPosixShell, toolKind } from '../../../shared/agents/tools';
import type { ToolUse } from '../../hub/domain/facts/transcriptEntry';
import { detachedCopy } from '../../../shared/text/truncate';
import { mayAct } from './git/gitActs';
import type { CallPlace } from './git/sweeps/sweepSignals';
import { maySweep } from './git/sweeps/sweepsIn';
import { mayHaveOutcome } from './outcomes/lastOutcome';

/** A call whose result is pending. */
export interface AwaitedCall {
  readonly id: string;
  readonly turn: number;
  /** The command; absent for a call that reads the output of a background shell. */
  readonly command?: string | undefined;
  /** Stored only if a signal of the command needs it. */
  readonly place?: CallPlace;
  /** Id of the background shell that the call reads. */
  readonly reads?: string | undefined;
}

/** A command that runs in the background, or ended there in this turn. */
export interface BackgroundShell {
  readonly id: string;
  readonly command: string;
  readonly place?: CallPlace | undefined;
  /** Undefined while it runs. */
  readonly ended?: { readonly at: number; readonly turn: number; readonly succeeded: boolean };
}

/** Commands whose outcome is pending. Plain data, so that it can be cached. */
export interface AwaitedCommands {
  readonly calls: readonly AwaitedCall[];
  readonly shells: readonly BackgroundShell[];
}

export const nothingAwaited: AwaitedCommands = { calls: [], shells: [] };

/** Limit for each list; an agent seldom waits for more than a few. */
const maxEntries = 16;

/** Longest part of a command that is analysed, in characters. */
const maxCommandLength = 8_192;

/** Kinds of tools that return the output of a background shell. */
const outputReaders: ReadonlySet<ToolKind> = new Set(['read', 'shellOutput']);

/** True if the outcome of a command may produce a signal. */
function isWatched(command: string): boolean {
  return mayAct(command) || maySweep(command) || mayHaveOutcome(command);
}

/** Adds the calls whose results may produce a signal. */
export function withCalls(
  before: AwaitedCommands,
  uses: readonly ToolUse[],
  turn: number,
  place: CallPlace,
): AwaitedCommands {
  const calls = uses.flatMap((use) => callOf(use, turn, before.shells, place));
  if (calls.length === 0) return before;
  // An open call of an earlier turn was abandoned.
  const open = before.calls.filter((one) => one.turn === turn);
  return { ...before, calls: [...open, ...calls].slice(-maxEntries) };
}

function callOf(
  { id, name, input }: ToolUse,
  turn: number,
  shells: readonly BackgroundShell[],
  place: CallPlace,
): readonly AwaitedCall[] {
  if (isPosixShell(name)) {
    const text = commandIn(input)?.slice(0, maxCommandLength);
    if (text === undefined || !isWatched(text)) return [];
    return [{ id, turn, command: detachedCopy(text), ...(maySweep(text) && { place }) }];
  }
  if (shells.length === 0 || !outputReaders.has(toolKind(name))) return [];
  const shell = shells.find((one) => isReadBy(one, input));
  return shell === undefined ? [] : [{ id, turn, reads: shell.id }];
}

function isReadBy({ id }: BackgroundShell, input: unknown): boolean {
  return shellIdIn(input) === id || isOutputOf(id, textFileIn(input) ?? '');
}

/** The client writes the output of a background shell to `<id>.output`. */
function isOutputOf(shell: string, file: string): boolean {
  return file.endsWith(`/${shell}.output`) || file.endsWith(`\\${shell}.output`);
}

export function withoutCall(before: AwaitedCommands, call: AwaitedCall): AwaitedCommands {
  return { ...before, calls: before.calls.filter((one) => one !== call) };
}

/** Adds or updates a background shell. Drops those that ended in earlier turns. */
export function withShell(
  before: AwaitedCommands,
  shell: BackgroundShell,
  turn: number,
): AwaitedCommands {
  const others = before.shells.filter(
    ({ id, ended }) => id !== shell.id && (ended === undefined || ended.turn === turn),
  );
  return { ...before, shells: [...others, shell].slice(-maxEntries) };
}

export function withoutShell(before: AwaitedCommands, shell: BackgroundShell): AwaitedCommands {
  return { ...before, shells: before.shells.filter((one) => one !== shell) };
}

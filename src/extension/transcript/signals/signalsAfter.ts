import { addSignal, type SignalFact, type UntimedSignal } from '../../hub/domain/facts/signals';
import { detachedCopy } from '../../../shared/text/truncate';
import type { ParsedEntry } from '../../agents/transcripts/entry';
import {
  withCalls,
  withoutCall,
  withoutShell,
  withShell,
  type AwaitedCall,
  type AwaitedCommands,
  type BackgroundShell,
} from './awaitedCommands';
import { gitSignals } from './git/gitSignals';
import { sweepSignals } from './git/sweeps/sweepSignals';
import { mayHaveOutcome, findLastOutcome } from './outcomes/lastOutcome';
import type { ShellEnd, ShellResult } from './shellResult';
import { commandSteps } from './commandSteps';

/** The signals of a transcript, and the commands whose outcome is pending. */
export interface SignalReading {
  readonly signals: readonly SignalFact[];
  readonly awaited: AwaitedCommands;
}

/**
 * The signals after one more entry; the same object if it changes nothing. `turn` is the number of
 * human prompts so far, `cwd` the agent's folder for entries that name none. Entries without a time
 * are ignored, as a signal needs one. Pure.
 */
export function signalsAfter(
  before: SignalReading,
  { line, at, shellResults, shellEnd }: ParsedEntry,
  turn: number,
  cwd?: string,
): SignalReading {
  switch (line.kind) {
    case 'assistant': {
      if (line.toolUses.length === 0) return before;
      const awaited = withCalls(before.awaited, line.toolUses, turn, { cwd: line.cwd ?? cwd, at });
      return awaited === before.awaited ? before : { ...before, awaited };
    }
    case 'toolResults': {
      const ids = new Set(line.results.map(({ toolUseId }) => toolUseId));
      const calls = before.awaited.calls.filter(({ id }) => ids.has(id));
      if (calls.length === 0) return before;
      const results = at === undefined ? [] : (shellResults?.() ?? []);
      let reading = before;
      for (const call of calls) reading = afterCall(reading, call, results, { at: at ?? 0, turn });
      return reading;
    }
    case 'prompt':
      return before.awaited.shells.length === 0 || line.human || at === undefined
        ? before
        : afterShell(before, shellEnd?.(), { at, turn });
    case 'other': {
      const { signal } = line;
      if (at === undefined) return before;
      if (signal !== undefined) return addSignals(before, [signal], { at, turn });
      return before.awaited.shells.length === 0
        ? before
        : afterShell(before, shellEnd?.(), { at, turn });
    }
    default:
      return before;
  }
}

interface Moment {
  readonly at: number;
  readonly turn: number;
}

function afterCall(
  before: SignalReading,
  call: AwaitedCall,
  results: readonly ShellResult[],
  moment: Moment,
): SignalReading {
  const remaining = { ...before, awaited: withoutCall(before.awaited, call) };
  const result = results.find(({ toolUseId }) => toolUseId === call.id);
  if (result === undefined) return remaining;
  const { command, reads, place } = call;
  if (command === undefined) {
    const shell = remaining.awaited.shells.find(({ id }) => id === reads);
    return shell === undefined ? remaining : afterReading(remaining, shell, result, moment);
  }
  const { background } = result;
  if (background === undefined)
    return addSignals(remaining, signalsOfCommand({ command, place }, result), moment);
  const awaited = withShell(
    remaining.awaited,
    { id: background, command, ...(place && { place }) },
    moment.turn,
  );
  return { ...remaining, awaited };
}

/** Records the end of a background shell, whose output is not known at that time. */
function afterShell(
  before: SignalReading,
  end: ShellEnd | undefined,
  moment: Moment,
): SignalReading {
  if (end === undefined) return before;
  const { id, succeeded } = end;
  const shell = before.awaited.shells.find((one) => one.id === id);
  if (shell === undefined || shell.ended !== undefined) return before;
  if (succeeded === undefined) return { ...before, awaited: withoutShell(before.awaited, shell) };
  const ended = { ...shell, ended: { ...moment, succeeded } };
  const after = { ...before, awaited: withShell(before.awaited, ended, moment.turn) };
  return addSignals(after, signalsOfCommand(shell, { output: '', succeeded, acts: [] }), moment);
}

/**
 * Records that the agent read the output of a background shell, which adds counts to its outcome.
 * The shell's git acts were recorded when it ended.
 */
function afterReading(
  before: SignalReading,
  shell: BackgroundShell,
  { output, exitCode, read = output }: ShellResult,
  moment: Moment,
): SignalReading {
  const { ended = exitCode === undefined ? undefined : { ...moment, succeeded: exitCode === 0 } } =
    shell;
  if (ended === undefined) return before;
  const found = outcomeSignals(shell.command, read, ended.succeeded);
  return addSignals(before, found, ended);
}

function signalsOfCommand(
  { command, place = {} }: Pick<BackgroundShell, 'command' | 'place'>,
  result: Pick<ShellResult, 'output' | 'succeeded' | 'acts'>,
): readonly UntimedSignal[] {
  return [
    ...gitSignals(command, result),
    ...sweepSignals(command, result, place),
    ...outcomeSignals(command, result.output, result.succeeded),
  ];
}

function outcomeSignals(
  command: string,
  output: string,
  succeeded: boolean,
): readonly UntimedSignal[] {
  if (!mayHaveOutcome(command)) return [];
  const isSuccessUnclear = commandSteps(command).some(
    ({ words, isRequired }) => !isRequired && mayHaveOutcome(words.join(' ')),
  );
  const found = findLastOutcome({
    command,
    output,
    succeeded: succeeded && isSuccessUnclear ? undefined : succeeded,
  });
  return found === undefined ? [] : [found];
}

function addSignals(
  before: SignalReading,
  found: readonly UntimedSignal[],
  moment: Moment,
): SignalReading {
  if (found.length === 0) return before;
  const { at, turn } = moment;
  const signals = found.reduce(
    // Names are slices of a command's output, so they are copied to release it.
    (known, { kind, ok, data }) =>
      addSignal(known, { kind, ok, data: detachedCopy(data), at, turn }),
    before.signals,
  );
  return { ...before, signals };
}

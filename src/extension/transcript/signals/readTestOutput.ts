import { commandIn } from '../../../shared/agents/inputs';
import type { Entry } from '../../agents/transcripts/entry';
import type { TranscriptFormat } from '../../agents/transcripts/format';
import { latestEntries } from '../lines/latestEntries';
import { mayHaveOutcome } from './outcomes/lastOutcome';
import { plainLines } from './outcomes/plainLines';
import type { ShellResult } from './shellResult';

/**
 * Returns the end of the output of a test run, without colours. The run is identified by the time at
 * which its result was written, in ms since 1970. Undefined if the transcript's end does not have
 * exactly one such result of a command that ran in the foreground.
 */
export async function readTestOutput(
  format: Pick<TranscriptFormat, 'entries'>,
  transcript: string,
  at: number,
): Promise<string | undefined> {
  const results: ShellResult[] = [];
  const runs: ShellResult[] = [];
  // All of the end is read: entries of parallel calls are not in the order of their times.
  for (const entry of await latestEntries(format, transcript)) {
    // Old clients wrote the entries of subagents into the session's transcript.
    if (entry.isSidechain) continue;
    if (entry.at === at) results.push(...(entry.shellResults?.() ?? []).filter(isForeground));
    if (results.length === 0) continue;
    const ids = testCallsIn(entry.line);
    runs.push(...results.filter(({ toolUseId }) => ids.has(toolUseId)));
  }
  const [run, ...others] = runs;
  if (run === undefined || others.length > 0) return undefined;
  const text = plainLines(run.output).join('\n').trim();
  return text === '' ? undefined : text;
}

function isForeground({ background }: ShellResult): boolean {
  return background === undefined;
}

/** Returns the ids of a message's calls whose commands may run tests. */
function testCallsIn(entry: Entry): ReadonlySet<string> {
  const calls = entry.kind === 'assistant' ? entry.toolUses : [];
  const ids = calls.flatMap(({ id, input }) => {
    const command = commandIn(input);
    return command !== undefined && mayHaveOutcome(command) ? id : [];
  });
  return new Set(ids);
}

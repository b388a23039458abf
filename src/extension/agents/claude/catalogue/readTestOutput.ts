import { plainLines } from '../../../transcript/signals/outcomes/plainLines';
import { mayHaveOutcome } from '../../../transcript/signals/outcomes/lastOutcome';
import type { ShellResult } from '../../../transcript/signals/shellResult';
import { shellResults } from '../entry/shellResults';
import {
  asObject,
  listIn,
  objectIn,
  textIn,
  writtenTime,
  type JsonObject,
} from '../../../util/json';
import { readLatestRecords } from './readLatestRecords';

/**
 * Returns the end of the output of a test run, without colours. The run is identified by the time at
 * which its result was written, in ms since 1970. Undefined if the transcript's end does not have
 * exactly one such result of a command that ran in the foreground.
 */
export async function readTestOutput(transcript: string, at: number): Promise<string | undefined> {
  const results: ShellResult[] = [];
  const runs: ShellResult[] = [];
  // All of the end is read: records of parallel calls are not in the order of their times.
  for await (const record of readLatestRecords(transcript)) {
    // Old clients wrote the records of subagents into the session's transcript.
    if (record['isSidechain'] === true) continue;
    if (writtenTime(record['timestamp']) === at)
      results.push(...shellResults(record).filter(isForeground));
    if (results.length === 0) continue;
    const ids = testCallsIn(record);
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
function testCallsIn(record: JsonObject): ReadonlySet<string> {
  const blocks = listIn(objectIn(record, 'message'), 'content').map(asObject);
  const ids = blocks.flatMap((block) => {
    if (block?.['type'] !== 'tool_use') return [];
    const command = textIn(objectIn(block, 'input'), 'command');
    return command !== undefined && mayHaveOutcome(command) ? (textIn(block, 'id') ?? []) : [];
  });
  return new Set(ids);
}

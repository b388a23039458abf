import { latestRecords } from './latestRecords';
import { writtenTime } from '../entry/json';
import { plainLines } from '../../../transcript/signals/outcomes/plainLines';
import { shellResults } from '../../../transcript/signals/shellResult';

/**
 * Returns the end of what the command printed whose result was written at `at`, ms since 1970, without
 * colours; undefined if it is not near the end of the transcript. A result has no output if its command
 * ran in the background.
 */
export async function outputAt(transcript: string, at: number): Promise<string | undefined> {
  for await (const record of latestRecords(transcript)) {
    const time = writtenTime(record['timestamp']);
    if (time === undefined || time > at) continue;
    if (time < at) return undefined;
    const output = shellResults(record).at(-1)?.output;
    const text = output === undefined ? '' : plainLines(output).join('\n').trim();
    if (text !== '') return text;
  }
  return undefined;
}

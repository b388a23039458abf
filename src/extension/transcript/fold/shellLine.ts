import { asObject, parseObject, textIn } from '../entry/json';
import type { ParsedEntry } from '../entry/transcriptEntry';
import { readOutput } from '../signals/shellResult';
import { timeIn, timeStart, type RawLine } from './rawLine';

/** Shorter lines are parsed as a whole, in bytes. */
const shortBytes = 8 * 1024;

/** Bytes of an output's end that hold as many characters as are read, but for one with few letters. */
const endBytes = 6 * 1024;

const resultStart = '"toolUseResult":{"stdout":"';
const outputEnd = '","stderr":"';

/**
 * The result of a shell's command without most of its output, which stands in the line twice; undefined
 * where the line is short, of another shape, or tells of an error.
 */
export function shellLine(
  { bytes, start, end }: RawLine,
  toolUseId: string,
): ParsedEntry | undefined {
  if (end - start < shortBytes) return undefined;
  const line = bytes.subarray(start, end);
  const from = line.indexOf(resultStart);
  const output = from + resultStart.length;
  const to = from < 0 ? -1 : line.indexOf(outputEnd, output);
  const time = from < 0 ? -1 : line.lastIndexOf(timeStart, from);
  // Without any output it is the text for the agent that counts.
  if (to <= output || time < 0 || line.includes('"is_error":true')) return undefined;
  const cut = Math.max(output, to - endBytes);
  const source = parseObject(
    `{${resultStart}${letters(line, cut, to, output)}${text(line, to, line.length)}`,
  );
  const stdout = textIn(asObject(source?.['toolUseResult']), 'stdout') ?? '';
  if (source === undefined || (cut > output && stdout.length < readOutput)) return undefined;
  const results = [{ toolUseId, isError: false, rejected: false }];
  return {
    line: { kind: 'toolResults', results },
    at: timeIn(line, time),
    usage: undefined,
    isSidechain: false,
    source: { ...source, message: { content: [{ type: 'tool_result', tool_use_id: toolUseId }] } },
  };
}

/** The end of a text that may begin within a character or an escape: it begins behind the next space or line. */
function letters(line: Buffer, cut: number, to: number, output: number): string {
  if (cut === output) return text(line, output, to);
  const space = line.indexOf(' ', cut);
  return space < 0 || space >= to ? '' : text(line, space, to);
}

function text(line: Buffer, from: number, to: number): string {
  return line.toString('utf8', from, to);
}

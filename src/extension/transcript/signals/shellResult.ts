import {
  asObject,
  listIn,
  objectIn,
  textIn,
  type JsonObject,
} from '../../agents/claude/entry/json';
import { contentOf, contentText } from '../../agents/claude/entry/content';

/** A result of a shell's command, read from its line. */
export interface ShellResult {
  readonly toolUseId: string;
  /** The end of what was printed. */
  readonly output: string;
  /** False where it ended with another exit code than 0. */
  readonly succeeded: boolean;
  /** The client's copy of the result; undefined of a failed command, which it keeps as a text. */
  readonly details: JsonObject | undefined;
}

/** Characters of what a command printed that are read, from its end. */
export const readOutput = 4_096;

/**
 * How the client begins the result of a command that failed. Measured on client 2.1.329: the
 * structured copy is then the same text behind `Error: `, with none of its fields, and of more
 * than 10,000 characters the middle is left out.
 */
const failed = /^(?:Error: )?Exit code \d+(?:\n|$)/u;

/** The results of a line that tell how commands ended: not of those that were refused or stopped. */
export function shellResults(line: JsonObject | undefined): readonly ShellResult[] {
  if (line === undefined || line['toolDenialKind'] !== undefined) return [];
  const blocks = listIn(objectIn(line, 'message'), 'content')
    .map(asObject)
    .filter((block) => block?.['type'] === 'tool_result');
  // The copy is of one result: in a line of several nobody can tell of which.
  const kept = blocks.length === 1 ? line['toolUseResult'] : undefined;
  return blocks.flatMap((block) => {
    const toolUseId = textIn(block, 'tool_use_id');
    return toolUseId === undefined ? [] : resultOf(toolUseId, block, kept);
  });
}

function resultOf(
  toolUseId: string,
  block: JsonObject | undefined,
  kept: unknown,
): readonly ShellResult[] {
  const content = contentText(contentOf(block?.['content'])) ?? '';
  const details = asObject(kept);
  if (details?.['interrupted'] === true) return [];
  if (block?.['is_error'] === true) {
    const text = typeof kept === 'string' ? kept : content;
    const start = failed.exec(text);
    if (start === null) return [];
    const output = outputEnd(text.slice(start[0].length));
    return [{ toolUseId, output, succeeded: false, details }];
  }
  const [stdout, stderr] = [textIn(details, 'stdout'), textIn(details, 'stderr')];
  const printed = stdout === undefined && stderr === undefined ? content : (stdout ?? '');
  const output = outputEnd(
    stderr === undefined ? printed : `${outputEnd(printed)}\n${outputEnd(stderr)}`,
  );
  return [{ toolUseId, output, succeeded: true, details }];
}

export function outputEnd(text: string): string {
  return text.slice(-readOutput);
}

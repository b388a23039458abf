import { asObject, listIn, objectIn, textIn, type JsonObject } from '../../util/json';
import { contentOf, contentText } from '../../agents/claude/entry/content';

/** The result of a shell command in a transcript line. */
export interface ShellResult {
  readonly toolUseId: string;
  /** The end of the output. */
  readonly output: string;
  /** False if the exit code is not 0. */
  readonly succeeded: boolean;
  /** The client's structured record of the result; undefined for a failed command, which has only text. */
  readonly details: JsonObject | undefined;
}

/** Number of characters that are read from the end of an output. */
export const readOutput = 4_096;

/**
 * Start of the result of a failed command. Measured on client 2.1.329: the structured record is
 * then only the same text after `Error: `, and of more than 10,000 characters the middle is left
 * out.
 */
const failed = /^(?:Error: )?Exit code \d+(?:\n|$)/u;

/** The results in a line that show how commands ended, without refused and stopped ones. */
export function shellResults(line: JsonObject | undefined): readonly ShellResult[] {
  if (line === undefined || line['toolDenialKind'] !== undefined) return [];
  const blocks = listIn(objectIn(line, 'message'), 'content')
    .map(asObject)
    .filter((block) => block?.['type'] === 'tool_result');
  // The record belongs to a single result; in a line with several it is unknown to which.
  const record = blocks.length === 1 ? line['toolUseResult'] : undefined;
  return blocks.flatMap((block) => {
    const toolUseId = textIn(block, 'tool_use_id');
    return toolUseId === undefined ? [] : resultOf(toolUseId, block, record);
  });
}

function resultOf(
  toolUseId: string,
  block: JsonObject | undefined,
  record: unknown,
): readonly ShellResult[] {
  const content = contentText(contentOf(block?.['content'])) ?? '';
  const details = asObject(record);
  if (details?.['interrupted'] === true) return [];
  if (block?.['is_error'] === true) {
    const text = typeof record === 'string' ? record : content;
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

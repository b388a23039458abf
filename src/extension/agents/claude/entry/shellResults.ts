import {
  outputEnd,
  type ShellEnd,
  type ShellResult,
} from '../../../transcript/signals/shellResult';
import {
  asObject,
  idIn,
  listIn,
  numberIn,
  objectIn,
  textIn,
  type JsonObject,
} from '../../../util/json';
import { isTaskNotification } from '../texts/promptMarks';
import { contentOf, contentText } from './content';
import { reportedActs } from './gitOperation';

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
    return [{ toolUseId, output, succeeded: false, ...detailsIn(details) }];
  }
  const [stdout, stderr] = [textIn(details, 'stdout'), textIn(details, 'stderr')];
  const printed = stdout === undefined && stderr === undefined ? content : (stdout ?? '');
  const output = outputEnd(
    stderr === undefined ? printed : `${outputEnd(printed)}\n${outputEnd(stderr)}`,
  );
  return [{ toolUseId, output, succeeded: true, ...detailsIn(details) }];
}

/** Reads the client's structured record of a result; that of a failed command is only text. */
function detailsIn(
  details: JsonObject | undefined,
): Omit<ShellResult, 'toolUseId' | 'output' | 'succeeded'> {
  const task = objectIn(details, 'task');
  const read = textIn(objectIn(details, 'file'), 'content') ?? textIn(task, 'output');
  return {
    background: idIn(details, 'backgroundTaskId'),
    exitCode: numberIn(task, 'exitCode') ?? numberIn(details, 'exitCode'),
    read: read && outputEnd(read),
    acts: reportedActs(objectIn(details, 'gitOperation')),
  };
}

/**
 * Reads the client's prompt that a background shell ended. Measured on client 2.1.329: status
 * `completed` or `failed` (`killed` by a person), with the exit code in the summary and without any
 * output.
 */
export function shellEnd(text: string): ShellEnd | undefined {
  if (!isTaskNotification(text)) return undefined;
  const id = /<task-id>([^<]+)<\/task-id>/u.exec(text)?.[1];
  const status = /<status>([^<]+)<\/status>/u.exec(text)?.[1];
  if (id === undefined) return undefined;
  const isKnown = status === 'completed' || status === 'failed';
  return { id, succeeded: isKnown ? status === 'completed' : undefined };
}

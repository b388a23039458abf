import type { EditSurroundings } from '../../../shared/protocol/control';
import { editCall } from '../../util/files/editCall';
import { isLocalPath } from '../../util/files/localPath';
import { readOrdinaryFile } from '../../util/files/readOrdinary';
import type { NewCall } from './waitingCall';

/** Largest file that is read, in bytes: a request must cost the hub little. */
const maxBytes = 1024 * 1024;
/** Lines above and below the replaced text. */
const linesAround = 3;
/** Most characters on either side: they travel with every update of the card. */
const maxLength = 1_200;

/**
 * Lines around the text that a call replaces, from its file. The path is an agent's claim: links, devices,
 * large and binary files, and files of other machines are not read.
 */
export async function readSurroundings(
  call: Pick<NewCall, 'toolName' | 'toolInput' | 'cwd' | 'project'>,
): Promise<EditSurroundings | undefined> {
  const edit = editCall(call.toolName, call.toolInput, call.cwd ?? call.project);
  if (edit === undefined || !('replacements' in edit.change)) return undefined;
  const [replacement, another] = edit.change.replacements;
  if (replacement === undefined || another !== undefined || !isLocalPath(edit.file))
    return undefined;
  try {
    const read = await readOrdinaryFile(edit.file, maxBytes, false);
    if (read === undefined || read.bytes.includes(0)) return undefined;
    return surroundingsIn(read.bytes.toString('utf8'), replacement.old);
  } catch {
    return undefined;
  }
}

/** Lines around the one place of a text in a file; undefined where there is none, or more than one. */
export function surroundingsIn(content: string, wanted: string): EditSurroundings | undefined {
  // The client reads a file of CRLF lines as if they ended with LF.
  const text = content.includes('\r\n') ? content.replaceAll('\r\n', '\n') : content;
  const from = wanted === '' ? -1 : text.indexOf(wanted);
  if (from === -1 || text.includes(wanted, from + 1)) return undefined;
  const above = text.slice(0, from).split('\n');
  const below = text.slice(from + wanted.length).split('\n');
  // The line break at the end of a file begins no line.
  if (below.length > 1 && below.at(-1) === '') below.pop();
  const before = fitting(above.slice(-linesAround - 1).toReversed()).toReversed();
  const after = fitting(below.slice(0, linesAround + 1));
  if (before.length === 0 || after.length === 0) return undefined;
  return {
    line: above.length - before.length + 1,
    before: before.join('\n'),
    after: after.join('\n'),
  };
}

/** The first of these lines, as many as fit. */
function fitting(lines: readonly string[]): string[] {
  let left = maxLength;
  const end = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return lines.slice(0, end === -1 ? lines.length : end);
}

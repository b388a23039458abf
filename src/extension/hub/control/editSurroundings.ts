import type { EditSurroundings } from '../../../shared/protocol/control';
import { editCall } from '../../util/files/editCall';
import { isLocalPath } from '../../util/files/localPath';
import { readOrdinaryFile } from '../../util/files/readOrdinary';
import type { NewCall } from './waitingCall';

/** Size of the largest file to read, in bytes, because a request must be cheap for the hub. */
const maxBytes = 1024 * 1024;
/** Number of lines above and below the replaced text. */
const linesAround = 3;
/** Longest text on either side, in characters: it is part of every update of the card. */
const maxLength = 1_200;

/**
 * Lines around the text that a call replaces, read from its file. The agent chose the path, so
 * links, devices, large and binary files, and files of other machines are not read.
 */
export async function readSurroundings(
  call: Pick<NewCall, 'toolName' | 'toolInput' | 'cwd' | 'project'>,
): Promise<EditSurroundings | undefined> {
  const edit = editCall(call.toolName, call.toolInput, call.cwd ?? call.project);
  if (edit === undefined || !('replacements' in edit.change)) return undefined;
  const [replacement, second] = edit.change.replacements;
  if (replacement === undefined || second !== undefined || !isLocalPath(edit.file))
    return undefined;
  try {
    const read = await readOrdinaryFile(edit.file, maxBytes, false);
    if (read === undefined || read.bytes.includes(0)) return undefined;
    return findSurroundings(read.bytes.toString('utf8'), replacement.old);
  } catch {
    return undefined;
  }
}

/** Lines around the single occurrence of a text; undefined if it occurs never or more than once. */
export function findSurroundings(content: string, wanted: string): EditSurroundings | undefined {
  // Matches the client, which normalises CRLF to LF.
  const text = content.includes('\r\n') ? content.replaceAll('\r\n', '\n') : content;
  const from = wanted === '' ? -1 : text.indexOf(wanted);
  if (from === -1 || text.includes(wanted, from + 1)) return undefined;
  const above = text.slice(0, from).split('\n');
  const below = text.slice(from + wanted.length).split('\n');
  // The line feed at the end of a file does not start another line.
  if (below.length > 1 && below.at(-1) === '') below.pop();
  const before = linesThatFit(above.slice(-linesAround - 1).toReversed()).toReversed();
  const after = linesThatFit(below.slice(0, linesAround + 1));
  if (before.length === 0 || after.length === 0) return undefined;
  return {
    line: above.length - before.length + 1,
    before: before.join('\n'),
    after: after.join('\n'),
  };
}

/** Returns the first lines, up to `maxLength` characters in total. */
function linesThatFit(lines: readonly string[]): string[] {
  let remaining = maxLength;
  const end = lines.findIndex((line) => (remaining -= line.length + 1) < 0);
  return lines.slice(0, end === -1 ? lines.length : end);
}

import {
  idIn,
  objectIn,
  parseObject,
  pathIn,
  textIn,
  writtenTime,
  type JsonObject,
} from '../../../util/json';

/** A copy of a file that the client made before it changed the file, or at a prompt. */
export interface FileBackup {
  /** The message for which the copy was made; the last of several for one message and file is valid. */
  readonly messageId: string;
  /** Time of the copy, in ms since 1970. */
  readonly at: number;
  /** As the client wrote it: absolute, or relative to the folder in which the session started. */
  readonly path: string;
  /** Real folder of the file, if the client reports it. */
  readonly folder: string | undefined;
  /** Name of the copy; undefined if the file did not exist. */
  readonly copy: string | undefined;
}

/** Start of the lines that list copies. */
export const backupLineStart = '{"type":"file-history-';

/** The copies that a `file-history-snapshot` or `file-history-delta` lists. */
export function fileBackupsIn(text: string): readonly FileBackup[] {
  const line = parseObject(text);
  const messageId = idIn(line, 'messageId');
  if (messageId === undefined) return [];
  if (textIn(line, 'type') === 'file-history-delta') {
    const path = pathIn(line, 'trackingPath');
    return backupOf(messageId, textIn(line, 'timestamp'), path, objectIn(line, 'backup'));
  }
  const snapshot = objectIn(line, 'snapshot');
  const at = textIn(snapshot, 'timestamp');
  const files = objectIn(snapshot, 'trackedFileBackups') ?? {};
  return Object.keys(files).flatMap((path) => backupOf(messageId, at, path, objectIn(files, path)));
}

function backupOf(
  messageId: string,
  time: string | undefined,
  path: string | undefined,
  backup: JsonObject | undefined,
): readonly FileBackup[] {
  const at = writtenTime(time);
  if (at === undefined || path === undefined || backup === undefined) return [];
  const copy = textIn(backup, 'backupFileName');
  if (copy === undefined && backup['backupFileName'] !== null) return [];
  return [{ messageId, at, path, folder: pathIn(backup, 'realParentDir'), copy }];
}

import { idIn, objectIn, parseObject, pathIn, textIn, writtenTime, type JsonObject } from './json';

/** A copy that the client made of a file before it changed it, or at a prompt. */
export interface FileBackup {
  /** The message for which it was made; of several for one message and file, the last counts. */
  readonly messageId: string;
  /** When, in ms since 1970. */
  readonly at: number;
  /** As the client called it, or relative to the folder in which the session began. */
  readonly path: string;
  /** Real folder of the file, where the client tells it. */
  readonly folder: string | undefined;
  /** Name of the copy; undefined where there was no such file. */
  readonly copy: string | undefined;
}

/** The lines that tell of copies begin so. */
export const backupLineStart = '{"type":"file-history-';

/** The copies of which a `file-history-snapshot` or `file-history-delta` tells. */
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

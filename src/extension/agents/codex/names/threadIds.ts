/** The form of an id in the names of files. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const uuidLength = 36;

/** Returns the id of the thread in the name of a transcript; undefined for any other file. */
export function threadIdOf(fileName: string): string | undefined {
  return idBetween(/^rollout-[\dT-]{19,40}-$/u, fileName, '.jsonl');
}

/** Returns the id of the thread in the name of a lock; undefined for any other file. */
export function lockedThread(fileName: string): string | undefined {
  return idBetween(/^$/u, fileName, '.lock');
}

/** True for the path of a transcript, on any system. */
export function isRolloutPath(path: string): boolean {
  return threadIdOf(path.split(/[\\/]/u).at(-1) ?? '') !== undefined;
}

/** True for an id as the program makes them, which begins with its time. Claude Code's are of version 4. */
export function isThreadId(id: string | undefined): boolean {
  return id !== undefined && uuid.test(id) && id.charAt(14) === '7';
}

function idBetween(start: RegExp, name: string, end: string): string | undefined {
  const at = name.length - end.length - uuidLength;
  const id = name.slice(at, at + uuidLength);
  return name.endsWith(end) && start.test(name.slice(0, at)) && uuid.test(id) ? id : undefined;
}

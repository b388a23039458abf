const rolloutName = /^rollout-[\dT-]{19,40}-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/u;

/** A UUID of version 7, which begins with its time, as the program makes all of its ids. */
const timedId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;

/** Returns the id of the thread in the name of a transcript; undefined for any other file. */
export function threadIdOf(fileName: string): string | undefined {
  return rolloutName.exec(fileName)?.[1];
}

/** True for the path of a transcript, on any system. */
export function isRolloutPath(path: string): boolean {
  return threadIdOf(path.split(/[\\/]/u).at(-1) ?? '') !== undefined;
}

/** True for an id as the program makes them. Claude Code's are of version 4. */
export function isThreadId(id: string | undefined): boolean {
  return id !== undefined && timedId.test(id);
}

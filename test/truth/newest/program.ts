import * as fs from 'node:fs/promises';

/** Lists that a client's program holds as they are, each found by its first word. */
const firstWords = { hookEvents: 'PreToolUse', notifications: 'permission_prompt' } as const;

export type ProgramLists = Record<keyof typeof firstWords, readonly string[]>;

/** No list is longer, in bytes. */
const longestList = 4_000;

/** The names that the program of a client itself lists; a list that is not found is empty. */
export async function programLists(executable: string): Promise<ProgramLists> {
  const program = await fs.readFile(executable);
  return {
    hookEvents: longestListIn(program, firstWords.hookEvents),
    notifications: longestListIn(program, firstWords.notifications),
  };
}

/** Shorter lists with the same first word name a part of the names. */
function longestListIn(program: Buffer, first: string): readonly string[] {
  const start = `["${first}"`;
  let longest: readonly string[] = [];
  for (let at = program.indexOf(start); at >= 0; at = program.indexOf(start, at + 1)) {
    const text = program.toString('latin1', at, at + longestList);
    const [list] = /^\["\w+"(?:,"\w+")*\]/.exec(text) ?? [];
    const words = list === undefined ? [] : (JSON.parse(list) as readonly string[]);
    if (words.length > longest.length) longest = words;
  }
  return longest;
}

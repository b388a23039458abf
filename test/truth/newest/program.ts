import * as fs from 'node:fs/promises';

/** First words of the lists of names in a client's program, by which the lists are found. */
const firstWords = { hookEvents: 'PreToolUse', notifications: 'permission_prompt' } as const;

export type ProgramLists = Record<keyof typeof firstWords, readonly string[]>;

/** Maximum length of a list, in bytes. */
const longestList = 4_000;

/** Reads the lists of names in a client's program; a list that is not found is empty. */
export async function programLists(executable: string): Promise<ProgramLists> {
  const program = await fs.readFile(executable);
  return {
    hookEvents: longestListIn(program, firstWords.hookEvents),
    notifications: longestListIn(program, firstWords.notifications),
  };
}

/** The longest list with the first word; shorter ones contain only some of the names. */
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

import type { Tool } from '../tool';

/** The tools of Codex that no tool of Claude Code is like, by name. */
export const codexTools = {
  apply_patch: {
    kind: 'patch',
    fields: { patch: { role: 'patch' }, reason: { role: 'comment' } },
  },
} as const satisfies Readonly<Record<string, Tool>>;

/** A line of a patch that names a file. The program ignores blanks before it. */
const fileLine = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/u;

/** Paths of the files that a patch changes, in its order. */
export function filesInPatch(patch: string): readonly string[] {
  return patch.split('\n').flatMap((line) => fileLine.exec(line.trimStart())?.[1] ?? []);
}

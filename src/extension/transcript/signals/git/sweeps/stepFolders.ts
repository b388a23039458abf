import { absolutePath, isAbsolutePath } from '../../../../hub/domain/facts/absolutePath';
import type { ShellStep, Subshell } from '../../outcomes/command/shellSteps';

/** The folder in which a command runs; `path` is undefined if the shell's start folder is unknown. */
export interface StepFolder {
  readonly path: string | undefined;
  /** False if only the shell can resolve it. */
  readonly isKnown: boolean;
}

/** The folder of each step of a command line, following `cd`. */
export function stepFolders(
  steps: readonly Pick<ShellStep, 'words' | 'within' | 'filters' | 'after'>[],
  cwd: string | undefined,
): readonly StepFolder[] {
  const folders = new Map<Subshell | undefined, StepFolder>([
    [undefined, { path: cwd, isKnown: true }],
  ]);
  return steps.map(({ words, within, filters, after }) => {
    let shell = within;
    while (shell !== undefined && !folders.has(shell)) shell = shell.within;
    const before = folders.get(shell) ?? unknown;
    const isOwn = filters.length === 0 && after !== '&';
    folders.set(within, isOwn ? folderAfter(words, before) : before);
    return before;
  });
}

function folderAfter(words: readonly string[], before: StepFolder): StepFolder {
  const [name = '', ...rest] = words;
  if (name === 'popd') return unknown;
  if (name !== 'cd' && name !== 'pushd') return before;
  const to = rest.find((word) => word === '-' || !word.startsWith('-'));
  return to === undefined || to === '-' ? unknown : folderIn(before, to);
}

/** Resolves a folder name relative to a folder. */
export function folderIn({ path, isKnown }: StepFolder, named: string): StepFolder {
  if (named === '' || /[$`*?]/u.test(named)) return unknown;
  const folder = named === '~' ? '~/' : named;
  if (isAbsolutePath(folder)) return { path: folder, isKnown: true };
  return isKnown && path !== undefined ? { path: absolutePath(folder, path), isKnown } : unknown;
}

const unknown: StepFolder = { path: undefined, isKnown: false };

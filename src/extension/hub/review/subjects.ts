import { access } from 'node:fs/promises';
import { worktreeOf } from '../../../shared/agents/places';
import { absolutePath } from '../domain/facts/absolutePath';
import type { SessionFacts } from '../domain/facts/session';
import type { Touch } from '../domain/facts/touches';

/** A file that the session changed. */
export interface Subject {
  /** Real path. */
  readonly path: string;
  /** Paths by which the session's agents named the file. */
  readonly called: readonly string[];
  /** Time of the session's last change, in ms since 1970. */
  readonly at: number;
}

/** Returns the real path of a file; undefined if it cannot be resolved on this machine. */
export type Resolve = (file: string) => Promise<string | undefined>;

export interface Subjects {
  readonly known: readonly Subject[];
  /**
   * Number of files whose real path is unknown, such as a container's, or whose work tree has been
   * removed; the latter must not be listed as deleted by the session.
   */
  readonly unknown: number;
}

/** Returns the files that the touches changed, each real path once. */
export async function subjectsOf(touches: readonly Touch[], resolve: Resolve): Promise<Subjects> {
  const found = await Promise.all(touches.map(({ path }) => resolve(path)));
  const removed = await removedTrees(found.flatMap((path) => path ?? []));
  const real = found.map((path) => (removed.has(worktreeOf(path ?? '')) ? undefined : path));
  const subjects = new Map<string, Subject>();
  for (const [index, touch] of touches.entries()) {
    const path = real[index];
    if (path === undefined) continue;
    const { called = [], at = 0 } = subjects.get(path) ?? {};
    subjects.set(path, { path, called: [...called, touch.path], at: Math.max(at, touch.at) });
  }
  const unknown = real.filter((path) => path === undefined).length;
  return { known: [...subjects.values()], unknown };
}

/**
 * Returns the real paths of files that subagents changed. The client does not copy a file before a
 * subagent changes it.
 */
export async function subagentPaths(
  { subagentFiles, transcript }: Pick<SessionFacts, 'subagentFiles' | 'transcript'>,
  resolve: Resolve,
): Promise<ReadonlySet<string>> {
  const files = [...subagentFiles.values()].flatMap(({ changes }) => [...changes.files]);
  const real = await Promise.all(
    files.map(([path]) => resolve(absolutePath(path, transcript?.cwd))),
  );
  return new Set(real.flatMap((path) => path ?? []));
}

async function removedTrees(files: readonly string[]): Promise<ReadonlySet<string>> {
  const trees = [...new Set(files.map(worktreeOf))].filter((tree) => tree !== '');
  const removed = await Promise.all(
    trees.map((tree) =>
      access(tree).then(
        () => [],
        () => [tree],
      ),
    ),
  );
  return new Set(removed.flat());
}

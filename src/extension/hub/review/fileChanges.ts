import { basename } from 'node:path';
import type { FileChangesAnswer } from '../../../shared/protocol/work/fileChanges';
import { sessionTouches } from '../domain/facts/touches';
import type { KnownSession } from './others';
import type { Resolve } from './subjects';

/** Finds the sessions that changed a file, by its real path. */
export async function fileChanges(
  path: string,
  sessions: ReadonlyMap<string, KnownSession>,
  resolve: Resolve,
): Promise<FileChangesAnswer> {
  const wanted = (await resolve(path)) ?? path;
  const name = basename(wanted);
  const found: { readonly at: number; readonly change: FileChangesAnswer['changes'][number] }[] =
    [];
  for (const [sessionId, { facts }] of sessions) {
    // Filtered by base name, to resolve fewer paths; links with a different name are missed.
    const touches = sessionTouches(facts).filter((touch) => basename(touch.path) === name);
    for (const { path: named, at, turn, agentId, since } of touches.toReversed()) {
      if (((await resolve(named)) ?? named) !== wanted) continue;
      const time = at > 0 ? { at: new Date(at).toISOString() } : {};
      const by = { subagent: agentId !== undefined, command: since !== undefined };
      found.push({ at, change: { sessionId, ...time, turn, ...by } });
      break;
    }
  }
  return { changes: found.toSorted((a, b) => b.at - a.at).map(({ change }) => change) };
}

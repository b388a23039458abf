import { realpath } from 'node:fs/promises';
import * as path from 'node:path';
import { isIn } from '../../util/files/isIn';
import { isLocalPath } from '../../util/files/localPath';

export type TranscriptKind =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'subagent'; readonly sessionId: string; readonly agentId: string }
  | { readonly kind: 'subagentMeta'; readonly sessionId: string; readonly agentId: string };

/**
 * What a file below `projects/` is, by its place: `<slug>/<session>.jsonl` or
 * `<slug>/<session>/subagents/agent-<id>.jsonl`. Everything else is not a session.
 */
export function classify(projects: string, file: string): TranscriptKind | undefined {
  const relative = path.relative(projects, file);
  const parts = relative.split(path.sep);
  if (parts[0] === '..' || path.isAbsolute(relative)) return undefined;
  if (parts.length === 2) return sessionTranscript(parts[1] ?? '');
  const [, sessionId, folder, name = ''] = parts;
  if (parts.length !== 4 || folder !== 'subagents' || sessionId === undefined) return undefined;
  return subagentFile(sessionId, name);
}

/** Classifies a file in a project's folder by its name. */
export function sessionTranscript(name: string): TranscriptKind | undefined {
  const sessionId = nameWithout(name, '.jsonl');
  return sessionId === undefined || sessionId.startsWith('agent-')
    ? undefined
    : { kind: 'session', sessionId };
}

/** Classifies a file in the folder of a session's subagents by its name. */
export function subagentFile(sessionId: string, name: string): TranscriptKind | undefined {
  const metaId = nameWithout(name, '.meta.json');
  if (metaId !== undefined) return agent('subagentMeta', sessionId, metaId);
  const id = nameWithout(name, '.jsonl');
  return id === undefined ? undefined : agent('subagent', sessionId, id);
}

function agent(
  kind: 'subagent' | 'subagentMeta',
  sessionId: string,
  name: string,
): TranscriptKind | undefined {
  return name.startsWith('agent-')
    ? { kind, sessionId, agentId: name.slice('agent-'.length) }
    : undefined;
}

function nameWithout(name: string, ending: string): string | undefined {
  if (!name.endsWith(ending) || name.length === ending.length) return undefined;
  return name.slice(0, -ending.length);
}

/** Whether a path, links followed, is inside the projects folder. A path in a payload is a claim. */
export async function isInside(projects: string, file: string): Promise<boolean> {
  if (!isLocalPath(file, projects)) return false;
  try {
    const [root, target] = await Promise.all([realpath(projects), realpath(file)]);
    return target !== root && isIn(target, root);
  } catch {
    return false; // One of them is not there (yet).
  }
}

import * as path from 'node:path';
import type { TranscriptKind } from '../../transcripts/files';
import { looseAgent } from './looseAgent';

/**
 * Classifies a file below `projects/` by its path: `<slug>/<session>.jsonl` or
 * `<slug>/<session>/subagents/agent-<id>.jsonl`, the latter in nested folders too: agents of a
 * workflow are in `subagents/workflows/<run>`. Those of old clients are in the same folder as their
 * sessions. Anything else belongs to no session.
 */
export function classify(projects: string, file: string): TranscriptKind | undefined {
  const relative = path.relative(projects, file);
  const parts = relative.split(path.sep);
  if (parts[0] === '..' || path.isAbsolute(relative)) return undefined;
  if (parts.length === 2) return projectFile(file, parts[1] ?? '');
  const [, sessionId, folder] = parts;
  if (parts.length < 4 || folder !== 'subagents' || sessionId === undefined) return undefined;
  return subagentFile(sessionId, parts.at(-1) ?? '');
}

/** Classifies a file in a project's folder by its name, and a subagent's also by its first line. */
export function projectFile(file: string, name: string): TranscriptKind | undefined {
  const sessionId = nameWithout(name, '.jsonl');
  if (sessionId === undefined) return undefined;
  return sessionId.startsWith('agent-') ? looseAgent(file, name) : { kind: 'session', sessionId };
}

/** Classifies a file below a session's `subagents` folder by its name. */
export function subagentFile(sessionId: string, name: string): TranscriptKind | undefined {
  const metaId = nameWithout(name, '.meta.json');
  if (metaId !== undefined) return agent('subagentMeta', sessionId, metaId);
  const id = nameWithout(name, '.jsonl');
  if (id === 'journal') return { kind: 'workflowJournal', sessionId };
  return id === undefined ? undefined : agent('subagent', sessionId, id);
}

/** The transcript of a subagent, next to its meta file or to the journal of its workflow. */
export function besideTranscript(file: string, agentId: string): string {
  return path.join(path.dirname(file), `agent-${agentId}.jsonl`);
}

/** The path of a session's own transcript, derived from that of one of its subagents. */
export function sessionTranscriptOf(subagent: string, sessionId: string): string {
  const below = [sessionId, 'subagents', ''].join(path.sep);
  const at = subagent.lastIndexOf(path.sep + below);
  const folder = at < 0 ? path.dirname(subagent) : subagent.slice(0, at);
  return path.join(folder, `${sessionId}.jsonl`);
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

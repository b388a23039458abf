import { isRolloutPath, isThreadId } from '../../codex/names/threadIds';
import type { HookPayload } from './hookPayload';

type Marks = readonly (readonly [mark: string, agent: string])[];

/** Payload fields that identify the agent that sends them. */
const ownFields: Marks = [
  ['cursor_version', 'Cursor'],
  ['conversation_id', 'Cursor'],
];

const codexName = 'Codex';

/** Fields that no Claude Code client sends yet; the path of the transcript has precedence over them. */
const otherFields: Marks = [
  ['turn_id', codexName],
  // The timestamp format that the Copilot CLI and app use for hooks in Claude Code's settings.
  ['timestamp', 'GitHub Copilot'],
];

/** Folders in the transcript paths of other agents. */
const folders: Marks = [
  ['.codex', codexName],
  ['.copilot', 'GitHub Copilot'],
  ['.cursor', 'Cursor'],
];

const unknown = 'an agent that is not known';

/**
 * Returns the agent that sent a hook if it is not Claude Code: several other agents run the hooks
 * in its settings and send nearly the same payload. Every Claude Code client since 2.1.27 reports
 * its entry point; a sender without one whose transcript is elsewhere is not Claude Code.
 */
export function foreignAgent(
  payload: HookPayload,
  entrypoint: string | undefined,
): string | undefined {
  const { transcript_path: transcript = '', session_id: sessionId } = payload;
  if (isRolloutPath(transcript)) return codexName;
  const parts = transcript.split(/[\\/]/u);
  // Claude Code's path is `<config home>/projects/<folder>/<session id>.jsonl`.
  const isClaudePath = parts.at(-3) === 'projects';
  const fields = isClaudePath ? ownFields : [...ownFields, ...otherFields];
  const fieldsOfPayload: Readonly<Record<string, unknown>> = { ...payload };
  const mark = fields.find(([field]) => fieldsOfPayload[field] !== undefined);
  if (mark !== undefined) return mark[1];
  if (!isClaudePath && isThreadId(sessionId)) return codexName;
  if (isClaudePath || transcript === '' || entrypoint !== undefined) return undefined;
  const folder = folders.find(([name]) => parts.includes(name));
  return folder?.[1] ?? (parts.includes('projects') ? undefined : unknown);
}

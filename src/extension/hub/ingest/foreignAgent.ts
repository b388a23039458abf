import type { HookPayload } from '../domain/facts/event';

/** Fields of payloads that no client of Claude Code sends, with the agent that sends them. */
const marks: readonly (readonly [field: string, agent: string])[] = [
  ['cursor_version', 'Cursor'],
  ['conversation_id', 'Cursor'],
  ['turn_id', 'Codex'],
  // The format that the Copilot CLI and app use for hooks in Claude Code's settings.
  ['timestamp', 'GitHub Copilot'],
];

/** Folders in the paths of transcripts that other agents keep. */
const folders: readonly (readonly [folder: string, agent: string])[] = [
  ['.codex', 'Codex'],
  ['.copilot', 'GitHub Copilot'],
  ['.cursor', 'Cursor'],
];

const unknown = 'an agent that is not known';

/**
 * The agent whose hook it is, where that is not Claude Code: several others run the hooks of its settings
 * and send payloads of nearly the same form. Every client since 2.1.27 tells its entry point; what runs
 * without one and keeps its transcript elsewhere is none. Undefined for hooks of Claude Code.
 */
export function foreignAgent(
  payload: HookPayload,
  entrypoint: string | undefined,
): string | undefined {
  const fields: Readonly<Record<string, unknown>> = { ...payload };
  const mark = marks.find(([field]) => fields[field] !== undefined);
  if (mark !== undefined) return mark[1];
  const { transcript_path: transcript } = payload;
  if (transcript === undefined || entrypoint !== undefined) return undefined;
  const parts = transcript.split(/[\\/]/u);
  if (parts.includes('projects')) return undefined;
  return folders.find(([folder]) => parts.includes(folder))?.[1] ?? unknown;
}

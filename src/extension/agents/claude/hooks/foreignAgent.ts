import type { HookPayload } from './hookPayload';

type Marks = readonly (readonly [mark: string, agent: string])[];

/** Fields of payloads that name the agent that sends them. */
const ownFields: Marks = [
  ['cursor_version', 'Cursor'],
  ['conversation_id', 'Cursor'],
];

/** Fields that no client of Claude Code sends yet: the place of its transcript counts more. */
const otherFields: Marks = [
  ['turn_id', 'Codex'],
  // The format that the Copilot CLI and app use for hooks in Claude Code's settings.
  ['timestamp', 'GitHub Copilot'],
];

/** Folders in the paths of transcripts that other agents keep. */
const folders: Marks = [
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
  const { transcript_path: transcript = '' } = payload;
  const parts = transcript.split(/[\\/]/u);
  // Claude Code's is `<config home>/projects/<folder>/<session id>.jsonl`.
  const isItsPlace = parts.at(-3) === 'projects';
  const fields = isItsPlace ? ownFields : [...ownFields, ...otherFields];
  const told: Readonly<Record<string, unknown>> = { ...payload };
  const mark = fields.find(([field]) => told[field] !== undefined);
  if (mark !== undefined) return mark[1];
  if (isItsPlace || transcript === '' || entrypoint !== undefined) return undefined;
  const folder = folders.find(([name]) => parts.includes(name));
  return folder?.[1] ?? (parts.includes('projects') ? undefined : unknown);
}

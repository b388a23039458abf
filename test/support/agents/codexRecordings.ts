import { readFileSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { projectRoot } from '../editor/paths';

const root = path.join(projectRoot, 'test', 'fixtures', 'recordings-codex');

/** Folder of Codex as a real client left it in a scenario. */
export function codexRecording(scenario: string): string {
  return path.join(root, scenario);
}

/** A hook that a real client ran. */
export interface RecordedCodexHook {
  /** When it ran, in ms since 1970. */
  readonly at: number;
  /** Process of the client, or of its background server. */
  readonly ppid: number;
  readonly payload: Readonly<Record<string, unknown>> & { readonly hook_event_name: string };
}

export const codexScenarios: readonly string[] = readdirSync(root);

/** Reads the hooks of a scenario, in the order in which they ran. */
export function codexHooksOf(scenario: string): readonly RecordedCodexHook[] {
  const lines = readFileSync(path.join(root, scenario, 'hooks.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const hooks = lines.map((line) => JSON.parse(line) as RecordedCodexHook);
  return hooks.toSorted((a, b) => a.at - b.at);
}

import * as fs from 'node:fs';
import * as path from 'node:path';
import { rolloutKind } from '../../../src/extension/agents/codex/catalogue/rolloutFolders';
import { agentOf } from '../../../src/extension/agents/transcripts/files';
import { codexFormat } from '../../../src/extension/agents/codex/transcripts';
import { textOf } from '../../../src/shared/text/fields';
import { projectRoot } from '../editor/paths';
import type { TranscriptSet } from '../readings/transcriptSets';
import type { Row } from '../recordings/recording';
import type { TimelineStep } from '../recordings/timeline';
import { FoldedLines } from '../transcript/foldedLines';

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

export const codexScenarios: readonly string[] = fs.readdirSync(root);

/** Reads the hooks of a scenario, in the order in which they ran. */
export function codexHooksOf(scenario: string): readonly RecordedCodexHook[] {
  const lines = fs
    .readFileSync(path.join(root, scenario, 'hooks.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const hooks = lines.map((line) => JSON.parse(line) as RecordedCodexHook);
  return hooks.toSorted((a, b) => a.at - b.at);
}

/** The transcripts of a scenario. */
export function codexTranscriptSet(scenario: string): TranscriptSet {
  const folder = codexRecording(scenario);
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name).startsWith('rollout-'))
    .toSorted();
  const linesOf = (name: string): readonly string[] =>
    fs.readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n');
  return { name: scenario, files: new Map(files.map((name) => [name, linesOf(name)])) };
}

/** Returns the lines of a scenario's transcripts as the hub reads them, each at its own time. */
export function codexSteps(scenario: string): readonly TimelineStep[] {
  const lines = new FoldedLines();
  const folder = codexRecording(scenario);
  const steps = [...codexTranscriptSet(scenario).files].flatMap(([name, texts]) => {
    const file = path.join(folder, name);
    const kind = rolloutKind(file);
    if (kind === undefined) throw new Error(`No transcript: ${name}`);
    const of = { path: file, sessionId: kind.sessionId, agentId: agentOf(kind) };
    return texts.map((text): TimelineStep => {
      const { timestamp } = JSON.parse(text) as { readonly timestamp: string };
      const at = Date.parse(timestamp);
      const events = () => codexFormat.entries(text).flatMap((entry) => lines.read(of, entry, at));
      return { at, events };
    });
  });
  return steps.toSorted((a, b) => a.at - b.at);
}

/** The hooks of a scenario as rows of a recording, each with what it is about. */
export function codexHookRows(scenario: string): readonly Row[] {
  return codexHooksOf(scenario).map(({ at, ppid, payload }) => {
    const { hook_event_name: event, tool_name: tool, prompt, agent_id: agentId } = payload;
    const mark = [agentId === undefined ? '' : 'subagent', event, textOf(tool ?? prompt)]
      .join(' ')
      .trim();
    return { at, pid: ppid, mark, codexHook: payload };
  });
}

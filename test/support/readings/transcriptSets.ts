import type { TranscriptKind } from '../../../src/extension/agents/transcripts/files';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { classify } from '../../../src/extension/agents/claude/catalogue/transcriptPath';
import { recording, recordingNames } from '../recordings/recording';

/** Files of one projects folder. */
export interface TranscriptSet {
  readonly name: string;
  /** Lines of each transcript, by its path in the projects folder. */
  readonly files: ReadonlyMap<string, readonly string[]>;
}

export type TranscriptOf = Exclude<TranscriptKind, { kind: 'subagentMeta' }>;

const fixtures = path.join(__dirname, '..', '..', 'fixtures');

/**
 * All transcripts of the fixtures: recordings, deliveries, older client versions, and the fuzzer's
 * corpus.
 */
export function transcriptSets(): readonly TranscriptSet[] {
  return [
    ...recordingNames().map((name) => ({ name, files: filesOf(name) })),
    ...namesIn('transcripts').map((name) =>
      one(`transcript-${name}`, linesOf('transcripts', `${name}.jsonl`)),
    ),
    {
      name: 'deliveries',
      files: new Map([
        ['-work-shop/delivers.jsonl', linesOf('deliveries', 'session.jsonl')],
        ['-work-shop/delivers/subagents/agent-a1.jsonl', linesOf('deliveries', 'subagent.jsonl')],
      ]),
    },
    one(
      'corpus',
      linesOf('corpus', 'transcriptLines.jsonl')
        .map((line) => JSON.parse(line) as string)
        .flatMap((text) => text.split('\n')),
    ),
  ];
}

export function kindOf(file: string): TranscriptOf {
  const kind = classify('/projects', `/projects/${file}`);
  if (kind === undefined || kind.kind === 'subagentMeta') throw new Error(`No transcript: ${file}`);
  return kind;
}

function one(name: string, lines: readonly string[]): TranscriptSet {
  return { name, files: new Map([[`-work-shop/${name}.jsonl`, lines]]) };
}

function filesOf(name: string): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const { file, line } of recording(name)) {
    if (file === undefined) continue;
    const lines = files.get(file) ?? [];
    lines.push(JSON.stringify(line));
    files.set(file, lines);
  }
  return files;
}

function namesIn(folder: string): readonly string[] {
  return fs
    .readdirSync(path.join(fixtures, folder))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => path.parse(name).name);
}

function linesOf(folder: string, name: string): readonly string[] {
  return fs
    .readFileSync(path.join(fixtures, folder, name), 'utf8')
    .trimEnd()
    .split('\n');
}

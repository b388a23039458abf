import * as fs from 'node:fs';
import * as path from 'node:path';
import { TextSearch } from '../../../src/extension/hub/reading/search/textSearch';
import { CallMatcher } from '../../../src/extension/hub/rules/callMatcher';
import { SessionCalls } from '../../../src/extension/hub/rules/sessionCalls';
import type { ThreadRule } from '../../../src/extension/hub/rules/threadMessages';
import { UsageCounter, UsageFile } from '../../../src/extension/hub/reading/usage/usageCounter';
import { UsageLedger } from '../../../src/extension/hub/reading/usage/usageLedger';
import type { FoundFile } from '../../../src/extension/agents/claude/catalogue/transcriptFolders';
import type { TranscriptFold } from '../../../src/extension/transcript/fold/fold';
import { readEnds } from '../../../src/extension/transcript/fold/transcriptEnds';
import { WalkBuffer } from '../../../src/extension/transcript/lines/lineWalk';
import { drained } from '../drained';
import { folded } from '../transcript/foldedTranscript';
import { itemsIn } from '../transcript/transcriptItems';
import { kindOf, type TranscriptSet } from './transcriptSets';
import { written } from './written';
import { agentOf } from '../../../src/extension/agents/claude/catalogue/transcriptPath';

/** Words that people and agents say in the fixtures, and names that only calls and notes have. */
const searched = ['file', 'the', 'done', 'npm test', 'README', 'plan', 'Bash', 'tool', 'request'];

const rules: readonly ThreadRule[] = [
  { id: 0, set: 0, kind: 'any', tools: ['*'] },
  { id: 1, set: 0, kind: 'shell', tools: ['Bash'], command: '(?<program>\\w+)' },
  { id: 2, set: 0, kind: 'printed', tools: ['*'], output: '(?<first>\\S+)', ok: true },
  { id: 3, set: 0, kind: 'failed', tools: ['*'], ok: false },
  { id: 4, set: 0, kind: 'named', tools: ['*'], input: '(?<path>/[\\w./-]+)' },
];

/** The facts, items, usage, signals, ends and findings of a set's transcripts, one a line. */
export async function readingOf({ files }: TranscriptSet, projects: string): Promise<string> {
  const found = [...files].map(([name, lines]) => write(projects, name, lines));
  const parts: string[] = [];
  for (const [name, lines] of files) parts.push(...fileReading(projects, name, lines));
  parts.push('## usage', ...usageOf(found));
  parts.push('## rules', ...(await rulesOf(found)));
  for (const word of searched) parts.push(`## search ${word}`, ...search(word, found));
  return `${parts.join('\n')}\n`;
}

function write(projects: string, name: string, lines: readonly string[]): FoundFile {
  const file = path.join(projects, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  // A time that no line has, and the same on every machine.
  fs.utimesSync(file, 1_767_225_600, 1_767_225_600);
  const { size, mtimeMs, dev, ino } = fs.statSync(file);
  return { path: file, kind: kindOf(name), size, mtimeMs, dev, ino };
}

function fileReading(projects: string, name: string, lines: readonly string[]): string[] {
  const file = path.join(projects, name);
  const kind = kindOf(name);
  const agentId = agentOf(kind);
  const { sessionId } = kind;
  const { size, mtimeMs, dev, ino } = fs.statSync(file);
  return [
    `# ${name}`,
    ...factLines(folded({ path: file, sessionId, agentId })),
    `ends: ${written(readEnds({ path: file, kind, size, mtimeMs, dev, ino }))}`,
    '## items',
    ...itemsIn(lines.join('\n')).map(written),
  ];
}

/** The facts of a transcript, one a line. */
export function factLines({ facts, agent, awaited, lastAt }: TranscriptFold): string[] {
  return Object.entries({ ...facts, ...agent, awaited, lastAt })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${written(value)}`)
    .toSorted();
}

function usageOf(files: readonly FoundFile[]): string[] {
  const ledger = new UsageLedger();
  const counter = new UsageCounter(ledger, new WalkBuffer());
  const sessions = new Set<string>();
  for (const { path: file, kind } of files) {
    const agentId = agentOf(kind);
    sessions.add(kind.sessionId);
    drained(counter.read(new UsageFile(file, ledger.source(kind.sessionId, agentId))));
  }
  return [
    ...ledger.takeChanges().map(written).toSorted(),
    ...[...sessions].map((id) => `${id} ${written(drained(ledger.split(id)))}`),
  ];
}

async function rulesOf(files: readonly FoundFile[]): Promise<string[]> {
  const matchers = rules.map((rule) => new CallMatcher(rule));
  const sessions = new Map<string, SessionCalls>();
  for (const { path: file, kind } of files) {
    const { sessionId } = kind;
    const calls = sessions.get(sessionId) ?? new SessionCalls(matchers);
    sessions.set(sessionId, calls);
    const agentId = agentOf(kind);
    await calls.read({ path: file, sessionId, agentId });
  }
  return [...sessions].flatMap(([id, calls]) => [
    `${id} ${calls.turns} turns`,
    ...[...calls.sets.values()].flat().map(written),
  ]);
}

function search(word: string, files: readonly FoundFile[]): string[] {
  const steps = [...new TextSearch(word).run(files)];
  return steps.flatMap(({ found }) =>
    found === undefined ? [] : [written({ ...found.excerpt, file: found.file.path })],
  );
}

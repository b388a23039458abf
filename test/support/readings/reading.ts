import * as fs from 'node:fs';
import * as path from 'node:path';
import { TextSearch } from '../../../src/extension/hub/reading/search/textSearch';
import { CallMatcher } from '../../../src/extension/hub/rules/callMatcher';
import { CallFold, readCalls } from '../../../src/extension/hub/rules/callFold';
import type { MatchedRule } from '../../../src/extension/hub/rules/matchedRule';
import { RuleMatches, type SessionMatches } from '../../../src/extension/hub/rules/ruleMatches';
import { UsageCounter, UsageFile } from '../../../src/extension/hub/reading/usage/usageCounter';
import { UsageLedger } from '../../../src/extension/hub/reading/usage/usageLedger';
import { type FoundFile, agentOf } from '../../../src/extension/agents/transcripts/files';
import type { TranscriptFold } from '../../../src/extension/transcript/fold/fold';
import { readEnds } from '../../../src/extension/transcript/fold/transcriptEnds';
import { WalkBuffer } from '../../../src/extension/transcript/lines/lineWalk';
import { silentLog } from '../../../src/extension/util/log';
import { runToEnd } from '../runToEnd';
import { folded } from '../transcript/foldedTranscript';
import { itemsIn } from '../transcript/transcriptItems';
import { kindOf, type TranscriptSet } from './transcriptSets';
import { serialize } from './serialize';
import { rolloutKind } from '../../../src/extension/agents/codex/catalogue/rolloutFolders';
import type { TranscriptFormat } from '../../../src/extension/agents/transcripts/format';
import { claudeFormat } from '../../../src/extension/agents/claude/transcripts';

/** Words of people and agents in the fixtures, and names that occur only in calls and notes. */
const searched = ['file', 'the', 'done', 'npm test', 'README', 'plan', 'Bash', 'tool', 'request'];

const rules = [
  { kind: 'any', tools: ['*'] },
  { kind: 'shell', tools: ['Bash'], command: '(?<program>\\w+)' },
  { kind: 'printed', tools: ['*'], output: '(?<first>\\S+)', ok: true },
  { kind: 'failed', tools: ['*'], ok: false },
  { kind: 'named', tools: ['*'], input: '(?<path>/[\\w./-]+)' },
].map((rule, id): MatchedRule => ({ id, set: 0, name: rule.kind, ...rule }));

/**
 * Facts, items, usage, signals, turn ends and search matches of a set's transcripts, one per line.
 */
export async function readingOf(
  { files }: TranscriptSet,
  projects: string,
  format: TranscriptFormat = claudeFormat,
): Promise<string> {
  const found = [...files].map(([name, lines]) => write(projects, name, lines));
  const parts: string[] = [];
  for (const file of found) parts.push(...fileReading(projects, file, format));
  parts.push('## usage', ...usageOf(found, format));
  parts.push('## rules', ...(await rulesOf(found, format)));
  for (const word of searched) parts.push(`## search ${word}`, ...search(word, found, format));
  return `${parts.join('\n')}\n`;
}

function write(projects: string, name: string, lines: readonly string[]): FoundFile {
  const file = path.join(projects, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  // A fixed time that no line has, so that results are the same on every machine.
  fs.utimesSync(file, 1_767_225_600, 1_767_225_600);
  const { size, mtimeMs, dev, ino } = fs.statSync(file);
  const kind = rolloutKind(file) ?? kindOf(name);
  return { path: file, kind, size, mtimeMs, dev, ino };
}

function fileReading(projects: string, file: FoundFile, format: TranscriptFormat): string[] {
  const { kind } = file;
  const of = { path: file.path, sessionId: kind.sessionId, agentId: agentOf(kind) };
  return [
    `# ${path.relative(projects, file.path)}`,
    ...factLines(folded(of, format)),
    `ends: ${serialize(readEnds(file, format))}`,
    '## items',
    ...itemsIn(fs.readFileSync(file.path, 'utf8'), format).map(serialize),
  ];
}

/** Facts of a transcript, one per line. */
export function factLines({ facts, agent, awaited, lastAt }: TranscriptFold): string[] {
  return Object.entries({ ...facts, ...agent, awaited, lastAt })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${serialize(value)}`)
    .toSorted();
}

function usageOf(files: readonly FoundFile[], format: TranscriptFormat): string[] {
  const ledger = new UsageLedger();
  const counter = new UsageCounter(ledger, new WalkBuffer());
  const sessions = new Set<string>();
  for (const { path: file, kind } of files) {
    const agentId = agentOf(kind);
    sessions.add(kind.sessionId);
    runToEnd(counter.read(new UsageFile(file, ledger.source(kind.sessionId, agentId), format)));
  }
  return [
    ...ledger.takeChanges().map(serialize).toSorted(),
    ...[...sessions].map((id) => `${id} ${serialize(runToEnd(ledger.split(id)))}`),
  ];
}

async function rulesOf(files: readonly FoundFile[], format: TranscriptFormat): Promise<string[]> {
  const matches = new RuleMatches(silentLog);
  const found = new Map<string, SessionMatches['sets']>();
  const turns = new Map<string, number>();
  matches.onDidFind(({ sessionId, sets }) => found.set(sessionId, sets));
  const matchers = rules.map((rule) => new CallMatcher(rule));
  matches.setRules([{ number: 0, key: 'golden', matchers }]);
  for (const { path: file, kind, size } of files) {
    const { sessionId } = kind;
    const agentId = agentOf(kind);
    matches.read({ path: file, sessionId, agentId, format }, { from: 0, to: size });
    if (agentId === undefined) turns.set(sessionId, turnsIn(file, size, format));
  }
  const ids = [...new Set(files.map(({ kind }) => kind.sessionId))];
  await Promise.all(ids.map((id) => matches.whenMatched(id)));
  matches.dispose();
  return ids.flatMap((id) => [
    `${id} ${turns.get(id) ?? 0} turns`,
    ...[...(found.get(id)?.values() ?? [])].flat().map(serialize),
  ]);
}

function turnsIn(path: string, size: number, format: TranscriptFormat): number {
  const fold = new CallFold(false, () => false);
  const file = fs.openSync(path, 'r');
  runToEnd(readCalls({ file, shared: new WalkBuffer() }, format, [fold], 0, size));
  fs.closeSync(file);
  return fold.soFar.prompts.length;
}

function search(word: string, files: readonly FoundFile[], format: TranscriptFormat): string[] {
  const steps = [...new TextSearch(word, { formatOf: () => format }).run(files)];
  return steps.flatMap(({ found }) =>
    found === undefined ? [] : [serialize({ ...found.excerpt, file: found.file.path })],
  );
}

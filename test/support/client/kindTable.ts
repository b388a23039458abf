import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { recordsIn } from '../../../src/extension/agents/claude/entry/records';
import type { JsonObject } from '../../../src/extension/util/json';
import { projectRoot } from '../editor/paths';
import { transcriptSets } from '../readings/transcriptSets';
import { ignoredTypes } from '../../../src/extension/agents/claude/entry/knownTypes';
import { onlyPart, usesOf, type Uses } from './consumers';
import { hookRows } from './hookTable';
import { leftOut, ownNotes } from './leftOut';
import { kindsOf } from './recordKinds';
import { shownLines } from './shownLines';

const folder = path.join(projectRoot, 'test', 'fixtures', 'client');
export const namesFile = path.join(folder, 'names.json');

/** Names in a client's program for what it writes to transcripts. */
export interface ClientNames {
  readonly version: string;
  readonly names: readonly string[];
}

/** A kind of record, or of a part of one, that the client writes. */
export interface KindRow {
  readonly kind: string;
  /** Undefined if there is no sample. */
  readonly uses: Uses | undefined;
  /** Why the product does not use it. */
  readonly reason: string | undefined;
}

export function clientNames(): ClientNames {
  return JSON.parse(readFileSync(namesFile, 'utf8')) as ClientNames;
}

/** All kinds that a client can write or that fixtures contain, with their uses. */
export function kindRows(): readonly KindRow[] {
  const samples = samplesByKind();
  const reasons = new Map(
    Object.entries(leftOut).flatMap(([reason, kinds]) =>
      kinds.map((kind) => [kind, reason] as const),
    ),
  );
  const kinds = new Set([...clientNames().names, ...samples.keys(), ...reasons.keys()]);
  return [...kinds].toSorted().map((kind) => {
    const records = samples.get(kind);
    const reason = reasons.get(kind) ?? (ignoredTypes.has(kind) ? ownNotes : undefined);
    return { kind, uses: records && mergeUses(records.map(usesOf)), reason };
  });
}

/** True if a reader of transcripts uses the kind. */
export function isUsed({ uses }: KindRow): boolean {
  if (uses === undefined) return false;
  return uses.facts.size + uses.reader.size > 0 || uses.search || uses.usage;
}

/** Limit of samples per kind, as recordings contain thousands of similar records. */
const mostSamples = 40;

function samplesByKind(): ReadonlyMap<string, readonly JsonObject[]> {
  const samples = new Map<string, JsonObject[]>();
  for (const record of sampleRecords()) {
    for (const kind of kindsOf(record)) {
      const known = samples.get(kind) ?? [];
      samples.set(kind, known);
      if (known.length < mostSamples) known.push(onlyPart(record, kind));
    }
  }
  return samples;
}

function* sampleRecords(): Generator<JsonObject, void> {
  const written = readFileSync(path.join(folder, 'samples.jsonl'), 'utf8').trimEnd().split('\n');
  for (const line of written) yield* recordsIn(line).records;
  for (const [line] of shownLines) yield* recordsIn(JSON.stringify(line)).records;
  for (const { name, files } of transcriptSets()) {
    // The fuzzer's lines have kinds that no client writes.
    if (name === 'corpus') continue;
    for (const lines of files.values()) for (const line of lines) yield* recordsIn(line).records;
  }
}

function mergeUses(all: readonly Uses[]): Uses {
  return {
    facts: new Set(all.flatMap(({ facts }) => [...facts])),
    reader: new Set(all.flatMap(({ reader }) => [...reader])),
    search: all.some(({ search }) => search),
    usage: all.some(({ usage }) => usage),
  };
}

const head = `# What Claude Code writes, and what becomes of it

Each kind of record of a transcript, and of what stands in it: \`attachment/\` and \`system/\` are records,
\`block/\` is a part of a message, \`result/\` a part of a call's result, \`tag/\` an element in a prompt's text.
Facts are what a card, the tree and Find Session know; rows are those of the reader and of Open Transcript as Text.
The names are those of client {0}'s own program and of the recordings. \`npm run manifest\` writes this
page by giving samples to the code; \`npm run truth -- --names\` says what a newer client's program has beside it.
`;

const hooksHead = `## Hooks

Events of the client's hooks, with the fields that recordings have. Of an event that is not installed nothing
comes; its fields are read where another tool passes it on.
`;

/** The tables as a page of the documentation. */
export function kindPage(): string {
  const rows = kindRows().map((row) => {
    const { kind, uses, reason } = row;
    if (!isUsed(row)) return [kind, '', '', '', '', reason ?? ''];
    const { facts = [], reader = [], search = false, usage = false } = uses ?? {};
    return [kind, list(facts), list(reader), yes(search), yes(usage), ''];
  });
  const { version } = clientNames();
  const kinds = markdown(['Kind', 'Facts', 'Rows', 'Search', 'Cost', 'Left out, because'], rows);
  const hooks = markdown(['Event', 'Installed', 'Read', 'Left out'], hookRows(version));
  return [head.replace('{0}', version), kinds, hooksHead, hooks].join('\n');
}

function markdown(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '-'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

function yes(is: boolean): string {
  return is ? 'yes' : '';
}

function list(names: Iterable<string>): string {
  return [...names].toSorted().join(', ');
}

import {
  fieldPaths,
  latestFields,
  type EntryFields,
} from '../../../hub/domain/facts/transcriptEntry';
import type { Entry, ParsedEntry } from '../../transcripts/entry';
import { entryReaders } from './entryReaders';
import { nameAt, nameIn, pathIn, textIn, writtenTime, type JsonObject } from '../../../util/json';
import { ignoredTypes, unparsedTypes } from './knownTypes';
import { shellEnd, shellResults } from './shellResults';
import { isInterruption } from './userEntry';
import { isMadeByClient } from '../texts/promptMarks';
import { mayHoldMoreRecords, leadingType, recordsIn } from './records';

/**
 * The entries of a line, which may be several or none if it is damaged; unknown kinds become
 * `other`. Never throws.
 */
export function parseTranscriptEntries(text: string): readonly ParsedEntry<Entry>[] {
  if (unparsedTypes.has(leadingType(text)) && !mayHoldMoreRecords(text)) return nothing;
  return recordsIn(text).records.map(parsedEntry);
}

/** The entry of a line; undefined if it has none. */
export function parseTranscriptEntry(text: string): ParsedEntry<Entry> | undefined {
  return parseTranscriptEntries(text)[0];
}

/** Parses a record of a transcript. */
export function parsedEntry(record: JsonObject): ParsedEntry<Entry> {
  const line = parseEntry(record);
  const at = writtenTime(record['timestamp']);
  const isSidechain = record['isSidechain'] === true;
  if (line.kind === 'toolResults')
    return { line, at, isSidechain, shellResults: () => shellResults(record) };
  if (line.kind === 'prompt' && !line.human)
    return { line, at, isSidechain, shellEnd: () => shellEnd(line.text) };
  const last = record['type'] === 'last-prompt' ? textIn(record, 'lastPrompt') : undefined;
  if (last === undefined) return { line, at, isSidechain };
  const isOwn = !isMadeByClient(last) && !isInterruption(last);
  return { line, at, isSidechain, lastPrompt: isOwn ? last : '' };
}

const nothing: readonly ParsedEntry<Entry>[] = [
  { line: { kind: 'other' }, at: undefined, isSidechain: false },
];

/**
 * The entry of a record, for the facts and the reader; always a new object. Unknown kinds become
 * `other`. Never throws.
 */
export function parseEntry(value: JsonObject): Entry {
  const entry = bodyOf(value);
  // The entry is mutated, because copying both objects took half as long as parsing the JSON.
  const fields: { -readonly [Field in keyof EntryFields]: EntryFields[Field] } = entry;
  for (const field of latestFields) {
    // The record of a session's name also uses the field `agentName`.
    if (field === 'agentName' && value['type'] === 'agent-name') continue;
    fields[field] = field === 'cwd' ? pathIn(value, field) : nameAt(value, fieldPaths[field]);
  }
  return entry;
}

function bodyOf(record: JsonObject): Entry {
  const { type } = record;
  const read = entryReaders.get(type);
  if (read !== undefined) return read(record);
  const unknown = ignoredTypes.has(type) ? undefined : nameIn(record, 'type');
  return unknown === undefined ? { kind: 'other' } : { kind: 'other', unknown };
}

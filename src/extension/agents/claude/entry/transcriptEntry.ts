import { t } from '../../../../shared/words/l10n';
import {
  latestFields,
  type EntryFields,
  type TranscriptEntry,
} from '../../../hub/domain/facts/event';
import { assistantEntry } from './assistantEntry';
import type { Entry } from './entry';
import {
  idIn,
  nameIn,
  numberIn,
  objectIn,
  pathIn,
  textIn,
  writtenTime,
  type JsonObject,
} from './json';
import { passedTypes } from './knownTypes';
import { queuedPrompt } from './prompts/queuedPrompt';
import { holdsFurther, recordsIn } from './records';
import { systemEntry } from './systemEntry';
import { attachmentEntry, userEntry } from './userEntry';

export interface ParsedEntry<Line = TranscriptEntry> {
  readonly line: Line;
  /** The line's own time, ms since 1970; undefined when it has none. */
  readonly at: number | undefined;
  /** A line of a subagent inside the main transcript, as old clients wrote them. */
  readonly isSidechain: boolean;
  /** The whole line, for what only some lines are looked at more closely. Nothing is to keep it. */
  readonly source?: JsonObject;
}

/** Kinds that are large or frequent and say nothing about state, card or cost. */
const skippedStart = /^\{"type":"(?:api-request|file-history|atis-latch|tools-used|mode")/u;

/** The entries of a line, which are several or none where it is damaged; unknown kinds are `other`. Never throws. */
export function parseTranscriptEntries(text: string): readonly ParsedEntry<Entry>[] {
  if (skippedStart.test(text) && !holdsFurther(text)) return nothing;
  return recordsIn(text).records.map(parsedEntry);
}

/** The entry of a line; undefined where it has none. */
export function parseTranscriptEntry(text: string): ParsedEntry<Entry> | undefined {
  return parseTranscriptEntries(text)[0];
}

/** Parses a record of a transcript. */
export function parsedEntry(record: JsonObject): ParsedEntry<Entry> {
  return {
    line: parseEntry(record),
    at: writtenTime(record['timestamp']),
    isSidechain: record['isSidechain'] === true,
    source: record,
  };
}

const nothing: readonly ParsedEntry<Entry>[] = [
  { line: { kind: 'other' }, at: undefined, isSidechain: false },
];

/** Entry of a line, for the facts and the reader; a new object. Unknown kinds are `other`. Never throws. */
export function parseEntry(value: JsonObject): Entry {
  const entry = bodyOf(value);
  // A copy of both objects took half as long as parsing the JSON.
  const fields: { -readonly [Field in keyof EntryFields]: EntryFields[Field] } = entry;
  for (const field of latestFields) {
    fields[field] = field === 'cwd' ? pathIn(value, field) : nameIn(value, field);
  }
  return entry;
}

function bodyOf(value: JsonObject): Entry {
  switch (value['type']) {
    case 'user':
      return userEntry(value);
    case 'assistant':
      return assistantEntry(value);
    case 'system':
      return systemEntry(value);
    case 'attachment':
      return attachmentEntry(objectIn(value, 'attachment'));
    case 'ai-title':
      return title('ai', nameIn(value, 'aiTitle'));
    case 'custom-title':
      return title('custom', nameIn(value, 'customTitle'));
    case 'summary':
      return title('summary', nameIn(value, 'summary'));
    case 'continued-in': {
      const sessionId = idIn(value, 'continuedInSessionId');
      return sessionId === undefined ? { kind: 'other' } : { kind: 'continuedIn', sessionId };
    }
    case 'permission-mode': {
      const mode = nameIn(value, 'permissionMode');
      return mode === undefined ? { kind: 'other' } : { kind: 'permissionMode', mode };
    }
    case 'queue-operation': {
      const queued = queuedPrompt(value);
      return { kind: 'other', ...(queued !== undefined && { queued }) };
    }
    case 'pr-link':
      return { kind: 'other', notice: pullNotice(value) };
    default: {
      const type = passedTypes.has(value['type']) ? undefined : nameIn(value, 'type');
      return type === undefined ? { kind: 'other' } : { kind: 'other', unknown: type };
    }
  }
}

function pullNotice(line: JsonObject): string {
  const [url, repository] = [textIn(line, 'prUrl'), textIn(line, 'prRepository') ?? ''];
  const number = numberIn(line, 'prNumber');
  const name = number === undefined ? repository : `${repository}#${number}`;
  const title = name === '' ? t('Pull request') : t('Pull request {0}', name);
  return url === undefined ? '' : `${title} · ${url}`;
}

function title(source: 'ai' | 'custom' | 'summary', text: string | undefined): Entry {
  return text === undefined ? { kind: 'other' } : { kind: 'title', source, title: text };
}

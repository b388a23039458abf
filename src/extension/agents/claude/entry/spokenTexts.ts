import type { EntryPart } from '../../transcripts/entry';
import { textIn } from './json';
import { partsOf } from './parts';
import { recordsIn } from './records';
import { parseEntry } from './transcriptEntry';

/** A text of a transcript's line that a reader of the transcript sees. */
export interface SpokenText {
  /** `You`, `Claude`, or the name of a tool. */
  readonly speaker: string;
  readonly text: string;
}

export interface SpokenEntry {
  readonly texts: readonly SpokenText[];
  readonly at: string | undefined;
}

/** The texts of each record of a line as the reader shows them, without the client's notes for itself. */
export function spokenEntries(text: string): readonly SpokenEntry[] {
  return recordsIn(text).records.map((line) => ({
    texts: partsOf(parseEntry(line)).flatMap(partTexts),
    at: textIn(line, 'timestamp'),
  }));
}

function partTexts(part: EntryPart): readonly SpokenText[] {
  switch (part.kind) {
    case 'prompt':
      return one('You', part.text);
    case 'command':
      return one('You', `${part.name} ${part.args}`.trim());
    case 'commandOutput':
    case 'toolResult':
      return one('Output', part.text);
    case 'text':
    case 'apiError':
      return one('Claude', part.text);
    case 'thinking':
      return one('Thinking', part.text);
    case 'toolUse':
      return strings(part.input).map((text) => ({ speaker: part.name, text }));
    case 'notification':
      return one('Claude Code', `${part.summary}\n${part.result}`.trim());
    case 'notice':
      return one('Claude Code', part.text);
    case 'summary':
      return one('Summary', part.text);
    default:
      return [];
  }
}

function one(speaker: string, text: string): readonly SpokenText[] {
  return text === '' ? [] : [{ speaker, text }];
}

/** A tool's input is of any shape; deeper than this nobody reads it. */
const maxDepth = 6;

function strings(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === maxDepth) return [];
  return Object.values(value).flatMap((inner) => strings(inner, depth + 1));
}

import { asObject, listIn, objectIn, parseObject, textIn, type JsonObject } from './json';

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

/** The texts of people, agents and tools in an entry, without the client's notes for itself. */
export function spokenEntry(text: string): SpokenEntry {
  const line = parseObject(text);
  return { texts: line === undefined ? [] : textsOf(line), at: textIn(line, 'timestamp') };
}

function textsOf(line: JsonObject): readonly SpokenText[] {
  const message = objectIn(line, 'message');
  switch (line['type']) {
    case 'user':
      if (line['isMeta'] === true) return [];
      return said(message, line['isCompactSummary'] === true ? 'Summary' : 'You');
    case 'assistant':
      return said(message, 'Claude');
    case 'attachment': {
      const attachment = objectIn(line, 'attachment');
      const prompt = textIn(attachment, 'prompt');
      const isPrompt = attachment?.['type'] === 'queued_command' && prompt !== undefined;
      return isPrompt ? [{ speaker: 'You', text: prompt }] : [];
    }
    case 'summary':
      return one('Summary', textIn(line, 'summary'));
    default:
      return [];
  }
}

function said(message: JsonObject | undefined, speaker: string): readonly SpokenText[] {
  const content = message?.['content'];
  if (typeof content === 'string') return [{ speaker, text: content }];
  return listIn(message, 'content').flatMap((block) => blockTexts(asObject(block), speaker));
}

function blockTexts(block: JsonObject | undefined, speaker: string): readonly SpokenText[] {
  switch (block?.['type']) {
    case 'text':
      return one(speaker, textIn(block, 'text'));
    case 'thinking':
      return one('Thinking', textIn(block, 'thinking'));
    case 'tool_use': {
      const name = textIn(block, 'name') ?? 'Tool';
      return strings(block['input']).map((text) => ({ speaker: name, text }));
    }
    case 'tool_result': {
      const content = block['content'];
      if (typeof content === 'string') return [{ speaker: 'Output', text: content }];
      return listIn(block, 'content').flatMap((part) =>
        one('Output', textIn(asObject(part), 'text')),
      );
    }
    default:
      return [];
  }
}

function one(speaker: string, text: string | undefined): readonly SpokenText[] {
  return text === undefined ? [] : [{ speaker, text }];
}

/** A tool's input is of any shape; deeper than this nobody reads it. */
const maxDepth = 6;

function strings(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === maxDepth) return [];
  return Object.values(value).flatMap((inner) => strings(inner, depth + 1));
}

import { contentOf, contentText, resultTexts } from './content';
import { objectIn, textIn, type JsonObject } from './json';
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

/** The texts of people, agents and tools in each record of a line, without the client's notes for itself. */
export function spokenEntries(text: string): readonly SpokenEntry[] {
  const { records } = recordsIn(text);
  return records.map((line) => ({ texts: textsOf(line), at: textIn(line, 'timestamp') }));
}

function textsOf(line: JsonObject): readonly SpokenText[] {
  const message = objectIn(line, 'message');
  switch (line['type']) {
    case 'user':
      if (line['isMeta'] === true) return [];
      return printedOr(line, () =>
        said(message, line['isCompactSummary'] === true ? 'Summary' : 'You'),
      );
    case 'assistant':
      return said(message, 'Claude');
    case 'attachment': {
      const attachment = objectIn(line, 'attachment');
      const prompt =
        attachment?.['type'] === 'queued_command' ? contentOf(attachment['prompt']) : [];
      return printedOr(line, () => one('You', contentText(prompt)));
    }
    case 'summary':
      return one('Summary', textIn(line, 'summary'));
    case 'system':
    case 'pr-link':
      return printed(line);
    default:
      return [];
  }
}

/** The commands, their output and the client's words to the person, as the reader shows them. */
function printed(line: JsonObject): readonly SpokenText[] {
  return partsOf(parseEntry(line)).flatMap((part) => {
    switch (part.kind) {
      case 'notice':
        return one('Claude Code', part.text);
      case 'command':
        return one('You', `${part.name} ${part.args}`.trim());
      case 'commandOutput':
        return one('Output', part.text);
      default:
        return [];
    }
  });
}

function printedOr(line: JsonObject, others: () => readonly SpokenText[]): readonly SpokenText[] {
  const texts = printed(line);
  return texts.length > 0 ? texts : others();
}

function said(message: JsonObject | undefined, speaker: string): readonly SpokenText[] {
  const content = contentOf(message?.['content']);
  if (typeof content === 'string') return one(speaker, content);
  return content.flatMap((block) => blockTexts(block, speaker));
}

function blockTexts(block: JsonObject, speaker: string): readonly SpokenText[] {
  switch (block['type']) {
    case 'text':
      return one(speaker, textIn(block, 'text'));
    case 'thinking':
      return one('Thinking', textIn(block, 'thinking'));
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const name = textIn(block, 'name') ?? 'Tool';
      return strings(block['input']).map((text) => ({ speaker: name, text }));
    }
    default: {
      if (textIn(block, 'type')?.endsWith('tool_result') !== true) return [];
      return resultTexts(contentOf(block['content'])).flatMap((text) => one('Output', text));
    }
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

import type { EntryPart } from '../../../agents/transcripts/entry';
import type { Voices } from '../../../agents/transcripts/format';

/** A text of a transcript's line that the reader shows. */
export interface SpokenText {
  /** `You`, the agent, or the name of a tool. */
  readonly speaker: string;
  readonly text: string;
}

/** Returns the texts of a part of a line with their speakers. */
export function spokenTexts(part: EntryPart, { agent, program }: Voices): readonly SpokenText[] {
  switch (part.kind) {
    case 'prompt':
      return textBy('You', part.text);
    case 'command':
      return textBy('You', `${part.name} ${part.args}`.trim());
    case 'commandOutput':
    case 'toolResult':
      return textBy('Output', part.text);
    case 'text':
    case 'apiError':
      return textBy(agent, part.text);
    case 'thinking':
      return textBy('Thinking', part.text);
    case 'toolUse':
      return stringsIn(part.input).map((text) => ({ speaker: part.name, text }));
    case 'notification':
      return textBy(program, `${part.summary}\n${part.result}`.trim());
    case 'notice':
      return textBy(program, part.text);
    case 'summary':
      return textBy('Summary', part.text);
    default:
      return [];
  }
}

function textBy(speaker: string, text: string): readonly SpokenText[] {
  return text === '' ? [] : [{ speaker, text }];
}

/** Maximum depth to which a tool's input is searched; the input can have any shape. */
const maxDepth = 6;

function stringsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === maxDepth) return [];
  return Object.values(value).flatMap((inner) => stringsIn(inner, depth + 1));
}

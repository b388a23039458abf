import type { EntryPart } from '../../../agents/transcripts/entry';
import type { Voices } from '../../../agents/transcripts/format';

/** A text of a transcript's line that readers see. */
export interface SpokenText {
  /** `You`, the agent, or the name of a tool. */
  readonly speaker: string;
  readonly text: string;
}

/** Returns the texts of a part of a line with their speakers. */
export function spokenTexts(part: EntryPart, { agent, program }: Voices): readonly SpokenText[] {
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
      return one(agent, part.text);
    case 'thinking':
      return one('Thinking', part.text);
    case 'toolUse':
      return strings(part.input).map((text) => ({ speaker: part.name, text }));
    case 'notification':
      return one(program, `${part.summary}\n${part.result}`.trim());
    case 'notice':
      return one(program, part.text);
    case 'summary':
      return one('Summary', part.text);
    default:
      return [];
  }
}

function one(speaker: string, text: string): readonly SpokenText[] {
  return text === '' ? [] : [{ speaker, text }];
}

/** Maximum depth in a tool's input that is searched; the input has any shape. */
const maxDepth = 6;

function strings(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === maxDepth) return [];
  return Object.values(value).flatMap((inner) => strings(inner, depth + 1));
}

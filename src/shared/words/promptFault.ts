import { untypableCharacters } from '../text/promptLimits';
import { codePointName } from '../text/textMarks';
import { t } from './l10n';

/** A character that can't be typed into a terminal unchanged. */
export interface PromptFault {
  /** Code point, such as `U+009D`. */
  readonly character: string;
  /** Line and column, both from 1. */
  readonly line: number;
  readonly place: number;
}

/** The first character that cannot be typed, if any. Prompts are refused and never changed. */
export function promptFault(text: string): PromptFault | undefined {
  const at = text.search(untypableCharacters);
  if (at < 0) return undefined;
  const lines = text.slice(0, at).split(/\r\n?|\n/);
  return {
    character: codePointName(text.slice(at)),
    line: lines.length,
    place: Array.from(lines.at(-1) ?? '').length + 1,
  };
}

/** The reason why a prompt is refused, as text for the person. */
export function promptProblem(text: string): string | undefined {
  const fault = promptFault(text);
  if (fault === undefined) return undefined;
  const { character, line, place } = fault;
  return t(
    'Not sent: character {0} of line {1} is {2}, which a terminal can’t take as text. Remove it or retype it.',
    place,
    line,
    character,
  );
}

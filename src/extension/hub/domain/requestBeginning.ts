import { preview } from './preview';

/** The client offers two or three. */
const mostSuggestions = 12;

/** What of a request fits into every update of the board; `whole` where that is all of it. */
export interface RequestBeginning {
  readonly toolInput: unknown;
  readonly suggestions: unknown[];
  readonly whole: boolean;
}

export function requestBeginning(
  toolInput: unknown,
  suggestions: readonly unknown[],
): RequestBeginning {
  const input = preview(toolInput);
  const first = suggestions.slice(0, mostSuggestions).map(preview);
  return {
    toolInput: input.value,
    suggestions: first.map(({ value }) => value),
    whole: suggestions.length <= mostSuggestions && [input, ...first].every(({ whole }) => whole),
  };
}

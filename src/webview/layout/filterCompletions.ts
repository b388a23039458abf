import { plainTitle } from '../../shared/text/plainText';
import {
  filterKeys,
  isSameToken,
  type FilterKey,
  type FilterToken,
} from '../../shared/board/filter/filterTokens';
import type { LiveSession } from '../../shared/protocol/protocol';
import { filterChoices, type FilterChoice } from './filterChoices';

/** A completion of the last word in the filter. */
export interface FilterCompletion {
  /** Text in the list: `state:`, or a value of the typed key. */
  readonly name: string;
  /** Number of sessions that have the value; undefined for a key. */
  readonly count: number | undefined;
  /** Text of the field after accepting it. */
  readonly text: string;
  /** The token that is added to the filter; undefined for a key. */
  readonly token: FilterToken | undefined;
}

/** Completions of the last word in the filter: keys, or after a key the values on the board. */
export function filterCompletions(
  text: string,
  tokens: readonly FilterToken[],
  sessions: Iterable<LiveSession>,
): readonly FilterCompletion[] {
  const start = startOfWord(text);
  const textBefore = text.slice(0, start);
  const [name = '', ...rest] = text.slice(start).split(':');
  const typed = name.toLowerCase();
  if (rest.length === 0) {
    if (typed === '') return [];
    return filterKeys
      .filter((key) => key.startsWith(typed))
      .map((key) => ({
        name: `${key}:`,
        count: undefined,
        text: `${textBefore}${key}:`,
        token: undefined,
      }));
  }
  const key = filterKeys.find((one) => one === typed);
  return key === undefined
    ? []
    : valueCompletions(key, rest.join(':'), textBefore, tokens, sessions);
}

function valueCompletions(
  key: FilterKey,
  typed: string,
  textBefore: string,
  tokens: readonly FilterToken[],
  sessions: Iterable<LiveSession>,
): readonly FilterCompletion[] {
  const foldedInput = foldText(typed.replaceAll('"', ''));
  const all = [...sessions];
  const choices = filterChoices(all, Number.POSITIVE_INFINITY)[key];
  return [...choices, ...(key === 'pr' ? pullNumbers(all) : [])]
    .filter(({ token }) => foldText(token.value).includes(foldedInput.replace(/^#/, '')))
    .filter(({ token }) => !tokens.some((one) => isSameToken(one, token)))
    .map(({ token, count }) => ({
      name: plainTitle(token.value, 200),
      count,
      text: textBefore.trimEnd(),
      token,
    }));
}

/** The numbers of the pull requests on the board, newest first. */
function pullNumbers(sessions: readonly LiveSession[]): readonly FilterChoice[] {
  const counts = new Map<number, number>();
  for (const { outcome } of sessions) {
    for (const number of new Set(outcome?.pulls.map((pull) => pull.number))) {
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([a], [b]) => b - a)
    .map(([number, count]) => ({
      token: { key: 'pr', value: String(number), exact: true },
      count,
    }));
}

/** Start of the last word; a space within quotes ends no word. */
function startOfWord(text: string): number {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ' ' && !isQuoted) start = at + 1;
  }
  return start;
}

function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

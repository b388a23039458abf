import {
  formatToken,
  parseFilter,
  type FilterToken,
} from '../../../shared/board/filter/filterTokens';
import { isPastToken, pastMatcherOf } from '../../../shared/board/filter/pastFilter';
import { createSessionMatcher } from '../../../shared/board/filter/sessionFilter';
import type { HistoryEntry } from '../../../shared/protocol/history';
import type { LiveSession } from '../../../shared/protocol/protocol';

/**
 * A query of Find Session. Text with a colon that is no supported token is searched for as words.
 */
export interface FindQuery {
  readonly words: string;
  /** True if the query contains tokens. */
  readonly isFiltered: boolean;
  /** Tokens that the hub supports; undefined if there are none. */
  readonly tokens: string | undefined;
  /** True for a session on the board that matches the tokens. */
  readonly matches: (session: LiveSession) => boolean;
  /** True for a past session that matches the tokens; `known` is its newer state on the board. */
  readonly matchesPast: (entry: HistoryEntry, known: LiveSession | undefined) => boolean;
}

const everything = () => true;

export function findQuery(typed: string): FindQuery {
  const tokens = parseFilter(typed).tokens.filter(isPastToken);
  if (tokens.length === 0) {
    return {
      words: typed,
      isFiltered: false,
      tokens: undefined,
      matches: everything,
      matchesPast: everything,
    };
  }
  const matches = createSessionMatcher({ tokens, words: [] });
  const matchesEntry = pastMatcherOf(tokens);
  return {
    words: withoutTokens(typed, tokens),
    isFiltered: true,
    tokens: tokens.map(formatToken).join(' '),
    matches,
    matchesPast: (entry, known) => (known === undefined ? matchesEntry(entry) : matches(known)),
  };
}

/**
 * Removes the tokens from the typed text and keeps the rest unchanged, because the hub parses its
 * quotes.
 */
function withoutTokens(typed: string, tokens: readonly FilterToken[]): string {
  const forms = new Set(
    tokens.flatMap((token) => [formatToken(token), formatToken({ ...token, exact: true })]),
  );
  const parts = typed.match(/[^\s"]*"[^"]*"?|[^\s"]+/g) ?? [];
  return parts
    .filter((part) => {
      const at = part.indexOf(':');
      const key = part.slice(0, Math.max(0, at)).toLowerCase();
      return at < 0 || !forms.has(`${key}${part.slice(at)}`);
    })
    .join(' ');
}

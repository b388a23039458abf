import {
  formatToken,
  parseFilter,
  type FilterKey,
  type FilterToken,
} from '../../../shared/board/filterTokens';
import { matcherOf } from '../../../shared/board/sessionFilter';
import type { HistoryEntry } from '../../../shared/protocol/history';
import type { LiveSession } from '../../../shared/protocol/protocol';

/** Tokens that Find Session takes; any other text with a colon is looked for as it is. */
const keys: ReadonlySet<FilterKey> = new Set<FilterKey>(['pr', 'tests', 'branch', 'worktree']);

/** What is typed into Find Session: words, which the hub looks for, and tokens. */
export interface FindQuery {
  readonly words: string;
  readonly hasTokens: boolean;
  /** True for a session of the board that has what the tokens name. */
  readonly matches: (session: LiveSession) => boolean;
  /** The same of one of the past; `known` is what the board has of it, and all that is known of its outcome. */
  readonly matchesPast: (entry: HistoryEntry, known: LiveSession | undefined) => boolean;
}

const everything = () => true;

export function findQuery(typed: string): FindQuery {
  const tokens = parseFilter(typed).tokens.filter(({ key }) => keys.has(key));
  if (tokens.length === 0) {
    return { words: typed, hasTokens: false, matches: everything, matchesPast: everything };
  }
  const matches = matcherOf({ tokens, words: [] });
  return {
    words: without(typed, tokens),
    hasTokens: true,
    matches,
    matchesPast: (_entry, known) => known !== undefined && matches(known),
  };
}

/** The rest is not rebuilt from what was parsed: its quotes are the hub's to read. */
function without(typed: string, tokens: readonly FilterToken[]): string {
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

import { worktreeNameIn } from '../../agents/places';
import type { SessionMachine } from '../../protocol/machines/machineNews';
import type { HistoryEntry } from '../../protocol/history';
import { plainTitle } from '../../text/plainText';
import { placeWords } from './placeWords';
import {
  foldCaseAndAccents,
  pullWords,
  testWords,
  tokensMatcher,
  type FilterKey,
  type FilterToken,
} from './filterTokens';

/** Filter keys that apply to past sessions. */
const pastKeys: ReadonlySet<FilterKey> = new Set<FilterKey>([
  'pr',
  'tests',
  'branch',
  'worktree',
  'machine',
  'account',
]);

type PastFields = Pick<HistoryEntry, 'gitBranch' | 'projectPath' | 'outcome'> & {
  readonly machine?: SessionMachine | undefined;
  readonly account?: string | undefined;
};

export function isPastToken({ key }: FilterToken): boolean {
  return pastKeys.has(key);
}

/**
 * True if the token names a machine or an account. Only the hub that shows the board has these
 * names; the others can't evaluate the token.
 */
export function namesMachine({ key }: FilterToken): boolean {
  return key === 'machine' || key === 'account';
}

/** True if the token names an outcome, which requires reading complete transcripts. */
export function namesOutcome({ key }: FilterToken): boolean {
  return key === 'pr' || key === 'tests';
}

/** Builds a predicate for past sessions; case and accents are ignored. */
export function pastMatcherOf(tokens: readonly FilterToken[]): (session: PastFields) => boolean {
  return tokensMatcher(tokens, valuesOf);
}

function valuesOf(session: PastFields, key: FilterKey): readonly string[] {
  switch (key) {
    case 'branch':
      return [foldCaseAndAccents(plainTitle(session.gitBranch ?? '', 200))];
    case 'worktree':
      return worktreeIn(session.projectPath).map(foldCaseAndAccents);
    case 'machine':
    case 'account':
      return placeWords(session, key);
    case 'pr':
      return pullWords(session.outcome);
    case 'tests':
      return testWords(session.outcome);
    default:
      return [];
  }
}

/**
 * The work tree's name, if the client created it; other work trees can't be recognized by their
 * path.
 */
function worktreeIn(projectPath: string): readonly string[] {
  const name = worktreeNameIn(projectPath);
  return name === undefined ? [] : [plainTitle(name, 120)];
}

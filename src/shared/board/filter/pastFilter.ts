import { worktreeNameIn } from '../../agents/places';
import type { SessionMachine } from '../../protocol/machines/machineNews';
import type { HistoryEntry } from '../../protocol/history';
import { plainTitle } from '../../text/plainText';
import { machineName } from '../machineText';
import {
  folded,
  pullWords,
  testWords,
  tokensMatcher,
  type FilterKey,
  type FilterToken,
} from './filterTokens';

/** Tokens by which sessions of the past are found. */
const pastKeys: ReadonlySet<FilterKey> = new Set<FilterKey>([
  'pr',
  'tests',
  'branch',
  'worktree',
  'machine',
]);

type PastFields = Pick<HistoryEntry, 'gitBranch' | 'projectPath' | 'outcome'> & {
  readonly machine?: SessionMachine | undefined;
};

export function isPastToken({ key }: FilterToken): boolean {
  return pastKeys.has(key);
}

/** True where the token names a machine: only the desk knows it by that name. */
export function namesMachine({ key }: FilterToken): boolean {
  return key === 'machine';
}

/** True where the token names what a session delivered: that is read from its whole transcript. */
export function namesOutcome({ key }: FilterToken): boolean {
  return key === 'pr' || key === 'tests';
}

/** Builds a predicate to test many sessions of the past with; case and accents are ignored. */
export function pastMatcherOf(tokens: readonly FilterToken[]): (session: PastFields) => boolean {
  return tokensMatcher(tokens, valuesOf);
}

function valuesOf(session: PastFields, key: FilterKey): readonly string[] {
  switch (key) {
    case 'branch':
      return [folded(plainTitle(session.gitBranch ?? '', 200))];
    case 'worktree':
      return worktreeIn(session.projectPath).map(folded);
    case 'machine':
      return [folded(machineName(session))].filter((name) => name !== '');
    case 'pr':
      return pullWords(session.outcome);
    case 'tests':
      return testWords(session.outcome);
    default:
      return [];
  }
}

/** The work tree's name where the client itself made it; of any other one the path does not tell. */
function worktreeIn(projectPath: string): readonly string[] {
  const name = worktreeNameIn(projectPath);
  return name === undefined ? [] : [plainTitle(name, 120)];
}

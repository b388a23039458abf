import type { SessionOutcome } from '../../protocol/layers/display';
import type { LiveSession } from '../../protocol/protocol';

export const filterKeys = [
  'project',
  'branch',
  'worktree',
  'machine',
  'account',
  'agent',
  'state',
  'group',
  'tag',
  'pr',
  'tests',
  'is',
] as const;
export type FilterKey = (typeof filterKeys)[number];

/** A token such as `project:api`. In quotes (`project:"api"`) the complete value has to match. */
export interface FilterToken {
  readonly key: FilterKey;
  readonly value: string;
  readonly exact: boolean;
}

/** A filter: tokens with the same key are alternatives, all other conditions must hold together. */
export interface SessionFilter {
  readonly tokens: readonly FilterToken[];
  /** Words that must all occur in the texts of the session. */
  readonly words: readonly string[];
}

export const noFilter: SessionFilter = { tokens: [], words: [] };

const tokenPattern = /(\p{L}+):(?:"([^"]*)"?|(\S*))|"([^"]*)"?|(\S+)/gu;

/** Parses typed text; a part that is no known token becomes a word. */
export function parseFilter(text: string): SessionFilter {
  const tokens: FilterToken[] = [];
  const words: string[] = [];
  for (const [whole, name = '', quoted, plain, phrase, word] of text.matchAll(tokenPattern)) {
    const key = filterKeys.find((one) => one === name.toLowerCase());
    const value = (quoted ?? plain ?? '').trim();
    if (key !== undefined && value !== '') tokens.push({ key, value, exact: quoted !== undefined });
    else if (key === undefined) words.push(phrase ?? word ?? whole.replaceAll('"', ''));
  }
  return { tokens, words: words.filter((one) => one !== '') };
}

export function formatToken({ key, value, exact }: FilterToken): string {
  return `${key}:${exact || /\s/.test(value) ? `"${value}"` : value}`;
}

export function isEmptyFilter({ tokens, words }: SessionFilter): boolean {
  return tokens.length === 0 && words.length === 0;
}

export function isSameToken(a: FilterToken, b: FilterToken): boolean {
  return a.key === b.key && a.value === b.value && a.exact === b.exact;
}

/**
 * Builds a predicate from tokens alone; `valuesOf` returns the folded values that a key can match.
 */
export function tokensMatcher<Subject>(
  tokens: readonly FilterToken[],
  valuesOf: (subject: Subject, key: FilterKey) => readonly string[],
): (subject: Subject) => boolean {
  const byKey = filterKeys.flatMap((key) => {
    const wanted = tokens.filter((token) => token.key === key);
    return wanted.length === 0 ? [] : [{ key, wanted: wanted.map(predicateFor) }];
  });
  return (subject) =>
    byKey.every(({ key, wanted }) => {
      const values = valuesOf(subject, key);
      return wanted.some((test) => values.some(test));
    });
}

function predicateFor({ key, value, exact }: FilterToken): (candidate: string) => boolean {
  const wanted = foldCaseAndAccents(value);
  // Numbers match exactly, words by prefix: `pr:4` does not match 41, `tests:fail` matches failing,
  // and `is:reviewed` does not match `unreviewed`.
  if (key === 'pr' || key === 'tests' || key === 'is') {
    const word = wanted.replace(/^#/, '');
    const isWhole = exact || /^\d+$/.test(word);
    return isWhole ? (candidate) => candidate === word : (candidate) => candidate.startsWith(word);
  }
  return exact ? (candidate) => candidate === wanted : (candidate) => candidate.includes(wanted);
}

/**
 * Values for `pr:`: `any`, then the number and state of each pull request; an unknown state counts
 * as open. Empty without pull requests.
 */
export function pullWords(outcome: SessionOutcome | undefined): readonly string[] {
  const { pulls = [] } = outcome ?? {};
  if (pulls.length === 0) return [];
  return [
    'any',
    ...pulls.flatMap(({ number, state = 'open' }) => [
      String(number),
      ...(state === 'draft' ? ['open', state] : [state]),
    ]),
  ];
}

/** Value for `tests:`: `passing` or `failing`, by the last test run; empty without one. */
export function testWords(outcome: SessionOutcome | undefined): readonly string[] {
  const tests = outcome?.tests;
  return tests === undefined ? [] : [tests.ok ? 'passing' : 'failing'];
}

/** Values for `is:`. A session that changed nothing is neither reviewed nor unreviewed. */
export function conditionWords({
  collisions,
  reviewed,
  changes,
  machine,
}: Pick<LiveSession, 'collisions' | 'reviewed' | 'changes' | 'machine'>): readonly string[] {
  const words: string[] = [];
  if ((collisions?.found.length ?? 0) > 0) words.push('colliding');
  if ((collisions?.others ?? 0) > 0) words.push('shared');
  if (reviewed !== undefined) words.push('reviewed');
  else if (changes !== undefined) words.push('unreviewed');
  if (machine?.away !== undefined) words.push('away');
  return words;
}

/** The text without accents, in lower case. */
export function foldCaseAndAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

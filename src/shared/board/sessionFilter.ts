import { groupHeadings, groupOrder } from '../presentation';
import { plainTitle } from '../text/plainText';
import type { LiveSession } from '../protocol/protocol';
import { badgesOf, branchName, deliveredLabel } from './displayText';

export const filterKeys = [
  'project',
  'branch',
  'worktree',
  'state',
  'group',
  'tag',
  'pr',
  'tests',
] as const;
export type FilterKey = (typeof filterKeys)[number];

/** A token such as `project:api`. In quotes (`project:"api"`) the whole value must match. */
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

const parts = /(\p{L}+):(?:"([^"]*)"?|(\S*))|"([^"]*)"?|(\S+)/gu;

/** Parses typed text; a part that is no known token becomes a word. Never fails. */
export function parseFilter(text: string): SessionFilter {
  const tokens: FilterToken[] = [];
  const words: string[] = [];
  for (const [whole, name = '', quoted, plain, phrase, word] of text.matchAll(parts)) {
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

export function sameToken(a: FilterToken, b: FilterToken): boolean {
  return a.key === b.key && a.value === b.value && a.exact === b.exact;
}

/** Builds a predicate to test many sessions with; case and accents are ignored. */
export function matcherOf(filter: SessionFilter): (session: LiveSession) => boolean {
  const words = filter.words.map(folded);
  const byKey = filterKeys.flatMap((key) => {
    const wanted = filter.tokens.filter((token) => token.key === key);
    return wanted.length === 0 ? [] : [{ key, wanted: wanted.map(testOf) }];
  });
  return (session) =>
    byKey.every(({ key, wanted }) => {
      const values = valuesOf(session, key);
      return wanted.some((test) => values.some(test));
    }) &&
    (words.length === 0 || hasWords(session, words));
}

/** The name of a state in a filter: `needs permission`. */
export function stateWords(state: string): string {
  return plainTitle(state, 80).replace(/_/g, ' ');
}

function testOf({ key, value, exact }: FilterToken): (candidate: string) => boolean {
  const wanted = folded(value);
  // A number is meant whole, a word as it is begun: `pr:4` is not 41, and `tests:fail` is failing.
  if (key === 'pr' || key === 'tests') {
    const word = wanted.replace(/^#/, '');
    const isWhole = exact || /^\d+$/.test(word);
    return isWhole ? (candidate) => candidate === word : (candidate) => candidate.startsWith(word);
  }
  return exact ? (candidate) => candidate === wanted : (candidate) => candidate.includes(wanted);
}

function valuesOf(session: LiveSession, key: FilterKey): readonly string[] {
  const { agentState, projectName, repository, outcome } = session;
  switch (key) {
    case 'project':
      return [folded(plainTitle(projectName, 120))];
    case 'branch':
      return [folded(branchName(session))];
    case 'worktree':
      return [folded(plainTitle(repository?.worktree ?? '', 120))].filter((name) => name !== '');
    case 'pr':
      return pullWords(outcome);
    case 'tests':
      return testWords(outcome);
    case 'tag':
      return (session.tags ?? []).map(({ word }) => folded(plainTitle(word, 24)));
    case 'state':
      return [folded(stateWords(agentState.state)), folded(agentState.state)];
    case 'group':
      return groupOrder.includes(agentState.group)
        ? [folded(groupHeadings[agentState.group]()), agentState.group]
        : [];
  }
}

/** `any`, and of each pull request its number and state; one of an unknown state counts as open. */
export function pullWords(outcome: LiveSession['outcome']): readonly string[] {
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

/** `passing` or `failing`, as the last run said. */
export function testWords(outcome: LiveSession['outcome']): readonly string[] {
  const tests = outcome?.tests;
  return tests === undefined ? [] : [tests.ok ? 'passing' : 'failing'];
}

const texts = new WeakMap<LiveSession, string>();

function hasWords(session: LiveSession, words: readonly string[]): boolean {
  const known = texts.get(session);
  const text = known ?? folded(textOf(session));
  if (known === undefined) texts.set(session, text);
  return words.every((word) => text.includes(word));
}

function textOf(session: LiveSession): string {
  const { agentState, subagents, repository } = session;
  return [
    session.title,
    session.originalTitle,
    ...(session.tags ?? []).map(({ word }) => word),
    session.projectName,
    branchName(session),
    repository?.worktree,
    agentState.label.text,
    deliveredLabel(session),
    ...badgesOf(session).map(({ text }) => text),
    session.lastPrompt,
    session.model,
    session.sessionId,
    ...subagents.flatMap(({ agentType, description }) => [agentType, description]),
  ].join('\n');
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

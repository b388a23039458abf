import { groupHeadings, groupOrder } from '../presentation';
import { plainTitle } from '../text/plainText';
import type { LiveSession } from '../protocol/protocol';

export const filterKeys = ['project', 'branch', 'state', 'group'] as const;
export type FilterKey = (typeof filterKeys)[number];

/** `project:api`; in quotes, `project:"api"`, the whole value must be the same. */
export interface FilterToken {
  readonly key: FilterKey;
  readonly value: string;
  readonly exact: boolean;
}

/** Tokens of one key are alternatives; everything else must hold together. */
export interface SessionFilter {
  readonly tokens: readonly FilterToken[];
  /** Each must be somewhere in what the session tells of itself. */
  readonly words: readonly string[];
}

export const noFilter: SessionFilter = { tokens: [], words: [] };

const parts = /(\p{L}+):(?:"([^"]*)"?|(\S*))|"([^"]*)"?|(\S+)/gu;

/** Reads what a person typed; what is no token of ours is a word. Never fails. */
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

/** A test for many sessions; case and accents do not count. */
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

/** The states in words, as they are named in a filter: `needs permission`. */
export function stateWords(state: string): string {
  return plainTitle(state, 80).replace(/_/g, ' ');
}

function testOf({ value, exact }: FilterToken): (candidate: string) => boolean {
  const wanted = folded(value);
  return exact ? (candidate) => candidate === wanted : (candidate) => candidate.includes(wanted);
}

function valuesOf(session: LiveSession, key: FilterKey): readonly string[] {
  const { agentState, projectName, gitBranch = '' } = session;
  switch (key) {
    case 'project':
      return [folded(plainTitle(projectName, 120))];
    case 'branch':
      return [folded(plainTitle(gitBranch, 200))];
    case 'state':
      return [folded(stateWords(agentState.state)), folded(agentState.state)];
    case 'group':
      return groupOrder.includes(agentState.group)
        ? [folded(groupHeadings[agentState.group]()), agentState.group]
        : [];
  }
}

const texts = new WeakMap<LiveSession, string>();

function hasWords(session: LiveSession, words: readonly string[]): boolean {
  const known = texts.get(session);
  const text = known ?? folded(textOf(session));
  if (known === undefined) texts.set(session, text);
  return words.every((word) => text.includes(word));
}

function textOf(session: LiveSession): string {
  const { agentState, subagents } = session;
  return [
    session.title,
    session.projectName,
    session.gitBranch,
    agentState.label.text,
    session.lastPrompt,
    session.model,
    session.sessionId,
    ...subagents.flatMap(({ agentType, description }) => [agentType, description]),
  ].join('\n');
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

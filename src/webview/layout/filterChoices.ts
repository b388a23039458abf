import { plainTitle } from '../../shared/text/plainText';
import { groupHeadings, groupOrder } from '../../shared/presentation';
import type { LiveSession } from '../../shared/protocol/protocol';
import { accountName, machineName } from '../../shared/board/texts/machineText';
import { branchName } from '../../shared/board/texts/displayText';
import { agentLabelOf } from '../../shared/board/texts/partTexts';
import {
  conditionWords,
  pullWords,
  testWords,
  type FilterKey,
  type FilterToken,
} from '../../shared/board/filter/filterTokens';
import { stateWords } from '../../shared/board/filter/sessionFilter';

/** A token with the number of sessions that it matches. */
export interface FilterChoice {
  readonly token: FilterToken;
  readonly count: number;
}

/** Values to filter by, at most `maxPerKey` of each key: groups in board order, others by count. */
export function filterChoices(
  sessions: Iterable<LiveSession>,
  maxPerKey: number,
): Readonly<Record<FilterKey, readonly FilterChoice[]>> {
  const groups = new Map(groupOrder.map((group) => [groupHeadings[group](), 0]));
  const [states, projects, branches, tagCounts] = [
    emptyCounts(),
    emptyCounts(),
    emptyCounts(),
    emptyCounts(),
  ];
  const [worktrees, pulls, tests, conditions] = [
    emptyCounts(),
    emptyCounts(),
    emptyCounts(),
    emptyCounts(),
  ];
  const [machines, accounts, agents] = [emptyCounts(), emptyCounts(), emptyCounts()];
  for (const session of sessions) {
    const { agentState, projectName, repository, outcome, tags = [] } = session;
    const heading = groupHeadings[agentState.group]();
    groups.set(heading, (groups.get(heading) ?? 0) + 1);
    count(states, stateWords(agentState.state));
    count(projects, plainTitle(projectName, 120));
    count(branches, branchName(session));
    count(worktrees, plainTitle(repository?.worktree ?? '', 120));
    const account = accountName(session);
    count(accounts, account);
    if (account === '') count(machines, machineName(session));
    count(agents, agentLabelOf(session));
    // Numbers of pull requests are omitted, because each matches a single session; they can be
    // typed.
    for (const word of new Set(pullWords(outcome))) if (!/^\d/.test(word)) count(pulls, word);
    for (const word of testWords(outcome)) count(tests, word);
    for (const word of conditionWords(session)) count(conditions, word);
    for (const { word } of tags) count(tagCounts, plainTitle(word, 24));
  }
  // A value that all sessions have distinguishes none.
  if (agents.size === 1) agents.clear();
  const choicesOf = (key: FilterKey, values: ReadonlyMap<string, number>) =>
    [...values]
      .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
      .slice(0, maxPerKey)
      .map(([value, count]) => ({ token: { key, value, exact: true }, count }));
  return {
    group: [...groups].map(([value, count]) => ({
      token: { key: 'group', value, exact: true },
      count,
    })),
    state: choicesOf('state', states),
    project: choicesOf('project', projects),
    branch: choicesOf('branch', branches),
    tag: choicesOf('tag', tagCounts),
    worktree: choicesOf('worktree', worktrees),
    machine: choicesOf('machine', machines),
    account: choicesOf('account', accounts),
    agent: choicesOf('agent', agents),
    pr: choicesOf('pr', pulls),
    tests: choicesOf('tests', tests),
    is: choicesOf('is', conditions),
  };
}

function emptyCounts(): Map<string, number> {
  return new Map();
}

function count(values: Map<string, number>, value: string): void {
  if (value !== '') values.set(value, (values.get(value) ?? 0) + 1);
}

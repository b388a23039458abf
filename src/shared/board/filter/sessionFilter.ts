import { defaultAgent } from '../../agents/agentLabels';
import { groupHeadings, groupOrder } from '../../presentation';
import { plainTitle } from '../../text/plainText';
import type { LiveSession } from '../../protocol/protocol';
import { machineName } from '../texts/machineText';
import { agentLabelOf, agentName } from '../texts/partTexts';
import { placeWords } from './placeWords';
import { badgesOf, branchName, layerLabel } from '../texts/displayText';
import {
  conditionWords,
  foldCaseAndAccents,
  pullWords,
  testWords,
  tokensMatcher,
  type FilterKey,
  type SessionFilter,
} from './filterTokens';

/** Builds a predicate for sessions on the board; case and accents are ignored. */
export function createSessionMatcher(filter: SessionFilter): (session: LiveSession) => boolean {
  const words = filter.words.map(foldCaseAndAccents);
  const hasTokens = tokensMatcher(filter.tokens, valuesOf);
  return (session) => hasTokens(session) && (words.length === 0 || hasWords(session, words));
}

/** The name of a state for the filter, such as `needs permission`. */
export function stateWords(state: string): string {
  return plainTitle(state, 80).replace(/_/g, ' ');
}

function valuesOf(session: LiveSession, key: FilterKey): readonly string[] {
  const { agent = defaultAgent, agentState, projectName, repository, outcome } = session;
  switch (key) {
    case 'project':
      return [foldCaseAndAccents(plainTitle(projectName, 120))];
    case 'branch':
      return [foldCaseAndAccents(branchName(session))];
    case 'worktree':
      return [foldCaseAndAccents(plainTitle(repository?.worktree ?? '', 120))].filter(
        (name) => name !== '',
      );
    case 'machine':
    case 'account':
      return placeWords(session, key);
    case 'agent':
      return [foldCaseAndAccents(agentLabelOf(session)), agent];
    case 'pr':
      return pullWords(outcome);
    case 'tests':
      return testWords(outcome);
    case 'is':
      return conditionWords(session);
    case 'tag':
      return (session.tags ?? []).map(({ word }) => foldCaseAndAccents(plainTitle(word, 24)));
    case 'state':
      return [
        foldCaseAndAccents(stateWords(agentState.state)),
        foldCaseAndAccents(agentState.state),
      ];
    case 'group':
      return groupOrder.includes(agentState.group)
        ? [foldCaseAndAccents(groupHeadings[agentState.group]()), agentState.group]
        : [];
  }
}

const texts = new WeakMap<LiveSession, string>();

function hasWords(session: LiveSession, words: readonly string[]): boolean {
  const known = texts.get(session);
  const text = known ?? foldCaseAndAccents(textOf(session));
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
    machineName(session),
    agentName(session),
    branchName(session),
    repository?.worktree,
    agentState.label.text,
    layerLabel(session),
    ...badgesOf(session).map(({ text }) => text),
    session.lastPrompt,
    session.model,
    session.sessionId,
    ...subagents.flatMap(({ agentType, description }) => [agentType, description]),
  ].join('\n');
}

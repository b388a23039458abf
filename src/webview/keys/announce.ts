import { language, t } from '../../shared/words/l10n';
import { groupHeadings } from '../../shared/presentation';
import type { LiveSession } from '../../shared/protocol/protocol';
import { plainTitle } from '../../shared/text/plainText';
import { shownLabel } from '../../shared/words/stateLabels';

type Sessions = ReadonlyMap<string, LiveSession>;

const maxNamed = 3;

/** States whose label continues a sentence that begins with the project. */
const sentenceStates = new Set(['needs_permission', 'awaiting_input']);

/** Sessions whose change is announced: those that now need a person, and those that finished. */
export function noteworthy(before: Sessions, after: Sessions): readonly LiveSession[] {
  const found: LiveSession[] = [];
  for (const session of after.values()) {
    const previous = before.get(session.sessionId);
    if (previous === session || !isWorthHearing(session)) continue;
    const { group, state } = session.agentState;
    const same = previous?.agentState.group === group && previous.agentState.state === state;
    if (!same) found.push(session);
  }
  return found;
}

/** Says all changes in one sentence, those that need a person first; undefined without any. */
export function announcementOf(sessions: readonly LiveSession[]): string | undefined {
  const urgent = sessions.filter(({ agentState }) => agentState.group === 'needs_you');
  const all = [...urgent, ...sessions.filter((session) => !urgent.includes(session))];
  if (all.length === 0) return undefined;
  const named = all.slice(0, maxNamed).map(sentenceOf).join('; ');
  const rest = all.length > maxNamed ? `; ${t('and {0} more', all.length - maxNamed)}` : '';
  return urgent.length > 1 ? t('{0} need you: {1}', urgent.length, named + rest) : named + rest;
}

function isWorthHearing({ agentState: { group, state } }: LiveSession): boolean {
  return group === 'needs_you' || (group === 'delivered' && state !== 'session_ended');
}

function sentenceOf({ projectName, agentState }: LiveSession): string {
  const project = plainTitle(projectName, 60);
  const label = plainTitle(shownLabel(agentState.label), 120) || groupHeadings[agentState.group]();
  // In other languages words do not change their first letter so.
  if (language() !== 'en' || !sentenceStates.has(agentState.state)) return `${project}: ${label}`;
  return `${project} ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

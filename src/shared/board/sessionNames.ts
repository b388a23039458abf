import type { LiveSession, SubagentCard } from '../protocol/protocol';
import type { CardTag } from '../protocol/marks';
import { plainTitle } from '../text/plainText';
import { deliveredLabel } from './displayText';
import { deedOf, doingOf } from './doing';
import { passesForOurs } from '../words/impostor';
import { t } from '../words/l10n';
import { shownLabel } from '../words/stateLabels';

export function sessionTitle(session: Pick<LiveSession, 'title'>): string {
  return plainTitle(session.title, 120) || t('Untitled session');
}

/** Deed of a session with its object, such as “Reads src/x.ts”, else its state in words. */
export function labelOf(session: LiveSession): string {
  const label = plainTitle(deedOf(session) ?? shownLabel(session.agentState.label), 80);
  return label || plainTitle(session.agentState.state, 80);
}

/** `labelOf` beneath a heading with its state: a session at rest leads with its result or its last words. */
export function headlineOf(session: LiveSession): string {
  const { label, text } = doingOf(session);
  return label === '' ? plainTitle(text, 80) : (deliveredLabel(session) ?? labelOf(session));
}

/** The tags of a session; those of another machine are foreign, and say nothing in the board's words. */
export function shownTags({
  tags = [],
  machine,
}: Pick<LiveSession, 'tags' | 'machine'>): readonly CardTag[] {
  return machine === undefined ? tags : tags.filter(({ word }) => !passesForOurs(word));
}

export function subagentTitle(subagent: SubagentCard): string {
  return plainTitle(subagent.description ?? '', 120) || plainTitle(subagent.agentType, 80);
}

import type { LiveSession, SubagentCard } from '../protocol/protocol';
import type { CardTag } from '../protocol/marks';
import { plainTitle } from '../text/plainText';
import { passesForOurs } from '../words/impostor';
import { t } from '../words/l10n';
import { shownLabel } from '../words/stateLabels';

export function sessionTitle(session: Pick<LiveSession, 'title'>): string {
  return plainTitle(session.title, 120) || t('Untitled session');
}

export function labelOf(session: Pick<LiveSession, 'agentState'>): string {
  const label = plainTitle(shownLabel(session.agentState.label), 80);
  return label || plainTitle(session.agentState.state, 80);
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

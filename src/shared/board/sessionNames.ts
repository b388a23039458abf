import type { LiveSession, SubagentCard } from '../protocol/protocol';
import type { CardTag } from '../protocol/marks';
import { plainTitle } from '../text/plainText';
import { layerLabel } from './texts/displayText';
import { toolSentenceOf, activityLineOf } from './activityLine';
import { imitatesBoardText } from '../words/imitatedTexts';
import { t } from '../words/l10n';
import { shownLabel } from '../words/stateLabels';

export function sessionTitle(session: Pick<LiveSession, 'title'>): string {
  return plainTitle(session.title, 120) || t('Untitled session');
}

/** The running tool with its object, such as “Reads src/x.ts”, otherwise the state's text. */
export function labelOf(session: LiveSession): string {
  const label = plainTitle(toolSentenceOf(session) ?? shownLabel(session.agentState.label), 80);
  return label || plainTitle(session.agentState.state, 80);
}

/**
 * `labelOf` for a card below a heading with its state: a session at rest starts with its result or
 * its last message.
 */
export function headlineOf(session: LiveSession): string {
  const { label, text } = activityLineOf(session);
  return label === '' ? plainTitle(text, 80) : (layerLabel(session) ?? labelOf(session));
}

/**
 * The tags of a session. Tags from another machine are untrusted, so those that imitate a text of
 * the board are omitted.
 */
export function shownTags({
  tags = [],
  machine,
}: Pick<LiveSession, 'tags' | 'machine'>): readonly CardTag[] {
  return machine === undefined ? tags : tags.filter(({ word }) => !imitatesBoardText(word));
}

export function subagentTitle(subagent: SubagentCard): string {
  return plainTitle(subagent.description ?? '', 120) || plainTitle(subagent.agentType, 80);
}

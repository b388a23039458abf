import type { LiveSession } from '../../protocol/protocol';
import { blockedText, consecutiveBlocksText } from '../../request/blockedText';
import { endTexts } from '../../request/endText';
import { plainLine, plainTitle } from '../../text/plainText';
import { formatCost, formatModel, formatPath, formatTokens } from '../../words/format';
import { counted, t } from '../../words/l10n';
import { cardLookOf } from '../displayLooks';
import type { SessionLookup } from '../hubIds';
import { sourceFollowUpLine, sourceFollowUpText } from '../queuedFollowUps';
import { labelOf, sessionTitle } from '../sessionNames';
import { backgroundLines } from './backgroundText';
import { sharedText } from './collisionText';
import {
  badgesOf,
  displayDetail,
  layerLabel,
  openablePulls,
  pullText,
  repositoryLines,
} from './displayText';
import { grantLine, livingGrants } from './grantTexts';
import { isOfAccount, machineText } from './machineText';
import {
  agentName,
  branchOf,
  coarseAge,
  joinParts,
  projectOf,
  requestOf,
  tagWords,
} from './partTexts';
import { reviewedText } from './reviewText';
import { missedLines, scheduledRunText } from './scheduleText';
import { emptyLine, iconLine, type TextLine } from './textLine';
import { whyText } from './whyText';

/** Details of a session, for a hover or a terminal; the reasons for its state come last. */
export function sessionLines(
  session: LiveSession,
  now: number,
  home: string,
  find: SessionLookup = () => undefined,
): readonly TextLine[] {
  const { tokens, cost, contextWindow, tasks } = session;
  const subagents = session.subagents.length;
  const path = plainLine(formatPath(session.projectPath, home), 200);
  const state = joinParts([
    layerLabel(session),
    labelOf(session),
    coarseAge(session.stateSince, now),
  ]);
  return [
    { pieces: [{ text: sessionTitle(session) }], strong: true },
    ...iconLine('edit', plainTitle(session.originalTitle ?? '', 120)),
    ...iconLine('pinned', session.pinned === true ? t('Pinned') : ''),
    ...iconLine('tag', tagWords(session).join(', ')),
    emptyLine,
    ...iconLine(cardLookOf(session).codicon, state),
    ...deliveredLines(session),
    ...iconLine('chevron-right', requestOf(session, 400)),
    ...iconLine('shield', blockedLine(session)),
    ...endTexts(session, now).flatMap((text) => iconLine('watch', text)),
    ...livingGrants(session.grants)
      .slice(0, 3)
      .flatMap((grant) => iconLine('watch', grantLine(grant, home, now))),
    emptyLine,
    ...iconLine(isOfAccount(session) ? 'account' : 'server', machineText(session, now)?.tooltip),
    ...iconLine('folder', path || projectOf(session)),
    ...iconLine('git-branch', joinParts([branchOf(session), ...repositoryLines(session)])),
    ...iconLine('organization', sharedText(session.collisions)?.tooltip),
    ...iconLine('check-all', reviewedText(session, now)?.tooltip),
    ...iconLine(
      'chip',
      joinParts([agentName(session), plainTitle(formatModel(session.model ?? ''), 80)]),
    ),
    ...iconLine('checklist', tasks && t('{0} of {1} tasks', tasks.completed, tasks.total)),
    ...iconLine(
      'organization',
      subagents > 0 ? counted(subagents, '{0} subagent', '{0} subagents') : '',
    ),
    ...iconLine(
      'graph',
      joinParts([
        tokens.total > 0 ? t('{0} tokens', formatTokens(tokens.total)) : undefined,
        cost.totalUsd > 0 || cost.unpriced === true ? formatCost(cost) : undefined,
        contextWindow.sizeTokens > 0
          ? t('context {0}% full', Math.round(contextWindow.usedPercent))
          : undefined,
      ]),
    ),
    ...(session.background === undefined ? [] : backgroundLines(session.background)).flatMap(
      (line) => iconLine('layers', line),
    ),
    ...missedLines(session, now)
      .slice(0, 3)
      .flatMap((line) => iconLine('calendar', line)),
    ...(session.schedule ?? [])
      .slice(0, 3)
      .flatMap((run) => iconLine('calendar', scheduledRunText(run, now))),
    ...(session.followUps ?? [])
      .slice(0, 3)
      .flatMap((one) =>
        iconLine('list-tree', sourceFollowUpLine(sourceFollowUpText(session, one, find, now))),
      ),
    ...iconLine('comment', plainTitle(session.lastPrompt ?? '', 200)),
    emptyLine,
    ...whyText(session, now).flatMap(({ text }) => iconLine('info', text)),
  ];
}

function blockedLine(session: LiveSession): string {
  const blockedCalls = session.pendingRequest?.blocked;
  return blockedCalls === undefined ? blockedText(session) : consecutiveBlocksText(blockedCalls);
}

/**
 * The badges on one line, the detail text of a layer, and the pull requests that no badge links to.
 */
function deliveredLines(session: LiveSession): readonly TextLine[] {
  const badges = badgesOf(session);
  const linked = new Set(badges.map(({ href }) => href));
  const pieces = badges.map(({ text, icon, href }) => ({ icon: icon?.codicon, text, href }));
  return [
    ...(pieces.length > 0 ? [{ pieces }] : []),
    ...iconLine('note', displayDetail(session)),
    ...openablePulls(session)
      .filter(({ url }) => !linked.has(url))
      .map((pull) => ({
        pieces: [{ icon: 'git-pull-request', text: pullText(pull), href: pull.url }],
      })),
  ];
}

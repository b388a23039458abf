import { backgroundLines } from '../../shared/board/texts/backgroundText';
import { blockedText, consecutiveBlocksText } from '../../shared/request/blockedText';
import { sharedText } from '../../shared/board/texts/collisionText';
import { isOfAccount, machineText, placeName } from '../../shared/board/texts/machineText';
import type { SessionLookup } from '../../shared/board/hubIds';
import { sourceFollowUpLine, sourceFollowUpText } from '../../shared/board/queuedFollowUps';
import { scheduledRunText } from '../../shared/board/texts/scheduleText';
import { reviewedText } from '../../shared/board/texts/reviewText';
import { whyText } from '../../shared/board/texts/whyText';
import {
  formatDuration,
  formatModel,
  formatPath,
  formatTokens,
  formatCost,
} from '../../shared/words/format';
import { counted, t } from '../../shared/words/l10n';
import { plainLine, plainTitle } from '../../shared/text/plainText';
import { cardLookOf } from '../../shared/board/displayLooks';
import {
  badgesOf,
  branchName,
  layerLabel,
  displayDetail,
  openablePulls,
  pullText,
  repositoryLines,
} from '../../shared/board/texts/displayText';
import type { LiveSession, SubagentCard } from '../../shared/protocol/protocol';
import { endTexts } from '../../shared/request/endText';
import { summarizeRequest } from '../../shared/request/requestSummary';
import { labelOf, sessionTitle, shownTags } from '../../shared/board/sessionNames';
import { hasEnded, subagentDuration, subagentStateText } from '../../shared/board/subagentTree';
import { escapeMarkdown } from './markdown';

/** The texts of a session's tags, followed by those of its project. */
export function tagWords(session: Pick<LiveSession, 'tags' | 'machine'>): readonly string[] {
  return shownTags(session).map(({ word }) => plainTitle(word, 24));
}

/**
 * Time since an ISO 8601 time; `<1m` below a minute, because native rows are not redrawn each
 * second.
 */
export function coarseAge(since: string, now: number): string {
  const age = now - Date.parse(since);
  if (Number.isNaN(age)) return '';
  return age < 60_000 ? '<1m' : formatDuration(age);
}

/** Joins the parts that are not empty. */
export function joinParts(parts: readonly (string | undefined)[], separator = ' · '): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator);
}

export function projectOf(session: Pick<LiveSession, 'projectName' | 'machine'>): string {
  return placeName(session, 60);
}

export function branchOf(session: Pick<LiveSession, 'gitBranch' | 'repository'>): string {
  return plainTitle(branchName(session), 60);
}

/** The subject of the open dialog; empty if none is open. */
export function requestOf(session: Pick<LiveSession, 'pendingRequest'>, length = 160): string {
  const request = session.pendingRequest;
  if (request === undefined) return '';
  const { toolName, toolInput, whole } = request;
  const text = summarizeRequest(toolName, toolInput, (all) => plainLine(all, length))?.text ?? '';
  return whole || text === '' ? text : t('{0} (not all of it)', text);
}

/** A subagent's state, duration and tokens; empty for an unknown subagent. */
export function subagentUse(
  subagent: SubagentCard,
  now: number,
): { readonly state: string; readonly duration: string; readonly tokens: string } {
  const milliseconds = subagentDuration(subagent, now);
  const total = subagent.tokens?.total ?? 0;
  const duration =
    milliseconds === undefined
      ? ''
      : // Native rows are not redrawn each second.
        milliseconds < 60_000 && !hasEnded(subagent)
        ? '<1m'
        : formatDuration(milliseconds);
  return {
    state: plainTitle(subagentStateText(subagent.state), 60),
    duration,
    tokens: total > 0 ? t('{0} tokens', formatTokens(total)) : '',
  };
}

/** Details of a session as Markdown for a hover; the reasons for its state come last. */
export function sessionMarkdown(
  session: LiveSession,
  now: number,
  home: string,
  find: SessionLookup = () => undefined,
): string {
  const { tokens, cost, contextWindow, tasks } = session;
  const subagents = session.subagents.length;
  const request = requestOf(session, 400);
  const path = plainLine(formatPath(session.projectPath, home), 200);
  const lines = [
    `**${escapeMarkdown(sessionTitle(session))}**`,
    detail('edit', plainTitle(session.originalTitle ?? '', 120)),
    detail('pinned', session.pinned === true ? t('Pinned') : ''),
    detail('tag', tagWords(session).join(', ')),
    '',
    `$(${cardLookOf(session).codicon}) ${escapeMarkdown(joinParts([layerLabel(session), labelOf(session), coarseAge(session.stateSince, now)]))}`,
    ...deliveredLines(session),
    request === '' ? undefined : `$(chevron-right) ${escapeMarkdown(request)}`,
    detail('shield', blockedLine(session)),
    ...endTexts(session, now).map((text) => detail('watch', text)),
    '',
    detail(isOfAccount(session) ? 'account' : 'server', machineText(session, now)?.tooltip),
    `$(folder) ${escapeMarkdown(path || projectOf(session))}`,
    detail('git-branch', joinParts([branchOf(session), ...repositoryLines(session)])),
    detail('organization', sharedText(session.collisions)?.tooltip),
    detail('check-all', reviewedText(session, now)?.tooltip),
    detail('chip', plainTitle(formatModel(session.model ?? ''), 80)),
    detail('checklist', tasks && t('{0} of {1} tasks', tasks.completed, tasks.total)),
    detail(
      'organization',
      subagents > 0 ? counted(subagents, '{0} subagent', '{0} subagents') : '',
    ),
    detail(
      'graph',
      joinParts([
        tokens.total > 0 ? t('{0} tokens', formatTokens(tokens.total)) : undefined,
        cost.totalUsd > 0 || cost.unpriced === true ? formatCost(cost) : undefined,
        contextWindow.sizeTokens > 0
          ? t('context {0}% full', Math.round(contextWindow.usedPercent))
          : undefined,
      ]),
    ),
    ...(session.background === undefined ? [] : backgroundLines(session.background)).map((line) =>
      detail('layers', line),
    ),
    ...(session.schedule ?? [])
      .slice(0, 3)
      .map((run) => detail('calendar', scheduledRunText(run, now))),
    ...(session.followUps ?? [])
      .slice(0, 3)
      .map((one) =>
        detail('list-tree', sourceFollowUpLine(sourceFollowUpText(session, one, find, now))),
      ),
    detail('comment', plainTitle(session.lastPrompt ?? '', 200)),
    '',
    ...whyText(session, now).map(({ text }) => detail('info', text)),
  ];
  return lines.filter((line) => line !== undefined).join('  \n');
}

function blockedLine(session: LiveSession): string {
  const blockedCalls = session.pendingRequest?.blocked;
  return blockedCalls === undefined ? blockedText(session) : consecutiveBlocksText(blockedCalls);
}

/**
 * The badges on one line, the detail text of a layer, and the pull requests that no badge links to.
 */
function deliveredLines(session: LiveSession): readonly (string | undefined)[] {
  const badges = badgesOf(session);
  const linked = new Set(badges.map(({ href }) => href));
  const words = badges.map(({ text, icon, href }) =>
    [icon && `$(${icon.codicon})`, linkOf(text, href)].filter(Boolean).join(' '),
  );
  return [
    words.length > 0 ? words.join(' &nbsp; ') : undefined,
    detail('note', displayDetail(session)),
    ...openablePulls(session)
      .filter(({ url }) => !linked.has(url))
      .map((pull) => `$(git-pull-request) ${linkOf(pullText(pull), pull.url)}`),
  ];
}

/**
 * A Markdown link, or plain text without an address. Brackets in the address would end the link.
 */
function linkOf(text: string, href: string | undefined): string {
  if (href === undefined) return escapeMarkdown(text);
  const address = href.replace(/[()[\]]/g, (bracket) => encoded[bracket] ?? bracket);
  return `[${escapeMarkdown(text)}](${address})`;
}

const encoded: Readonly<Record<string, string>> = {
  '(': '%28',
  ')': '%29',
  '[': '%5B',
  ']': '%5D',
};

function detail(icon: string, text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : `$(${icon}) ${escapeMarkdown(text)}`;
}

import { agentLabel } from '../../agents/agentLabels';
import type { LiveSession } from '../../protocol/protocol';
import { summarizeRequest } from '../../request/requestSummary';
import { plainLine, plainTitle } from '../../text/plainText';
import { formatDuration } from '../../words/format';
import { t } from '../../words/l10n';
import { shownTags } from '../sessionNames';
import { branchName } from './displayText';
import { placeName } from './machineText';

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

/** Name of the session's agent; empty for Claude Code. */
export function agentName({ agent }: Pick<LiveSession, 'agent'>): string {
  return agent === undefined ? '' : agentLabelOf({ agent });
}

/** Name of the session's program. */
export function agentLabelOf({ agent }: Pick<LiveSession, 'agent'>): string {
  return plainTitle(agentLabel(agent), 60);
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

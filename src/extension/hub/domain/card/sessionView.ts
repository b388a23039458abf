import type { Repository, SessionView } from '../../../../shared/api/missionControl';
import { deepFreeze, withoutUndefined } from '../../../../shared/plainData';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import type { SessionFacts } from '../facts/session';
import { maxSignals } from '../facts/signals';
import {
  maxViewKindLength,
  maxViewPathLength,
  maxViewTextLength,
  type DeliveredView,
} from '../outcome/delivered';
import { truncateText } from '../../../../shared/text/truncate';

/**
 * Maximum size of a view as JSON, in UTF-8 bytes. The view is sent to every extension that requests
 * it.
 */
export const maxViewBytes = 8192;

const maxTitleLength = 200;

/**
 * Creates the view of a session that extensions receive: deeply frozen, and at most `maxViewBytes`
 * bytes.
 */
export function sessionView(
  session: LiveSession,
  facts: SessionFacts,
  { signals, pullRequests, changes }: DeliveredView,
): SessionView {
  const { agentState, tasks } = session;
  const repository = facts.repository && repositoryOf(facts.repository);
  const view: SessionView = {
    sessionId: truncateText(session.sessionId, maxViewTextLength),
    title: truncateText(session.title, maxTitleLength),
    projectPath: truncateText(session.projectPath, maxViewPathLength),
    projectName: truncateText(session.projectName, maxViewTextLength),
    core: {
      group: agentState.group,
      state: truncateText(agentState.state, maxViewKindLength),
      since: session.stateSince,
    },
    turn: facts.transcript?.turns ?? 0,
    signals,
    ...(repository !== undefined && { repository }),
    pullRequests,
    ...(changes !== undefined && { changes }),
    ...(tasks !== undefined && { tasks: { ...tasks } }),
  };
  return deepFreeze(shrinkToFit(view));
}

function repositoryOf(state: NonNullable<SessionFacts['repository']>): Repository {
  const truncate = (text: string | undefined) => text && truncateText(text, maxViewTextLength);
  return withoutUndefined({
    ...state,
    branch: truncate(state.branch),
    worktree: truncate(state.worktree),
    upstream: truncate(state.upstream),
  });
}

/**
 * Halves the number of signals, pull requests and files until the view is at most `maxViewBytes`.
 */
function shrinkToFit(view: SessionView): SessionView {
  if (!isTooLarge(view)) return view;
  for (let count = maxSignals / 2; count > 0; count = Math.floor(count / 2)) {
    const smaller = withNewest(view, count);
    if (!isTooLarge(smaller)) return smaller;
  }
  const { repository: _dropped, ...rest } = withNewest(view, 0);
  return { ...rest, title: '' };
}

/** Returns the view with its newest `count` signals and pull requests, and half as many files. */
function withNewest(view: SessionView, count: number): SessionView {
  const { signals, pullRequests, changes } = view;
  const files = Math.ceil(count / 2);
  return {
    ...view,
    signals: newest(signals, count),
    pullRequests: newest(pullRequests, count),
    ...(changes !== undefined && {
      changes: { ...changes, latest: newest(changes.latest, files) },
    }),
  };
}

function newest<Item>(items: readonly Item[], count: number): readonly Item[] {
  return items.slice(Math.max(0, items.length - count));
}

function isTooLarge(view: SessionView): boolean {
  const text = JSON.stringify(view);
  if (!/[\u0080-\uffff]/.test(text)) return text.length > maxViewBytes;
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isSurrogate ? 2 : 3;
  }
  return bytes > maxViewBytes;
}

import type { Repository, SessionView } from '../../../../shared/api/missionControl';
import { frozen, withoutGaps } from '../../../../shared/plainData';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import type { SessionFacts } from '../facts/session';
import { maxSignals } from '../facts/signals';
import { longestKind, longestPath, longestText, type DeliveredView } from '../outcome/delivered';
import { truncateText } from '../words/clip';

/** Limit for a view as JSON in UTF-8 bytes, because it is sent to each extension that asks. */
export const largestView = 8192;

const longestTitle = 200;

/** The view of a session that layers receive: deeply frozen, and at most `largestView` bytes. */
export function sessionView(
  session: LiveSession,
  facts: SessionFacts,
  { signals, pullRequests, changes }: DeliveredView,
): SessionView {
  const { agentState, tasks } = session;
  const repository = facts.repository && repositoryOf(facts.repository);
  const view: SessionView = {
    sessionId: truncateText(session.sessionId, longestText),
    title: truncateText(session.title, longestTitle),
    projectPath: truncateText(session.projectPath, longestPath),
    projectName: truncateText(session.projectName, longestText),
    core: {
      group: agentState.group,
      state: truncateText(agentState.state, longestKind),
      since: session.stateSince,
    },
    turn: facts.transcript?.turns ?? 0,
    signals,
    ...(repository !== undefined && { repository }),
    pullRequests,
    ...(changes !== undefined && { changes }),
    ...(tasks !== undefined && { tasks: { ...tasks } }),
  };
  return frozen(fitting(view));
}

function repositoryOf(state: NonNullable<SessionFacts['repository']>): Repository {
  const cut = (text: string | undefined) => text && truncateText(text, longestText);
  return withoutGaps({
    ...state,
    branch: cut(state.branch),
    worktree: cut(state.worktree),
    upstream: cut(state.upstream),
  });
}

/** Halves the number of signals and files until the view fits. */
function fitting(view: SessionView): SessionView {
  if (!isTooLarge(view)) return view;
  for (let kept = maxSignals / 2; kept > 0; kept = Math.floor(kept / 2)) {
    const less = withNewest(view, kept);
    if (!isTooLarge(less)) return less;
  }
  const { repository: _dropped, ...rest } = withNewest(view, 0);
  return { ...rest, title: '' };
}

/** The view with its newest `kept` signals and pull requests, and half as many files. */
function withNewest(view: SessionView, kept: number): SessionView {
  const { signals, pullRequests, changes } = view;
  const files = Math.ceil(kept / 2);
  return {
    ...view,
    signals: newest(signals, kept),
    pullRequests: newest(pullRequests, kept),
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
  if (!/[\u0080-\uffff]/.test(text)) return text.length > largestView;
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const isHalf = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3;
  }
  return bytes > largestView;
}

import type {
  ChangedFile,
  PullRequest,
  Repository,
  SessionView,
  Signal,
} from '../../../../shared/api/missionControl';
import { frozen, withoutGaps } from '../../../../shared/plainData';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import type { FileChange, FileChanges } from '../facts/changes';
import type { SessionFacts } from '../facts/session';
import { keptSignals, sessionSignals, type SignalFact } from '../facts/signals';
import { firstOf } from '../words/clip';
import { sessionChanges } from './details';

/** Bytes of a view as JSON in UTF-8: it goes to each extension that asks. */
export const largestView = 8192;

const mostFiles = 16;
const mostPulls = 4;
const longestPath = 512;
const longestTitle = 200;
const longestKind = 60;
const longestText = 200;
const longestAddress = 500;
const mostFields = 12;

/** What a layer may know beside the facts. */
export interface BesideFacts {
  /** Signals that the person's rules found. */
  readonly signals: readonly SignalFact[];
  /** What the network said of a pull request. */
  stateOf(url: string): Pick<PullRequest, 'state' | 'review' | 'checks'> | undefined;
}

/** A session as layers see it: deeply frozen, and never larger than `largestView`. */
export function sessionView(
  session: LiveSession,
  facts: SessionFacts,
  beside: BesideFacts,
): SessionView {
  const { agentState, tasks } = session;
  const signals = [...sessionSignals(facts), ...beside.signals]
    .sort((a, b) => a.at - b.at)
    .slice(-keptSignals)
    .map(signalOf);
  const changes = sessionChanges(facts);
  const repository = facts.repository && repositoryOf(facts.repository);
  const view: SessionView = {
    sessionId: firstOf(session.sessionId, longestText),
    title: firstOf(session.title, longestTitle),
    projectPath: firstOf(session.projectPath, longestPath),
    projectName: firstOf(session.projectName, longestText),
    core: {
      group: agentState.group,
      state: firstOf(agentState.state, longestKind),
      since: session.stateSince,
    },
    turn: facts.transcript?.turns ?? 0,
    signals,
    ...(repository !== undefined && { repository }),
    pullRequests: pullRequestsOf(signals, beside),
    ...(changes.edits > 0 && { changes: changesOf(changes) }),
    ...(tasks !== undefined && { tasks: { ...tasks } }),
  };
  return frozen(fitting(view));
}

function signalOf({ kind, at, turn, ok, data }: SignalFact): Signal {
  const fields = Object.entries(data)
    .slice(0, mostFields)
    .flatMap(([key, value]) => {
      const kept = typeof value === 'string' ? fittingText(value) : value;
      return kept === undefined ? [] : [[firstOf(key, longestKind), kept]];
    });
  return {
    kind: firstOf(kind, longestKind),
    at: iso(at),
    turn,
    ...(ok !== undefined && { ok }),
    data: Object.fromEntries(fields),
  };
}

/** The beginning of a text; an address whole or not at all, as a part of it leads elsewhere. */
function fittingText(text: string): string | undefined {
  if (!text.startsWith('https://')) return firstOf(text, longestText);
  return text.length <= longestAddress ? text : undefined;
}

function repositoryOf(state: NonNullable<SessionFacts['repository']>): Repository {
  const cut = (text: string | undefined) => text && firstOf(text, longestText);
  return withoutGaps({
    ...state,
    branch: cut(state.branch),
    worktree: cut(state.worktree),
    upstream: cut(state.upstream),
  });
}

/** The pull requests that were told last, each once; the last that was told of one counts. */
function pullRequestsOf(
  signals: readonly Signal[],
  { stateOf }: Pick<BesideFacts, 'stateOf'>,
): readonly PullRequest[] {
  const byUrl = new Map<string, PullRequest>();
  for (const { kind, ok, data } of signals) {
    const { number, url, repository } = data;
    if (kind !== 'pr' || ok === false) continue;
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) continue;
    if (typeof url !== 'string') continue;
    byUrl.delete(url);
    byUrl.set(
      url,
      withoutGaps({
        number,
        url,
        repository: typeof repository === 'string' ? repository : undefined,
        ...stateOf(url),
      }),
    );
  }
  return [...byUrl.values()].slice(-mostPulls);
}

function changesOf(changes: FileChanges): NonNullable<SessionView['changes']> {
  const { files, fileCount, edits, lastAt } = changes;
  return {
    files: fileCount,
    edits,
    ...(lastAt !== undefined && { lastAt: iso(lastAt) }),
    latest: files.slice(-mostFiles).map(fileOf),
  };
}

function fileOf([path, edits, turns, lastTurn]: FileChange): ChangedFile {
  return { path: firstOf(path, longestPath), edits, turns, lastTurn };
}

/** The whole view, or what is left of it with ever fewer signals and files, until it is small enough. */
function fitting(view: SessionView): SessionView {
  if (!isTooLarge(view)) return view;
  for (let kept = keptSignals / 2; kept > 0; kept = Math.floor(kept / 2)) {
    const less = withNewest(view, kept);
    if (!isTooLarge(less)) return less;
  }
  const { repository: _dropped, ...rest } = withNewest(view, 0);
  return { ...rest, title: '' };
}

/** The view with its newest signals, and half as many files. */
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

/** The time as ISO 8601; 1970 for times beyond the calendar of `Date`. */
function iso(at: number): string {
  return new Date(Math.abs(at) <= 8.64e15 ? at : 0).toISOString();
}

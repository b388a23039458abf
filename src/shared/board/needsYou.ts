import { isBlocked, isReady } from '../presentation';
import type { LiveSession } from '../protocol/protocol';
import { ownTranslator, t, type Translator } from '../words/l10n';
import { isAway } from './texts/machineText';

/** Counts for Needs You: sessions blocked on a person, and sessions ready for a prompt. */
export interface NeedsYouCounts {
  readonly blocked: number;
  readonly ready: number;
}

type Counted = Pick<LiveSession, 'agentState' | 'machine'>;

/** True for a session that is blocked on a person and whose machine can be reached. */
export function needsPerson(session: Counted): boolean {
  return isBlocked(session.agentState) && !isAway(session);
}

/** True for a session that is ready for a prompt and whose machine can be reached. */
export function isReadyAndReachable(session: Counted): boolean {
  return isReady(session.agentState) && !isAway(session);
}

/** Counts sessions; those whose machine can’t be reached are ignored. */
export function needsYouCounts(sessions: Iterable<Counted>): NeedsYouCounts {
  let [blocked, ready] = [0, 0];
  for (const session of sessions) {
    if (needsPerson(session)) blocked += 1;
    else if (isReadyAndReachable(session)) ready += 1;
  }
  return { blocked, ready };
}

/**
 * Time at which the longest waiting session became blocked, ISO 8601; undefined if none is blocked.
 */
export function blockedSince(
  sessions: readonly Pick<LiveSession, 'agentState' | 'machine' | 'stateSince'>[],
): string | undefined {
  const [first] = sessions
    .filter(needsPerson)
    .map(({ stateSince }) => stateSince)
    .toSorted();
  return first;
}

/** `8 Needs You · 4 ready`; ready sessions are omitted if there are none. */
export function needsYouText(
  { blocked, ready }: NeedsYouCounts,
  separator = ' · ',
  { t }: Pick<Translator, 't'> = ownTranslator,
): string {
  const count = t('{0} Needs You', blocked);
  return ready === 0 ? count : `${count}${separator}${t('{0} ready', ready)}`;
}

/** Counts of a part of the board, such as a project, as text; undefined if both are 0. */
export function needsYouOfPart(counts: NeedsYouCounts): string | undefined {
  const { blocked, ready } = counts;
  if (blocked > 0) return needsYouText(counts);
  return ready > 0 ? readyText(ready) : undefined;
}

/** Counts of a machine's sessions as text; undefined if both are 0. */
export function needsYouOfMachine(
  { machineId }: { readonly machineId?: string | undefined },
  sessions: readonly LiveSession[],
): string | undefined {
  return needsYouOfPart(
    needsYouCounts(
      sessions.filter(({ machine }) => machine !== undefined && machine.id === machineId),
    ),
  );
}

/** Counts beside the heading of the group, which already has its name: `8 · 4 ready`. */
export function needsYouNumbers({ blocked, ready }: NeedsYouCounts): string {
  return ready === 0 ? String(blocked) : `${blocked} · ${readyText(ready)}`;
}

/** The count of ready sessions, for views that show the count of blocked ones separately. */
export function readyText(ready: number): string {
  return t('{0} ready', ready);
}

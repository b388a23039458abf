import { collisionBadge, collisionsOf } from '../../shared/board/texts/collisionText';
import { language, t } from '../../shared/words/l10n';
import { needsPerson } from '../../shared/board/needsYou';
import { isAway, placeName } from '../../shared/board/texts/machineText';
import { groupHeadings } from '../../shared/presentation';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { Collision } from '../../shared/protocol/work/collisions';
import { plainTitle } from '../../shared/text/plainText';
import { shownLabel } from '../../shared/words/stateLabels';

type Sessions = ReadonlyMap<string, LiveSession>;

/** Maximum number of sessions that one announcement names. */
const maxNamed = 3;

/** States whose label reads as a sentence after the project's name. */
const sentenceStates = new Set(['needs_permission', 'awaiting_input']);

/**
 * Sessions whose change is announced: those that now need a person, and those that finished.
 * Sessions of a machine that has just connected or reconnected are not announced.
 */
export function announcedSessions(before: Sessions, after: Sessions): readonly LiveSession[] {
  const found: LiveSession[] = [];
  const machines = connectedMachines(before);
  for (const session of after.values()) {
    const previous = before.get(session.sessionId);
    if (previous === session || !isAnnounced(session)) continue;
    if (session.machine !== undefined && !machines.has(session.machine.id)) continue;
    const { group, state } = session.agentState;
    const isSame = previous?.agentState.group === group && previous.agentState.state === state;
    if (!isSame) found.push(session);
  }
  return found;
}

/** Ids of the machines that were connected, by their sessions. */
function connectedMachines(sessions: Sessions): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { machine } of sessions.values()) {
    if (machine !== undefined && machine.away === undefined) found.add(machine.id);
  }
  return found;
}

/**
 * Announcement of the sessions whose uncommitted work was newly removed by another session, with
 * the text of the collision's badge; undefined if there are none.
 */
export function lostWorkAnnouncement(before: Sessions, after: Sessions): string | undefined {
  const all = [...after.values()].flatMap((session) => {
    const lostCollision = newLostWork(before.get(session.sessionId), session);
    return lostCollision === undefined
      ? []
      : sessionSentence(session, collisionBadge(lostCollision).text);
  });
  return all.length === 0 ? undefined : joinSentences(all);
}

/**
 * The collision in which the session has newly lost work; undefined for a session that was not on
 * the board before.
 */
function newLostWork(before: LiveSession | undefined, after: LiveSession): Collision | undefined {
  if (before === undefined || before.collisions === after.collisions) return undefined;
  const known = new Set(before.collisions?.found.map(({ id }) => id));
  return collisionsOf(after, 3).find(({ id, side }) => side === 'lost' && !known.has(id));
}

/**
 * Announcement of all changes in one sentence, those that need a person first; undefined if there
 * are none.
 */
export function changeAnnouncement(sessions: readonly LiveSession[]): string | undefined {
  const urgent = sessions.filter(needsPerson);
  const all = [...urgent, ...sessions.filter((session) => !urgent.includes(session))];
  if (all.length === 0) return undefined;
  const named = joinSentences(all.map(sentenceOf));
  return urgent.length > 1 ? t('{0} now need you: {1}', urgent.length, named) : named;
}

function joinSentences(sentences: readonly string[]): string {
  const named = sentences.slice(0, maxNamed).join('; ');
  const more = sentences.length - maxNamed;
  return more > 0 ? `${named}; ${t('and {0} more', more)}` : named;
}

function isAnnounced(session: LiveSession): boolean {
  const { group, state } = session.agentState;
  if (isAway(session)) return false;
  return group === 'needs_you' || (group === 'delivered' && state !== 'session_ended');
}

function sentenceOf(session: LiveSession): string {
  const { agentState } = session;
  const label = plainTitle(shownLabel(agentState.label), 120) || groupHeadings[agentState.group]();
  // Only in English does the label start in lower case within a sentence.
  if (language() !== 'en' || !sentenceStates.has(agentState.state))
    return sessionSentence(session, label);
  return `${placeName(session)} ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

function sessionSentence(session: LiveSession, text: string): string {
  return t('{0}: {1}', placeName(session), text);
}

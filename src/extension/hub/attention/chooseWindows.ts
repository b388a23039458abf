import { isInFolder } from '../../../shared/board/folders';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Incident } from './incidents';
import type { SessionLocation } from './places';
import type { Window } from './windows';

/** The windows that may show an incident, best first, or the reason why none needs to. */
export type WindowChoice =
  /** The person is already looking at the session, so no window needs to show it. */
  { readonly kind: 'inFront' } | { readonly kind: 'ask'; readonly windows: readonly Window[] };

/**
 * Ranks the windows that may show an incident: the focused window first, because the person looks
 * at it; then the window with the session's terminal, those with its folder, and the one that was
 * focused last. Windows that connected after the incident, or whose settings exclude it, are
 * omitted. Pure.
 */
export function chooseWindows(
  incident: Pick<Incident, 'kind' | 'startedAt'>,
  session: Pick<LiveSession, 'sessionId' | 'projectPath'>,
  location: Pick<SessionLocation, 'window' | 'line'>,
  windows: readonly Window[],
): WindowChoice {
  if (windows.some((window) => isInFront(window, session, location))) return { kind: 'inFront' };
  const ranked = windows
    .filter(({ presence }) => presence.since < incident.startedAt)
    .filter(({ presence }) => includesKind(presence.notifications, incident.kind))
    .map((window) => ({ window, rank: rankWindow(window, session, location) }))
    .sort(
      (a, b) =>
        b.rank - a.rank ||
        b.window.presence.focusedAt - a.window.presence.focusedAt ||
        (a.window.name < b.window.name ? -1 : 1),
    );
  return { kind: 'ask', windows: ranked.map(({ window }) => window) };
}

function isInFront(
  { presence: { focused, front } }: Window,
  { sessionId }: Pick<LiveSession, 'sessionId'>,
  { line }: Pick<SessionLocation, 'line'>,
): boolean {
  if (!focused) return false;
  // A visible board shows the incident by its counts and badges, even if the session's card is not
  // in view.
  if (front.board === true) return true;
  const visibleSessions = [...front.sessions, ...(front.cards ?? []), ...(front.inHand ?? [])];
  return visibleSessions.includes(sessionId) || line.some(({ pid }) => pid === front.terminal);
}

function includesKind(level: Window['presence']['notifications'], kind: Incident['kind']): boolean {
  return level === 'all' || (level === 'blocked' && kind === 'blocked');
}

function rankWindow(
  { id, presence }: Window,
  session: Pick<LiveSession, 'projectPath'>,
  location: Pick<SessionLocation, 'window'>,
): number {
  if (presence.focused) return 3;
  if (location.window?.id === id) return 2;
  return presence.folders.some((folder) => isInFolder(folder, session.projectPath)) ? 1 : 0;
}

import { addressIn } from '../../../shared/protocol/machines/address';
import type { NotificationLevel, Presence } from '../../../shared/protocol/windows';

/** Replaces the process id of a window: a machine's hub recognizes the desk by it. */
export const deskPid = 0;

/** From the quietest level to the loudest. */
const levels: readonly NotificationLevel[] = ['off', 'blocked', 'all'];

/**
 * Returns the presence of the person at the desk for a machine: all windows combined, without the
 * desk's own sessions. Undefined without a window. `skewMs` is the machine's clock minus the
 * desk's.
 */
export function deskPresence(
  presences: readonly Presence[],
  machineId: string,
  skewMs: number,
): Presence | undefined {
  if (presences.length === 0) return undefined;
  const fronts = presences.flatMap(({ focused, front }) => (focused ? [front] : []));
  const there = (sessions: readonly string[] | undefined): string[] =>
    (sessions ?? []).flatMap((one) => {
      const address = addressIn(one);
      return address?.machineId === machineId ? [address.sessionId] : [];
    });
  const shifted = (at: number): number => (at === 0 ? 0 : Math.max(0, at + skewMs));
  return {
    since: shifted(Math.min(...presences.map(({ since }) => since))),
    pid: deskPid,
    focused: fronts.length > 0,
    active: presences.some(({ focused, active }) => focused && active !== false),
    focusedAt: shifted(Math.max(...presences.map(({ focusedAt }) => focusedAt))),
    notifications:
      levels[Math.max(...presences.map((one) => levels.indexOf(one.notifications)))] ?? 'off',
    folders: [],
    terminals: [],
    front: {
      sessions: fronts.flatMap(({ sessions }) => there(sessions)),
      board: fronts.some(({ board }) => board === true),
      cards: fronts.flatMap(({ cards }) => there(cards)),
      inHand: fronts.flatMap(({ inHand }) => there(inHand)),
    },
  };
}

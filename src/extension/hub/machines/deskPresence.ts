import { addressIn } from '../../../shared/protocol/machines/address';
import type { NotificationLevel, Presence } from '../../../shared/protocol/windows';

/**
 * Process id in a presence that stands for a whole desk instead of a window; the hub of a machine
 * recognizes the desk by it.
 */
export const deskPid = 0;

/** Ordered from the quietest level to the loudest. */
const levels: readonly NotificationLevel[] = ['off', 'blocked', 'all'];

/**
 * Combines the presences of all windows at the desk into one that is sent to a machine. It contains
 * only sessions of that machine. Returns undefined without a window. `skewMs` is the clock of the
 * machine minus the clock of the desk.
 */
export function deskPresence(
  presences: readonly Presence[],
  machineId: string,
  skewMs: number,
): Presence | undefined {
  if (presences.length === 0) return undefined;
  const focusedFronts = presences.flatMap(({ focused, front }) => (focused ? [front] : []));
  const idsOnMachine = (sessions: readonly string[] | undefined): string[] =>
    (sessions ?? []).flatMap((one) => {
      const address = addressIn(one);
      return address?.machineId === machineId ? [address.sessionId] : [];
    });
  const toMachineClock = (at: number): number => (at === 0 ? 0 : Math.max(0, at + skewMs));
  return {
    since: toMachineClock(Math.min(...presences.map(({ since }) => since))),
    pid: deskPid,
    focused: focusedFronts.length > 0,
    active: presences.some(({ focused, active }) => focused && active !== false),
    focusedAt: toMachineClock(Math.max(...presences.map(({ focusedAt }) => focusedAt))),
    notifications:
      levels[Math.max(...presences.map((one) => levels.indexOf(one.notifications)))] ?? 'off',
    folders: [],
    terminals: [],
    front: {
      sessions: focusedFronts.flatMap(({ sessions }) => idsOnMachine(sessions)),
      board: focusedFronts.some(({ board }) => board === true),
      cards: focusedFronts.flatMap(({ cards }) => idsOnMachine(cards)),
      inHand: focusedFronts.flatMap(({ inHand }) => idsOnMachine(inHand)),
    },
  };
}

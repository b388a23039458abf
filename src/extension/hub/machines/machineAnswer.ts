import type { CallName } from '../../../shared/protocol/calls';
import type { HistoryEntry, HistoryPage, TextEvent } from '../../../shared/protocol/history';
import { addressOf } from '../../../shared/protocol/machines/address';
import { toDeskClock } from './machineSession';
import type { MachineClock } from './machineSessions';

/**
 * Converts an answer of a machine for this board: times to the clock of the desk, session ids to
 * addresses.
 */
export function convertAnswer(
  name: CallName,
  answer: unknown,
  machineClock: MachineClock,
): unknown {
  const { skewMs } = machineClock;
  switch (name) {
    case 'request':
    case 'details':
    case 'worktree':
      return toDeskClock(answer, skewMs);
    case 'pastSession':
      return convertEntry(answer as HistoryEntry, machineClock);
    case 'history': {
      const page = answer as HistoryPage;
      return { ...page, sessions: page.sessions.map((one) => convertEntry(one, machineClock)) };
    }
    case 'searchTexts': {
      const event = answer as TextEvent;
      if (event.type !== 'hit') return event;
      const { session, ...hit } = toDeskClock(event.data, skewMs);
      return { type: 'hit', data: { ...hit, session: withAddress(session, machineClock) } };
    }
    default:
      return answer;
  }
}

function convertEntry(entry: HistoryEntry, machineClock: MachineClock): HistoryEntry {
  return withAddress(toDeskClock(entry, machineClock.skewMs), machineClock);
}

function withAddress(entry: HistoryEntry, { machine }: MachineClock): HistoryEntry {
  const sessionId = addressOf({ machineId: machine.id, sessionId: entry.sessionId });
  // Paths of another machine must never be opened on this one; those of an account are here.
  const transcriptPath = machine.account === true ? entry.transcriptPath : '';
  return { ...entry, sessionId, machine, account: undefined, transcriptPath };
}

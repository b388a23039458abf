import type { HistoryEntry, HistoryPage } from '../../../../shared/protocol/history';
import type { Handlers } from '../../serve/callRouter';
import { Refusal } from '../../serve/refusal';
import { callAllMachines } from './callAllMachines';
import type { JoinedBoard } from './joinedBoard';
import type { Machines } from '../machines';
import { searchedMachines } from './searchedMachines';

/** Creates the handler that searches the sessions of all machines. */
export function joinedHistory(
  own: Handlers<'history'>['history'],
  machines: Pick<Machines, 'all' | 'homeOf' | 'ownAccount'>,
  board: Pick<JoinedBoard, 'shownFor' | 'ownAccount'>,
): Handlers<'history'>['history'] {
  return async (request) => {
    if (machines.all.length === 0) return own(request, undefined);
    const { includesOwn, remoteMachines, tokens } = searchedMachines(request.tokens, machines);
    const machineRequest = { ...request, tokens };
    const [here, { answers, missing }] = await Promise.all([
      includesOwn ? own(machineRequest, undefined) : emptyPage,
      callAllMachines<HistoryPage>({ all: remoteMachines }, 'history', () => machineRequest),
    ]);
    if (here instanceof Refusal) return here;
    const pages = [here, ...answers.map(({ answer }) => answer)];
    const lists = pages.map(({ sessions }) => sessions);
    const sessions = request.query.trim() === '' ? newestFirst(lists) : bestFirst(lists);
    return {
      sessions: sessions.slice(0, request.limit).map((entry) => withShownId(entry, board)),
      total: pages.reduce((sum, { total }) => sum + Math.min(maxTotal, Math.max(0, total)), 0),
      complete: pages.every(({ complete }) => complete),
      ...(missing.length > 0 && { missing: [...missing] }),
    };
  };
}

/**
 * Replaces the id of an entry by that of the shown card: hosts that share a config home have
 * several ids for one session.
 */
export function withShownId(
  entry: HistoryEntry,
  board: Pick<JoinedBoard, 'shownFor' | 'ownAccount'>,
): HistoryEntry {
  const shown = board.shownFor(entry.sessionId);
  if (shown === undefined) {
    const { ownAccount: account } = board;
    return entry.machine !== undefined || account === undefined ? entry : { ...entry, account };
  }
  const { machine: _machine, ...rest } = entry;
  const { sessionId, machine } = shown;
  return machine === undefined
    ? { ...rest, sessionId, transcriptPath: shown.transcriptPath }
    : { ...rest, sessionId, machine, transcriptPath: '' };
}

/** Maximum number of sessions that is accepted from a machine. */
const maxTotal = 1e9;

const emptyPage: HistoryPage = { sessions: [], total: 0, complete: true };

function newestFirst(lists: readonly (readonly HistoryEntry[])[]): readonly HistoryEntry[] {
  const time = ({ lastActivityAt }: HistoryEntry): number => Date.parse(lastActivityAt) || 0;
  return lists.flat().toSorted((one, other) => time(other) - time(one));
}

/**
 * Interleaves the lists, because each machine ranks only its own: first the best of each list, then
 * the second of each.
 */
function bestFirst(lists: readonly (readonly HistoryEntry[])[]): readonly HistoryEntry[] {
  const ranks = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: ranks }, (_, rank) =>
    newestFirst(lists.map((list) => list.slice(rank, rank + 1))),
  ).flat();
}

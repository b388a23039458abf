import type { PrivateFolder } from '../util/files/privateFolder';
import type { Attendance } from './attention/attendance';
import type { SessionLocator } from './attention/places';
import type { Feature } from './board/feature';
import type { LiveBoard } from './board/liveBoard';
import { Looks } from './looks/looks';
import { Onlookers } from './looks/onlookers';
import type { Spending } from './reading/usage/spending';
import type { Handlers } from './serve/callRouter';
import type { Log } from '../util/log';

export interface HubLooksParts {
  readonly folder: PrivateFolder;
  readonly log: Log;
  readonly board: LiveBoard;
  readonly attendance: Attendance;
  readonly places: SessionLocator;
  readonly spending: Spending;
}

/** Makes what knows which sessions were looked at, over all windows and phones. */
export function openLooks({ folder, log, board, attendance, places, spending }: HubLooksParts) {
  const { windows, phoneCards } = attendance;
  const onlookers = new Onlookers({
    windows,
    phones: phoneCards,
    find: (session) => places.find(session),
    onFound: () => looks.onPresence(),
  });
  const looks: Looks = new Looks({
    folder,
    // Nobody wrote what is in it: its loss is for the log alone.
    onError: (error) => log.warn(`looks.json: ${String(error)}`),
    onlookers,
    session: (sessionId) => board.get(sessionId),
    touch: (sessionId) => board.touch(sessionId),
    refresh: () => board.flushSoon(),
    spentSince: (at) => spending.since(at),
  });
  attendance.onDidChangePresence(() => looks.onPresence());
  phoneCards.onDidChange(() => looks.onPresence());
  return {
    calls: { lookAt: (look) => looks.look(look) },
    boardPart: looks,
    trust: () => looks.trust(),
    prepare: () => looks.load(),
    leave: () => looks.close(),
  } satisfies Feature & { readonly calls: Handlers<'lookAt'>; readonly trust: () => void };
}

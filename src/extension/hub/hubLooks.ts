import type { PrivateFolder } from '../util/files/privateFolder';
import type { HubAttention } from './hubAttention';
import type { LiveBoard } from './board/liveBoard';
import { Looks } from './looks/looks';
import { Onlookers } from './looks/onlookers';
import type { Spending } from './reading/usage/spending';
import type { Log } from '../util/log';

export interface HubLooksParts {
  readonly folder: PrivateFolder;
  readonly log: Log;
  readonly board: LiveBoard;
  readonly attention: HubAttention;
  readonly spending: Spending;
}

/** Makes what knows which sessions were looked at, over all windows and phones. */
export function openLooks({ folder, log, board, attention, spending }: HubLooksParts): Looks {
  const { windows, places, phoneCards } = attention;
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
  attention.onDidChangePresence(() => looks.onPresence());
  phoneCards.onDidChange(() => looks.onPresence());
  return looks;
}

import type { Core } from '../core';
import type { Feature } from '../feature';
import { Looks } from './looks';
import { Onlookers } from './onlookers';
import type { Handlers } from '../serve/callRouter';

/**
 * Creates the feature that tracks which sessions a person has seen, in any window or on any phone.
 */
export function createLooksFeature({ folder, log, board, attendance, places, spending }: Core) {
  const { windows, phoneCards } = attendance;
  const onlookers = new Onlookers({
    windows,
    phones: phoneCards,
    find: (session) => places.find(session),
    onFound: () => looks.onPresence(),
  });
  const looks: Looks = new Looks({
    folder,
    // The file has no content of a person, so its loss is only logged.
    onError: (error) => log.warn(`looks.json: ${String(error)}`),
    onlookers,
    session: (sessionId) => board.get(sessionId),
    touch: (sessionId) => board.touch(sessionId),
    refresh: () => board.flushSoon(),
    spentSince: (at) => spending.spentSince(at),
  });
  attendance.onDidChangePresence(() => looks.onPresence());
  phoneCards.onDidChange(() => looks.onPresence());
  return {
    calls: { lookAt: (look) => looks.record(look) },
    boardPart: looks,
    trust: () => looks.trust(),
    prepare: () => looks.load(),
    leave: () => looks.close(),
  } satisfies Feature & { readonly calls: Handlers<'lookAt'>; readonly trust: () => void };
}

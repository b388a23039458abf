import { sessionTitle } from '../../shared/board/sessionNames';
import { addressIn } from '../../shared/protocol/machines/address';
import type { LiveSession } from '../../shared/protocol/protocol';
import { plainLine } from '../../shared/text/plainText';
import { t } from '../../shared/words/l10n';

/** The board has no such session, or several; the message says which. */
export class NoSessionError extends Error {}

/** Maximum number of sessions that an error names. */
const maxNamed = 5;

/**
 * Finds a session by its id or the beginning of it, with or without its machine's part. Throws a
 * `NoSessionError`, which names several that match by their ids, and by their titles only for a
 * person: a title is a text of the session.
 */
export function findSessionById(
  sessions: readonly LiveSession[],
  typed: string,
  reader: 'person' | 'agent',
): LiveSession {
  const exact = sessions.find(({ sessionId }) => sessionId === typed);
  if (exact !== undefined) return exact;
  const found = sessions.filter(({ sessionId }) =>
    [sessionId, addressIn(sessionId)?.sessionId].some((id) => id?.startsWith(typed) === true),
  );
  const [only] = found;
  const shown = plainLine(typed, 60);
  if (only === undefined)
    throw new NoSessionError(t('No session on the board has an id that begins with “{0}”.', shown));
  if (found.length === 1) return only;
  const named = found.slice(0, maxNamed).map((session) => {
    const title = reader === 'person' ? `  ${sessionTitle(session)}` : '';
    return `  ${plainLine(session.sessionId)}${title}`;
  });
  throw new NoSessionError(
    [t('Several sessions have an id that begins with “{0}”:', shown), ...named].join('\n'),
  );
}

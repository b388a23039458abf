import { sessionTitle } from '../../shared/board/sessionNames';
import { addressIn } from '../../shared/protocol/machines/address';
import type { LiveSession } from '../../shared/protocol/protocol';
import { plainLine } from '../../shared/text/plainText';
import { t } from '../../shared/words/l10n';

/** Thrown if no session on the board matches, or several do; the message says which. */
export class NoSessionError extends Error {}

/** Maximum number of sessions that an error names. */
const maxNamed = 5;

/**
 * Finds a session by a prefix of its id, with or without its machine's part. Throws a
 * `NoSessionError` if none or several match. The message names the matches; their titles are only
 * shown to a person, because agents may not be allowed to read a session's texts.
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

import { hasMenuOpen, isAtWork } from '../presentation';
import type { LiveSession } from '../protocol/protocol';
import { t } from '../words/l10n';

/** Sentence on the time at which a prompt that is written now reaches its session. */
export function promiseOf(session: LiveSession): string {
  const { pid, prompting, pendingRequest } = session;
  if (pid === undefined) return t('Resumes the session in a terminal.');
  if (pendingRequest !== undefined) return t('Sent after this turn, once the request is answered.');
  if (prompting?.way === undefined)
    return t('Sent after its next turn, or once it runs in a terminal of the editor.');
  if (hasMenuOpen(session)) return t('Sent once the dialog in its terminal is closed.');
  if (isAtWork(session)) return t('Sent after this turn.');
  return t('Sent now.');
}

import type { GrantUse } from '../../protocol/work/grants';
import { plainLine } from '../../text/plainText';
import { counted, t } from '../../words/l10n';
import { joinParts } from './partTexts';

const indent = ' '.repeat(21);

/**
 * The ledger as a text document, one request on two lines, in the order given. `titleOf` returns the
 * title of a session on the board.
 */
export function grantRecordText(
  uses: readonly GrantUse[],
  titleOf: (sessionId: string) => string | undefined,
): string {
  const head =
    uses.length === 0
      ? t('No request was allowed for a while in the last 31 days.')
      : counted(
          uses.length,
          'One request was allowed for a while in the last 31 days.',
          '{0} requests were allowed for a while in the last 31 days, the newest first.',
        );
  return [head, ...uses.flatMap((use) => useLines(use, titleOf(use.session)))].join('\n') + '\n';
}

function useLines(use: GrantUse, title: string | undefined): readonly string[] {
  const { at, tool, what, words, by, session, agent, lost } = use;
  const shown = (text: string): string => plainLine(text, Infinity);
  const details = joinParts([
    t('by “{0}”', shown(words)),
    t('allowed by {0}', shown(by)),
    t('session {0}', shown(title ?? session)),
    agent === undefined ? '' : t('of a subagent'),
    lost === true ? t('the answer did not reach the session') : '',
  ]);
  return ['', `${timeOf(at)}  ${shown(tool)}: ${shown(what)}`, `${indent}${details}`];
}

/** Local date and time that sort as text, such as `2026-03-02 10:00:00`. */
function timeOf(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(at - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace('T', ' ');
}

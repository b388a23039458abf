import { createContext, useEffect, useMemo } from 'react';
import type { ItemOf } from '../../shared/messages/readerItems';
import type { GrantUse } from '../../shared/protocol/work/grants';
import { plainLine } from '../../shared/text/plainText';
import { t } from '../../shared/words/l10n';
import { useAnswers, useBoard, usePage } from '../page';
import { findGrantUse } from './findGrantUse';
import { useReader } from './reader';

/** Says who allowed a call by a grant; undefined for all other calls. */
type AllowedText = (
  item: ItemOf<'tool'>,
  result: ItemOf<'result'> | undefined,
) => string | undefined;

/** Present in an editor, where the page can read the recorded uses of grants. */
export const AllowedCalls = createContext<AllowedText | undefined>(undefined);

/** Requests the recorded uses of the session's grants, again whenever a grant was used. */
export function useAllowedCalls(): AllowedText | undefined {
  const { board } = usePage();
  const { sessionId } = useReader().host.start.target;
  // Number of uses on the card; undefined without a connection.
  const used = useBoard(({ connection, sessions }) =>
    connection === 'live'
      ? (sessions.get(sessionId)?.grants ?? []).reduce((sum, grant) => sum + grant.used, 0)
      : undefined,
  );
  useEffect(() => {
    if (used === undefined) return;
    board.post({ type: 'ask', name: 'grantUses', request: { session: sessionId } });
  }, [board, sessionId, used]);
  const uses = useAnswers((state) => state.uses);
  return useMemo(() => (uses.length === 0 ? undefined : textOf(uses)), [uses]);
}

function textOf(uses: readonly GrantUse[]): AllowedText {
  return (item, result) => {
    const use = findGrantUse(uses, item, result);
    if (use === undefined) return undefined;
    const [by, words] = [plainLine(use.by, 80), plainLine(use.words, 120)];
    return t('Allowed by {0}, for a while ({1})', by, words);
  };
}

import { useEffect } from 'react';
import { t } from '../../../../shared/words/l10n';
import { plainTitle } from '../../../../shared/text/plainText';
import { offersRemoval } from '../../../../shared/board/worktreeName';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { actionById } from '../../../actions';
import { useAnswers, useHasEditor, usePage } from '../../../page';
import { Button } from '../../Button';
import { Detail } from '../Detail';

/**
 * Offers to remove the work tree of a session in Done if nothing would be lost; the removal has to
 * be confirmed.
 */
export function WorktreeOffer({ session }: { readonly session: LiveSession }) {
  const page = usePage();
  const { answers } = page.board;
  const hasEditor = useHasEditor();
  const mayBeOffered =
    hasEditor && session.agentState.group === 'delivered' && offersRemoval(session);
  const name = mayBeOffered ? session.repository?.worktree : undefined;
  const { sessionId } = session;
  useEffect(() => {
    if (name !== undefined) answers.loadWorktree(sessionId);
  }, [answers, sessionId, name]);
  const worktree = useAnswers((state) => state.worktrees.get(sessionId));
  const action = actionById('removeWorktree');
  const isOffered = name !== undefined && worktree?.keeps.length === 0;
  return (
    <Detail name={t('Worktree')} isKnown={isOffered && action !== undefined}>
      <p className="worktree-offer across wraps gap-4-8">
        <span>
          {worktree?.merged === true
            ? t('{0} is merged and can go.', plainTitle(name ?? '', 80))
            : t('{0} is clean and pushed and can go.', plainTitle(name ?? '', 80))}
        </span>
        <Button
          name={action?.nameFor(session) ?? ''}
          action="removeWorktreeOffer"
          onClick={() => action?.run(page, session)}
        />
      </p>
    </Detail>
  );
}

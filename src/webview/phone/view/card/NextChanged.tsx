import { ChevronRight } from 'lucide-react';
import { t } from '../../../../shared/words/l10n';
import { useBoard } from '../../../page';
import { othersWaiting } from '../../../pane/nextInLine';
import { usePhone } from '../phone';

/** Button to the next session of the digest; hidden while any session waits for the person. */
export function NextChanged({ sessionId }: { readonly sessionId: string }) {
  const { screens } = usePhone();
  const isAnotherWaiting = useBoard((state) => othersWaiting(state, sessionId).length > 0);
  const digest = useBoard(({ summary }) => summary.digest);
  const otherIds = digest?.sessionIds.filter((id) => id !== sessionId) ?? [];
  const [next] = otherIds;
  if (isAnotherWaiting || next === undefined) return null;
  return (
    <button
      type="button"
      className="primary next-button across-inline gap-6 rigid"
      data-action="nextChanged"
      onClick={() => screens.open({ kind: 'card', sessionId: next })}
    >
      {t('Next That Changed')} <span className="badge digits centered">{otherIds.length}</span>
      <ChevronRight className="icon" aria-hidden="true" />
    </button>
  );
}

import { ChevronRight } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { useBoard } from '../../page';
import { othersWaiting } from '../../pane/nextInLine';
import { usePhone, useScreen } from './phone';

interface Props {
  readonly isPrimary?: boolean;
}

/** Button to the next session that waits for the person; nothing if there is none. */
export function NextButton({ isPrimary = false }: Props) {
  const { screens } = usePhone();
  const screen = useScreen();
  const open = screen.kind === 'card' ? screen.sessionId : undefined;
  const next = useBoard((state) => othersWaiting(state, open)[0]);
  const count = useBoard((state) => othersWaiting(state, open).length);
  if (next === undefined) return null;
  return (
    <button
      type="button"
      className={
        isPrimary
          ? 'primary next-button across-inline gap-6 rigid'
          : 'quiet next-button across-inline gap-6 rigid'
      }
      data-action="next"
      onClick={() => screens.open({ kind: 'card', sessionId: next })}
    >
      {isPrimary ? t('Next That Needs You') : t('Next')}{' '}
      <span className="badge digits centered">{count}</span>
      <ChevronRight className="icon" aria-hidden="true" />
    </button>
  );
}

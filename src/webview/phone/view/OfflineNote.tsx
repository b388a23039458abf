import { CloudOff } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { Button } from '../../components/Button';
import { usePage } from '../../page';
import { useStore } from '../../store';
import { boardTime } from './connectionText';
import { usePhone, usePhoneState } from './phone';

/** Shows the time of the board, and why it is not updated. */
export function OfflineNote() {
  const { model } = usePhone();
  const phase = usePhoneState((state) => state.phase);
  const boardAt = usePhoneState((state) => state.boardAt);
  const problem = usePhoneState((state) => state.problem);
  const { clock } = usePage();
  const since = useStore(clock, (now) => (boardAt === undefined ? '' : boardTime(boardAt, now)));
  if (phase !== 'offline') return null;
  return (
    <section
      className="offline-note icon-text-end middle rigid line-below note-size"
      aria-label={t('Offline')}
    >
      <CloudOff className="icon amber icon-24" aria-hidden="true" />
      <p className="bright bold">
        {boardAt === undefined
          ? t('You see the last known board.')
          : t('You see the board of {0}.', since)}
      </p>
      <Button name={t('Reconnect')} action="reconnect" onClick={() => model.reconnect()} />
      <p className="offline-why all-columns">
        {problem ?? t('The computer sleeps, is off, or can’t be reached from here.')}
      </p>
    </section>
  );
}

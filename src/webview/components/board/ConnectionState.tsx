import { t } from '../../../shared/words/l10n';
import type { Connection } from '../../../shared/messages/pageMessages';
import { useBoard, useIsLost, usePage } from '../../page';
import { lostReason } from '../../pulse';

const texts: Readonly<Record<Connection, () => string>> = {
  connecting: () => t('Connecting…'),
  live: () => t('Live'),
  offline: () => t('Reconnecting…'),
  off: () => t('Off'),
};

/** Connection state, shown in the bar so that a change does not shift the lists. */
export function ConnectionState() {
  const connection = useBoard((state) => state.connection);
  const { board } = usePage();
  const isLost = useIsLost();
  if (isLost) {
    return (
      <p className="connection across-inline gap-6 small muted one-line" data-connection="lost">
        <span title={lostReason()}>{t('Not connected…')}</span>
      </p>
    );
  }
  return (
    <p className="connection across-inline gap-6 small muted one-line" data-connection={connection}>
      <span title={connection === 'offline' ? t('This is the last known state.') : undefined}>
        {texts[connection]()}
      </span>
      {connection === 'offline' && (
        <button type="button" className="quiet" onClick={() => board.post({ type: 'showLog' })}>
          {t('Show Log')}
        </button>
      )}
    </p>
  );
}

import { BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../../../../shared/words/l10n';
import { Button } from '../../../components/Button';
import { phoneStore } from '../../keep/kept';
import { usePhoneState } from '../phone';
import { useEnable } from '../settings/useEnable';

const laterKey = 'notifyLater';

/**
 * Offers notifications above the board, because few people look in the settings, until the person
 * accepts or declines.
 */
export function NotifyOffer() {
  const isOpen = usePhoneState(
    ({ phase, notifications }) => phase === 'live' && notifications === 'ask',
  );
  const { isDeclined, decline } = useOfferDeclined();
  const { isAsking, problem, enable } = useEnable();
  if (!isOpen || isDeclined) return null;
  return (
    <section className="notify-offer icon-text rounder" aria-label={t('Notifications')}>
      <BellRing className="icon blue icon-24" aria-hidden="true" />
      <p>{t('Let this phone ring when an agent needs you, even while this page is closed.')}</p>
      <div className="notify-buttons flows gap-8 all-columns">
        <Button
          primary
          name={t('Enable Notifications')}
          action="enableNotifications"
          disabled={isAsking}
          onClick={enable}
        />
        <Button name={t('Not Now')} action="notifyLater" onClick={decline} />
      </div>
      {problem !== undefined && (
        <p className="sheet-problem red bold" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

/** Stores on this phone whether the person declined the offer. */
function useOfferDeclined(): { readonly isDeclined: boolean; readonly decline: () => void } {
  const [isDeclined, setDeclined] = useState(true);
  useEffect(() => {
    let isGone = false;
    const readStored = async (): Promise<void> => {
      const stored = await phoneStore()
        .then((all) => all.get<boolean>(laterKey))
        .catch(() => undefined); // Without storage nothing was declined.
      if (!isGone) setDeclined(stored === true);
    };
    void readStored();
    return () => {
      isGone = true;
    };
  }, []);
  const decline = (): void => {
    setDeclined(true);
    void phoneStore()
      .then((all) => all.set(laterKey, true))
      .catch(() => undefined); // Without storage it is offered again after a reload.
  };
  return { isDeclined, decline };
}

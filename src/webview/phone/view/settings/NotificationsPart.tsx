import { BellRing, Share } from 'lucide-react';
import { language, t } from '../../../../shared/words/l10n';
import { Button } from '../../../components/Button';
import type { PhoneState } from '../../model';
import { usePhone, usePhoneState } from '../phone';
import { useEnable } from './useEnable';

const texts: Readonly<Record<PhoneState['notifications'], () => string>> = {
  unsupported: () => t('This browser can’t show notifications. Another one on this phone may.'),
  installFirst: () =>
    t(
      'Tap Share, then “Add to Home Screen”, and open Mission Control from there. Notifications work in it.',
    ),
  ask: () => t('This phone rings when an agent needs you, even while this page is closed.'),
  denied: () =>
    t(
      'Notifications are blocked. Allow them for this page in the settings of the phone or browser.',
    ),
  off: () => t('This phone rings when an agent needs you, even while this page is closed.'),
  on: () => t('This phone rings when an agent needs you.'),
};

/** Notifications of this phone: enables them, and tests that they arrive. */
export function NotificationsPart() {
  const state = usePhoneState(({ notifications }) => notifications);
  const isLive = usePhoneState(({ phase }) => phase === 'live');
  const { isAsking, problem, enable } = useEnable();
  return (
    <section className="sheet-part stack gap-12 frame" aria-labelledby="notifications">
      <h3 id="notifications" className="note-size muted bold">
        {t('Notifications')}
      </h3>
      <p className="sheet-hint icon-text gap-10" data-tone={state === 'denied' ? 'amber' : 'gray'}>
        {state === 'installFirst' && <Share className="icon blue icon-22" aria-hidden="true" />}
        {state === 'on' && <BellRing className="icon blue icon-22" aria-hidden="true" />}
        <span>{texts[state]()}</span>
      </p>
      {(state === 'ask' || state === 'off') && (
        <Button
          primary
          name={t('Enable Notifications')}
          action="enableNotifications"
          disabled={isAsking || !isLive}
          onClick={enable}
        />
      )}
      {state === 'on' && <TestPush isLive={isLive} />}
      {problem !== undefined && (
        <p className="sheet-problem red bold" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

function TestPush({ isLive }: { readonly isLive: boolean }) {
  const { model } = usePhone();
  const shownAfterMs = usePhoneState((state) => state.shownAfterMs);
  return (
    <div className="sheet-test across wraps">
      <Button
        name={t('Send Test Notification')}
        action="testPush"
        disabled={!isLive}
        onClick={() => model.testPush()}
      />
      <output>{shownAfterMs === undefined ? '' : shownText(shownAfterMs)}</output>
    </div>
  );
}

function shownText(ms: number): string {
  const seconds = (ms / 1000).toLocaleString(language(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return t('Shown after {0} s', seconds);
}

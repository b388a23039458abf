import { Smartphone } from 'lucide-react';
import type { PhonePanelState } from '../../shared/messages/phonePanelMessages';
import type { PhoneScope } from '../../shared/protocol/phones';
import { formatAgo } from '../../shared/words/format';
import { t } from '../../shared/words/l10n';
import { Button } from '../components/Button';
import { usePanel, usePanelState } from './panel';
import { pushText, testText } from './pushText';
import { useNow } from './useNow';

type Device = PhonePanelState['devices'][number];

export function scopeText(scope: PhoneScope): string {
  return scope === 'answer' ? t('May watch and answer') : t('May only watch');
}

/** A paired phone, with all that can be done with it. */
export function PhoneRow({ device }: { readonly device: Device }) {
  const { post } = usePanel();
  const now = useNow();
  const { id, name, scope, isConnected, isConfirmed, lastUse } = device;
  const other = scope === 'answer' ? 'watch' : 'answer';
  return (
    <li className="phone" aria-label={name}>
      <Smartphone className="icon phone-icon" aria-hidden="true" />
      <div className="phone-words">
        <h3>{name}</h3>
        <p className="phone-state" data-connected={isConnected}>
          {isConnected
            ? t('Connected')
            : t('Last used {0}', formatAgo(new Date(lastUse).toISOString(), now))}
          {' · '}
          {scopeText(scope)}
        </p>
        <p className="muted">{pushText(device, now)}</p>
        {!isConfirmed && (
          <p className="unconfirmed" data-tone="amber">
            {t(
              'Its answers don’t count until you confirm it again: this editor does not know its key.',
            )}
          </p>
        )}
        <TestLine device={device} />
      </div>
      <div className="buttons">
        {!isConfirmed && (
          <Button
            primary
            name={t('Confirm Again')}
            onClick={() => post({ type: 'setScope', device: id, scope: 'answer' })}
          />
        )}
        <Button
          name={other === 'answer' ? t('Let It Answer') : t('Only Let It Watch')}
          onClick={() => post({ type: 'setScope', device: id, scope: other })}
        />
        {device.push !== undefined && (
          <Button name={t('Test Push')} onClick={() => post({ type: 'testPush', device: id })} />
        )}
        <Button name={t('Remove…')} onClick={() => post({ type: 'remove', device: id })} />
      </div>
    </li>
  );
}

/** What came of the test push to a phone, where one was sent from here. */
export function TestLine({ device }: { readonly device: Device }) {
  const test = usePanelState((state) => state.tests.find((one) => one.device === device.id));
  return <output className="test-line">{test === undefined ? '' : testText(device, test)}</output>;
}

import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { PhonePanelState } from '../../shared/messages/phonePanelMessages';
import type { PhoneScope } from '../../shared/protocol/phones';
import { formatAgo } from '../../shared/words/format';
import { t } from '../../shared/words/l10n';
import { Button } from '../components/Button';
import { usePanel, usePanelState } from './panel';
import { newestPushText, testedPushText } from './pushText';
import { spellCode } from './spellCode';
import { useNow } from './useNow';

type Device = PhonePanelState['devices'][number];

export function scopeText(scope: PhoneScope): string {
  return scope === 'answer' ? t('May watch and answer') : t('May only watch');
}

/** A paired phone with its actions. */
export function PhoneRow({ device }: { readonly device: Device }) {
  const { post } = usePanel();
  const now = useNow();
  const [isComparing, setComparing] = useState(false);
  const { id, name, scope, isConnected, isConfirmed, isKeyChanged, mustCompare, lastUse } = device;
  const canAllowAnswers = !isKeyChanged && (scope === 'watch' || !isConfirmed);
  const allowAnswers = (): void => {
    if (mustCompare) setComparing(true);
    else post({ type: 'setScope', device: id, scope: 'answer' });
  };
  return (
    <li className="phone icon-text-end lined surface" aria-label={name}>
      <Smartphone className="icon muted icon-20" aria-hidden="true" />
      <div className="phone-words">
        <h3 className="bright bold breaks">{name}</h3>
        <p className="phone-state" data-connected={isConnected}>
          {isConnected
            ? t('Connected')
            : t('Last used {0}', formatAgo(new Date(lastUse).toISOString(), now))}
          {' · '}
          {scopeText(scope)}
        </p>
        <p className="muted">{newestPushText(device, now)}</p>
        {isKeyChanged ? (
          <p className="unconfirmed toned" data-tone="red" role="alert">
            {t(
              'Its key is not the one that you connected: another program may have replaced it. Nothing is sent to it. Remove it and connect the phone again.',
            )}
          </p>
        ) : (
          !isConfirmed && (
            <p className="unconfirmed toned" data-tone="amber">
              {t('Its answers don’t count until you compare its code and confirm it again.')}
            </p>
          )
        )}
        {isComparing && canAllowAnswers && (
          <Compare device={device} onClose={() => setComparing(false)} />
        )}
        <TestLine device={device} />
      </div>
      <div className="buttons flows gap-8">
        {canAllowAnswers && !isComparing && (
          <Button
            primary={!isConfirmed}
            name={isConfirmed ? t('Let It Answer') : t('Confirm Again')}
            onClick={allowAnswers}
          />
        )}
        {scope === 'answer' && !isKeyChanged && (
          <Button
            name={t('Only Let It Watch')}
            onClick={() => post({ type: 'setScope', device: id, scope: 'watch' })}
          />
        )}
        {device.push !== undefined && !isKeyChanged && (
          <Button name={t('Test Push')} onClick={() => post({ type: 'testPush', device: id })} />
        )}
        <Button name={t('Remove…')} onClick={() => post({ type: 'remove', device: id })} />
      </div>
    </li>
  );
}

/**
 * Asks the person to compare the code on the phone; only the phone that shows this code now is
 * allowed to answer.
 */
function Compare({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const { post } = usePanel();
  const { id, code } = device;
  const confirm = (): void => {
    post({ type: 'setScope', device: id, scope: 'answer', ...(code !== undefined && { code }) });
    onClose();
  };
  return (
    <div className="compare grid gap-8">
      {code === undefined ? (
        <p>{t('Open Mission Control on the phone, so that its code can be compared here.')}</p>
      ) : (
        <>
          <p>{t('Does the phone show this code, above its board or in its settings?')}</p>
          <p className="code rounder on-page bright bold mono one-line">
            <span aria-hidden="true">{code}</span>
            <span className="visually-hidden">{spellCode(code)}</span>
          </p>
          <p className="muted">
            {t('If it shows another one, another program is in its place: remove the phone.')}
          </p>
        </>
      )}
      <div className="buttons flows gap-8">
        {code !== undefined && <Button primary name={t('The Codes Match')} onClick={confirm} />}
        <Button name={t('Cancel')} onClick={onClose} />
      </div>
    </div>
  );
}

/** Result of the test push that this panel sent to a phone. */
export function TestLine({ device }: { readonly device: Device }) {
  const test = usePanelState((state) => state.tests.find((one) => one.device === device.id));
  return (
    <output className="test-line block bright">
      {test === undefined ? '' : testedPushText(device, test)}
    </output>
  );
}

import { CircleAlert, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PairingStep } from '../../../shared/messages/phonePanelMessages';
import { carrierFaultText } from '../../../shared/phone/carrierFaultText';
import { carrierStepText, carrierText } from '../../../shared/phone/carrierText';
import { t } from '../../../shared/words/l10n';
import { Button } from '../../components/Button';
import { usePanel } from '../panel';

type StepOf<Type> = Extract<PairingStep, { readonly type: Type }>;

/** Time in ms after which the page explains that opening a carrier takes longer than usual. */
const longMs = 15_000;

export function OpeningStep({ way, step }: StepOf<'opening'>) {
  const { post } = usePanel();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="box grid gap-12 frame">
      <p className="opening across gap-10 bright">
        <LoaderCircle className="icon spinning" aria-hidden="true" />
        {carrierStepText({ kind: way, step })}
      </p>
      {isLong && (
        <p className="muted">
          {t('This takes longer than usual. You can cancel and choose another way.')}
        </p>
      )}
      <div className="buttons flows gap-8">
        <Button name={t('Cancel')} onClick={() => post({ type: 'cancel' })} />
      </div>
    </div>
  );
}

export function FaultyStep({ way, fault, url }: StepOf<'faulty'>) {
  const { post } = usePanel();
  const { command, link } = fault;
  return (
    <div className="box grid gap-12 frame">
      <p className="fault across gap-10 bright" data-tone="red">
        <CircleAlert className="icon toned icon-20" aria-hidden="true" />
        <strong>{carrierText(way).name}</strong>
      </p>
      <p>{carrierFaultText({ kind: way, url, fault })}</p>
      {command !== undefined && (
        <div className="command grid gap-6">
          <p className="muted">{t('Run this in a terminal, then try again:')}</p>
          <pre className="lined rounded mono as-typed breaks">{command}</pre>
          <Button name={t('Copy Command')} onClick={() => post({ type: 'copyCommand' })} />
        </div>
      )}
      <div className="buttons flows gap-8">
        <Button primary name={t('Try Again')} onClick={() => post({ type: 'renew' })} />
        {link !== undefined && (
          <Button name={t('Open Help Page')} onClick={() => post({ type: 'openHelp' })} />
        )}
        <Button name={t('Choose Another Way')} onClick={() => post({ type: 'cancel' })} />
      </div>
    </div>
  );
}

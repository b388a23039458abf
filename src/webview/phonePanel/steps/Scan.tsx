import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PairingStep } from '../../../shared/messages/phonePanelMessages';
import { carrierNoticeText } from '../../../shared/phone/carrierText';
import { formatCountdown } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { Button } from '../../components/Button';
import { usePanel } from '../panel';
import { QrCode } from '../QrCode';
import { useNow } from '../useNow';

type StepOf<Type> = Extract<PairingStep, { readonly type: Type }>;

/** The QR code, until its ticket expires. */
export function ScanStep({ way, link, until, notice }: StepOf<'scan'>) {
  const { post } = usePanel();
  const warning = carrierNoticeText(notice);
  return (
    <div className="scan grid middle frame">
      <QrCode text={link} />
      <div className="grid gap-12">
        <ol className="numbered">
          <li>{t('Open the phone’s camera and point it at the code.')}</li>
          <li>{t('Open the link that it finds.')}</li>
          <li>{t('Compare the code that phone and desk show then.')}</li>
        </ol>
        {way === 'tailscale' && (
          <p className="muted">{t('Tailscale has to be switched on on the phone.')}</p>
        )}
        <p className="muted">
          {t('On an iPhone, Safari leads you to add the page to the Home Screen first.')}
        </p>
        {warning !== undefined && <p className="limit bright">{warning}</p>}
        <p className="host breaks">
          <span className="muted">{t('Leads to')}</span> <strong>{new URL(link).host}</strong>
        </p>
        <Countdown until={until} />
        <div className="buttons flows gap-8">
          <CopyLink />
          <Button name={t('New Code')} onClick={() => post({ type: 'renew' })} />
          <Button name={t('Cancel')} onClick={() => post({ type: 'cancel' })} />
        </div>
      </div>
    </div>
  );
}

function Countdown({ until }: { readonly until: number }) {
  const left = formatCountdown(until - useNow());
  return (
    <p className="countdown">
      <span className="muted">{t('For one phone. Expires in')}</span>{' '}
      <span className="bright bold figure" role="timer">
        {left}
      </span>
    </p>
  );
}

/** Duration of the confirmation on the button, in ms. */
const copiedMs = 2_000;

function CopyLink() {
  const { post } = usePanel();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  const copy = (): void => {
    post({ type: 'copyLink' });
    setCopied(true);
  };
  return (
    <button type="button" className="secondary across-inline gap-6" onClick={copy}>
      <Icon className="icon" aria-hidden="true" />
      <output>{isCopied ? t('Copied') : t('Copy Link')}</output>
    </button>
  );
}

import { useEffect, useRef } from 'react';
import type { PairingStep } from '../../shared/messages/phonePanelMessages';
import { carrierFaultText } from '../../shared/phone/carrierFaultText';
import { carrierStepText } from '../../shared/phone/carrierText';
import { t } from '../../shared/words/l10n';
import { Button } from '../components/Button';
import { usePanel, usePanelState } from './panel';
import { PhoneRow } from './PhoneRow';
import { Stepper } from './Stepper';
import { spellCode } from './spellCode';
import { AskingStep } from './steps/Asking';
import { ChooseStep } from './steps/Choose';
import { ConnectedStep, EndedStep } from './steps/Connected';
import { FaultyStep, OpeningStep } from './steps/Opening';
import { ScanStep } from './steps/Scan';

/** The panel: connecting a phone, and the list of paired phones. */
export function PhonePanelPage() {
  const isLive = usePanelState((state) => state.isLive);
  const view = usePanelState((state) => state.view);
  const step = usePanelState((state) => state.step);
  const problem = usePanelState((state) => state.problem);
  if (isLive === undefined || step === undefined) return <main className="panel" />;
  return (
    <main className="panel">
      {view === 'connect' ? <Connect step={step} isLive={isLive} /> : <Manage />}
      <p className="problem" role="alert">
        {isLive ? problem : t('Mission Control is reconnecting; try again in a moment.')}
      </p>
      {view === 'manage' && <PingProblem />}
      <Phones isOnlyContent={view === 'manage'} />
      <output className="visually-hidden">{view === 'connect' ? spokenText(step) : ''}</output>
    </main>
  );
}

function Connect({ step, isLive }: { readonly step: PairingStep; readonly isLive: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step.type);
  useEffect(() => {
    // The focused element was removed with the previous step, so the heading receives the focus.
    if (before.current !== step.type && document.hasFocus()) heading.current?.focus();
    before.current = step.type;
  }, [step.type]);
  return (
    <section aria-labelledby="connect">
      <header>
        <h1 id="connect" ref={heading} className="bright bold" tabIndex={-1}>
          {t('Connect a Phone')}
        </h1>
        <p className="lead muted">
          {t(
            'See your sessions on your phone, and answer when one needs you. What passes between phone and desk is encrypted end to end.',
          )}
        </p>
        <Stepper type={step.type} />
      </header>
      <fieldset className="step block" disabled={!isLive}>
        <legend className="visually-hidden">{t('Connect a Phone')}</legend>
        <Step step={step} />
      </fieldset>
    </section>
  );
}

function Step({ step }: { readonly step: PairingStep }) {
  switch (step.type) {
    case 'choose':
      return <ChooseStep />;
    case 'opening':
      return <OpeningStep key={step.step} {...step} />;
    case 'faulty':
      return <FaultyStep {...step} />;
    case 'scan':
      return <ScanStep {...step} />;
    case 'asking':
      return <AskingStep {...step} />;
    case 'connected':
      return <ConnectedStep {...step} />;
    case 'over':
      return <EndedStep {...step} />;
  }
}

function Manage() {
  const { post } = usePanel();
  return (
    <header className="manage across wraps apart">
      <h1 className="bright bold">{t('Your Phones')}</h1>
      <Button
        primary
        name={t('Connect Phone')}
        data-action="connect"
        onClick={() => post({ type: 'begin' })}
      />
    </header>
  );
}

/**
 * Why the last notification to the address that the person entered (the ping address) failed; it is
 * shown nowhere else.
 */
function PingProblem() {
  const pingProblem = usePanelState((state) => state.pingProblem);
  if (pingProblem === undefined) return null;
  return (
    <p className="ping-problem toned" data-tone="amber">
      {t(pingProblem)}
    </p>
  );
}

function Phones({ isOnlyContent }: { readonly isOnlyContent: boolean }) {
  const devices = usePanelState((state) => state.devices) ?? [];
  const isLive = usePanelState((state) => state.isLive);
  if (devices.length === 0) {
    if (!isOnlyContent || isLive !== true) return null;
    return (
      <p className="none muted">
        {t('No phone is connected. Nothing listens for phones until you connect one.')}
      </p>
    );
  }
  return (
    <section className="phones" aria-labelledby={isOnlyContent ? undefined : 'phones'}>
      {!isOnlyContent && (
        <h2 id="phones" className="bright bold">
          {t('Your Phones')}
        </h2>
      )}
      <ul>
        {devices.map((device) => (
          <PhoneRow key={device.id} device={device} />
        ))}
      </ul>
      <p className="muted">{t('A phone that nobody uses for 30 days is removed by itself.')}</p>
    </section>
  );
}

/** Text of a step for screen readers. */
function spokenText(step: PairingStep): string {
  switch (step.type) {
    case 'choose':
      return '';
    case 'opening':
      return carrierStepText({ kind: step.way, step: step.step });
    case 'faulty':
      return carrierFaultText({ kind: step.way, url: step.url, fault: step.fault });
    case 'scan':
      return t('The QR code is shown. Scan it with the phone, or copy its link.');
    case 'asking':
      return t('{0} wants to connect. Compare the code {1}.', step.name, spellCode(step.code));
    case 'connected':
      return t('The phone is connected.');
    case 'over':
      return t('No phone was connected.');
  }
}

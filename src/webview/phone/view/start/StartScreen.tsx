import { Radar } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '../../../../shared/words/l10n';
import { plainTitle } from '../../../../shared/text/plainText';
import { Button } from '../../../components/Button';
import type { PhoneState } from '../../model';
import { usePhone, usePhoneState } from '../phone';
import { LinkForm } from './LinkForm';

/** The screen of a phone without a board: how to connect to a computer. */
export function StartScreen() {
  const phase = usePhoneState((state) => state.phase);
  // A new phase is a new screen, whose heading receives the focus.
  return <Screen key={phase} phase={phase} />;
}

function Screen({ phase }: Pick<PhoneState, 'phase'>) {
  switch (phase) {
    case 'starting':
      return <Busy name={t('Starting…')} />;
    case 'unpaired':
      return <Unpaired />;
    case 'pairing':
      return <Busy name={t('Connecting to the computer…')} />;
    case 'waiting':
      return <Waiting />;
    case 'connecting':
    case 'live':
    case 'offline':
      return <NotYet isTrying={phase !== 'offline'} />;
  }
}

interface FrameProps {
  readonly heading: string;
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

function Frame({ heading, isBusy = false, children }: FrameProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <main className="start across grows shrinks-down centered" aria-busy={isBusy}>
      <Radar className="start-icon blue" data-busy={isBusy} aria-hidden="true" />
      <h1 ref={title} className="bright" tabIndex={-1}>
        {heading}
      </h1>
      {children}
    </main>
  );
}

function Busy({ name }: { readonly name: string }) {
  return (
    <Frame heading={name} isBusy>
      <Problem />
    </Frame>
  );
}

function Unpaired() {
  return (
    <Frame heading={t('Connect to your computer')}>
      <p>{t('See what your agents do, and answer them from anywhere.')}</p>
      <ol className="start-steps stack gap-12">
        <li className="grid middle gap-12">
          {t('At the computer, run the command “Connect Phone” in the editor.')}
        </li>
        <li className="grid middle gap-12">
          {t('Point this phone’s camera at the code that it shows.')}
        </li>
      </ol>
      <LinkForm />
      <Problem />
    </Frame>
  );
}

function Waiting() {
  const code = usePhoneState((state) => state.code);
  const machine = plainTitle(usePhoneState((state) => state.machine) ?? '', 80);
  return (
    <Frame heading={t('Accept this phone at the computer')} isBusy>
      {code !== undefined && (
        <p className="start-code frame bright mono">
          {/* Separated by spaces, so that screen readers read the characters one by one. */}
          <span className="visually-hidden">{code.replaceAll(/\S/gu, '$& ')}</span>
          <span aria-hidden="true">{code}</span>
        </p>
      )}
      <p>
        {machine === ''
          ? t('The computer shows the same characters. Choose there what this phone may do.')
          : t('{0} shows the same characters. Choose there what this phone may do.', machine)}
      </p>
      <p className="muted">{t('If they differ, refuse: somebody else is asking.')}</p>
      <Problem />
    </Frame>
  );
}

/** A paired phone that has not received a board yet. */
function NotYet({ isTrying }: { readonly isTrying: boolean }) {
  const { model } = usePhone();
  const machine = plainTitle(usePhoneState((state) => state.machine) ?? '', 80);
  return (
    <Frame
      heading={
        isTrying
          ? t('Connecting…')
          : machine === ''
            ? t('The computer can’t be reached')
            : t('{0} can’t be reached', machine)
      }
      isBusy={isTrying}
    >
      {isTrying && machine !== '' && <p>{machine}</p>}
      <Problem />
      {!isTrying && (
        <Button
          primary
          name={t('Reconnect')}
          action="reconnect"
          onClick={() => model.reconnect()}
        />
      )}
    </Frame>
  );
}

function Problem() {
  const problem = usePhoneState((state) => state.problem);
  if (problem === undefined) return null;
  return (
    <p className="red bold" role="alert">
      {problem}
    </p>
  );
}

import { CircleCheck, Timer } from 'lucide-react';
import type { PairingStep, PhonePanelState } from '../../../shared/messages/phonePanelMessages';
import { t } from '../../../shared/words/l10n';
import { Button } from '../../components/Button';
import { usePanel, usePanelState } from '../panel';
import { scopeText, TestLine } from '../PhoneRow';

type StepOf<Type> = Extract<PairingStep, { readonly type: Type }>;

/** The phone is connected; offers to enable its notifications. */
export function ConnectedStep({ device: id }: StepOf<'connected'>) {
  const { post } = usePanel();
  const device = usePanelState((state) => state.devices.find((one) => one.id === id));
  if (device === undefined) return null;
  return (
    <div className="box grid gap-12 frame">
      <p className="done across gap-10 bright" data-tone="green">
        <CircleCheck className="icon toned icon-20" aria-hidden="true" />
        <strong>{t('{0} is connected.', device.name)}</strong>
      </p>
      <p className="muted">{scopeText(device.scope)}</p>
      <Notifications device={device} />
      <div className="buttons flows gap-8">
        <Button name={t('Done')} onClick={() => post({ type: 'manage' })} />
        <Button name={t('Connect Another Phone')} onClick={() => post({ type: 'cancel' })} />
      </div>
    </div>
  );
}

function Notifications({ device }: { readonly device: PhonePanelState['devices'][number] }) {
  const { post } = usePanel();
  if (device.push === undefined) {
    return (
      <p className="next grid gap-8">
        <span>
          {t(
            'Last step: on the phone, choose Enable Notifications, so that it calls you when a session needs you.',
          )}
        </span>
      </p>
    );
  }
  return (
    <div className="next grid gap-8">
      <p>{t('Notifications are on. See whether one arrives:')}</p>
      <Button
        primary
        name={t('Send Test Push')}
        onClick={() => post({ type: 'testPush', device: device.id })}
      />
      <TestLine device={device} />
    </div>
  );
}

export function EndedStep({ why, way }: StepOf<'over'>) {
  const { post } = usePanel();
  const reasons: Readonly<Record<typeof why, string>> = {
    expired: t('The QR code is no longer good.'),
    gone: t('The phone has gone away before you answered.'),
    refused: t('The phone was refused, and its QR code is used up.'),
  };
  return (
    <div className="box grid gap-12 frame">
      <p className="over across gap-10 bright">
        <Timer className="icon" aria-hidden="true" />
        {reasons[why]}
      </p>
      <div className="buttons flows gap-8">
        {way !== undefined && (
          <Button primary name={t('New Code')} onClick={() => post({ type: 'renew' })} />
        )}
        <Button name={t('Choose Another Way')} onClick={() => post({ type: 'cancel' })} />
      </div>
    </div>
  );
}

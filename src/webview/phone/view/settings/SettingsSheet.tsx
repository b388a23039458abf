import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '../../../../shared/words/l10n';
import { plainTitle } from '../../../../shared/text/plainText';
import { ToolButton } from '../../../components/ToolButton';
import { usePhoneState } from '../phone';
import { ForgetPart } from './ForgetPart';
import { NotificationsPart } from './NotificationsPart';

interface Props {
  readonly onClose: () => void;
}

/** Settings of this phone, over whatever is open. */
export function SettingsSheet({ onClose }: Props) {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = sheet.current;
    if (!dialog) return undefined;
    dialog.showModal();
    // All around it is its backdrop; what is in it has an element of its own.
    const onClick = ({ target }: MouseEvent): void => {
      if (target === dialog) dialog.close();
    };
    dialog.addEventListener('click', onClick);
    return () => dialog.removeEventListener('click', onClick);
  }, []);
  return (
    <dialog ref={sheet} className="sheet" aria-labelledby="settings-name" onClose={onClose}>
      <div className="sheet-body">
        <header className="sheet-head">
          <h2 id="settings-name">{t('Settings')}</h2>
          <ToolButton
            name={t('Close')}
            Icon={X}
            data-action="closeSettings"
            onClick={() => sheet.current?.close()}
          />
        </header>
        <ThisPhone />
        <NotificationsPart />
        <ForgetPart />
      </div>
    </dialog>
  );
}

function ThisPhone() {
  const device = usePhoneState((state) => state.device);
  const machine = usePhoneState((state) => state.machine);
  return (
    <section className="sheet-part" aria-labelledby="this-phone">
      <h3 id="this-phone">{t('This phone')}</h3>
      <dl className="sheet-facts">
        {device !== undefined && (
          <>
            <dt>{t('Name')}</dt>
            <dd>{plainTitle(device.name, 100)}</dd>
          </>
        )}
        {machine !== undefined && (
          <>
            <dt>{t('Computer')}</dt>
            <dd>{plainTitle(machine, 100)}</dd>
          </>
        )}
        {device !== undefined && (
          <>
            <dt>{t('May')}</dt>
            <dd>{device.scope === 'answer' ? t('Watch and answer') : t('Watch')}</dd>
          </>
        )}
      </dl>
      <p className="muted">{t('What it may do is set at the computer, in Manage Phones.')}</p>
    </section>
  );
}

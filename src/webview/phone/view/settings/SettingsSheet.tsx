import { t } from '../../../../shared/words/l10n';
import { plainTitle } from '../../../../shared/text/plainText';
import { usePhoneState } from '../phone';
import { Sheet } from '../Sheet';
import { ForgetPart } from './ForgetPart';
import { NotificationsPart } from './NotificationsPart';

interface Props {
  readonly onClose: () => void;
}

/** Settings of this phone, in a sheet over the open screen. */
export function SettingsSheet({ onClose }: Props) {
  return (
    <Sheet name={t('Settings')} closing="closeSettings" onClose={onClose}>
      <ThisPhone />
      <NotificationsPart />
      <ForgetPart />
    </Sheet>
  );
}

function ThisPhone() {
  const device = usePhoneState((state) => state.device);
  const machine = usePhoneState((state) => state.machine);
  const code = usePhoneState((state) => state.code);
  return (
    <section className="sheet-part stack gap-12 frame" aria-labelledby="this-phone">
      <h3 id="this-phone" className="note-size muted bold">
        {t('This phone')}
      </h3>
      <dl className="sheet-facts grid">
        {device !== undefined && (
          <>
            <dt className="muted">{t('Name')}</dt>
            <dd className="bright bold breaks">{plainTitle(device.name, 100)}</dd>
          </>
        )}
        {machine !== undefined && (
          <>
            <dt className="muted">{t('Computer')}</dt>
            <dd className="bright bold breaks">{plainTitle(machine, 100)}</dd>
          </>
        )}
        {device !== undefined && (
          <>
            <dt className="muted">{t('May')}</dt>
            <dd className="bright bold breaks">
              {device.scope === 'answer' ? t('Watch and answer') : t('Watch')}
            </dd>
          </>
        )}
        {code !== undefined && (
          <>
            <dt className="muted">{t('Code')}</dt>
            <dd className="bright bold breaks">
              <span className="visually-hidden">{code.replaceAll(/\S/gu, '$& ')}</span>
              <span aria-hidden="true">{code}</span>
            </dd>
          </>
        )}
      </dl>
      <p className="note-size muted">
        {t('What it may do is set at the computer, in Manage Phones.')}
      </p>
    </section>
  );
}

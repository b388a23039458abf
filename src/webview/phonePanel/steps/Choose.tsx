import { type FormEvent, useId, useState } from 'react';
import type { OfferedWay, PhoneWay } from '../../../shared/messages/phonePanelMessages';
import { t } from '../../../shared/words/l10n';
import { Button } from '../../components/Button';
import { usePanel, usePanelState } from '../panel';
import { limitText, wayLook } from '../wayText';

/** The ways to choose from, the recommended one first and chosen. */
export function Choose() {
  const { post } = usePanel();
  const ways = usePanelState((state) => state.ways) ?? [];
  const kept = usePanelState((state) => state.ownUrl) ?? '';
  const [picked, pick] = useState<PhoneWay>();
  const [typed, type] = useState<string>();
  const url = typed ?? kept;
  const chosen = picked ?? ways[0]?.way ?? 'tailscale';
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    post({ type: 'connect', way: chosen, ...(hasAddress(chosen) && { url }) });
  };
  return (
    <form className="ways" onSubmit={onSubmit}>
      <fieldset>
        <legend>{t('How does the phone reach this machine?')}</legend>
        {ways.map((offered, index) => (
          <Way
            key={offered.way}
            offered={offered}
            isRecommended={index === 0}
            isChosen={offered.way === chosen}
            pick={pick}
          >
            {hasAddress(offered.way) && <AddressField url={url} onType={type} way={offered.way} />}
          </Way>
        ))}
      </fieldset>
      <div className="buttons">
        <button type="submit" className="primary" disabled={isBarred(ways, chosen)}>
          {t('Show QR Code')}
        </button>
      </div>
    </form>
  );
}

const hasAddress = (way: PhoneWay): boolean => way === 'ownUrl' || way === 'forwarded';

const isBarred = (ways: readonly OfferedWay[], chosen: PhoneWay): boolean =>
  ways.some(({ way, limit }) => way === chosen && limit === 'insecure');

interface WayProps {
  readonly offered: OfferedWay;
  readonly isRecommended: boolean;
  readonly isChosen: boolean;
  readonly pick: (way: PhoneWay) => void;
  readonly children: React.ReactNode;
}

function Way({ offered, isRecommended, isChosen, pick, children }: WayProps) {
  const { way, host } = offered;
  const { Icon, name, about, notes } = wayLook(way);
  const port = usePanelState((state) => state.port) ?? 0;
  const id = useId();
  const limit = limitText(offered);
  return (
    <div className="way" data-way={way} data-chosen={isChosen}>
      <label className="way-head">
        <input
          type="radio"
          name="way"
          value={way}
          checked={isChosen}
          aria-describedby={id}
          onChange={() => pick(way)}
        />
        <Icon className="icon way-icon" aria-hidden="true" />
        <span className="way-name">{name()}</span>
        {isRecommended && <span className="way-tag">{t('Recommended')}</span>}
        {host !== undefined && <span className="way-host ellipsis">{host}</span>}
      </label>
      <p className="way-about" id={id}>
        {about()}
      </p>
      {isChosen && (
        <div className="way-more">
          <ul className="notes">
            {notes(port).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
          {limit !== undefined && <p className="limit">{limit}</p>}
          {children}
        </div>
      )}
    </div>
  );
}

function AddressField({
  url,
  onType,
  way,
}: {
  readonly url: string;
  readonly onType: (url: string) => void;
  readonly way: PhoneWay;
}) {
  const { post } = usePanel();
  return (
    <div className="address">
      <label>
        {t('Address')}
        <input
          className="address-field"
          type="url"
          value={url}
          placeholder="https://"
          pattern="https://.+"
          title={t('The address has to begin with https://.')}
          required
          spellCheck={false}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      </label>
      {way === 'forwarded' && (
        <Button name={t('Open Ports View')} onClick={() => post({ type: 'showPorts' })} />
      )}
    </div>
  );
}

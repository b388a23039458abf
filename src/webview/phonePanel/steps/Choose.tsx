import { type FormEvent, useId, useState } from 'react';
import type { OfferedCarrier } from '../../../shared/messages/phonePanelMessages';
import { carrierGuide, carrierText } from '../../../shared/phone/carrierText';
import type { CarrierKind } from '../../../shared/protocol/phones';
import { t } from '../../../shared/words/l10n';
import { Button } from '../../components/Button';
import { usePanel, usePanelState } from '../panel';
import { limitText, carrierIcons } from '../wayText';

/** The carriers to choose from; the recommended one is first and preselected. */
export function ChooseStep() {
  const { post } = usePanel();
  const carriers = usePanelState((state) => state.ways) ?? [];
  const storedUrl = usePanelState((state) => state.ownUrl) ?? '';
  const [picked, pick] = useState<CarrierKind>();
  const [typed, type] = useState<string>();
  const url = typed ?? storedUrl;
  const chosen = picked ?? carriers[0]?.way ?? 'tailscale';
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    post({ type: 'connect', way: chosen, ...(hasAddress(chosen) && { url }) });
  };
  return (
    <form className="ways" onSubmit={onSubmit}>
      <fieldset>
        <legend className="bright bold">{t('How does the phone reach this machine?')}</legend>
        {carriers.map((offered, index) => (
          <CarrierOption
            key={offered.way}
            offered={offered}
            isRecommended={index === 0}
            isChosen={offered.way === chosen}
            pick={pick}
          >
            {hasAddress(offered.way) && <AddressField url={url} onType={type} way={offered.way} />}
          </CarrierOption>
        ))}
      </fieldset>
      <div className="buttons flows gap-8">
        <button type="submit" className="primary" disabled={isBarred(carriers, chosen)}>
          {t('Show QR Code')}
        </button>
      </div>
    </form>
  );
}

const hasAddress = (way: CarrierKind): boolean => way === 'ownUrl' || way === 'forwarded';

const isBarred = (carriers: readonly OfferedCarrier[], chosen: CarrierKind): boolean =>
  carriers.some(({ way, limit }) => way === chosen && limit === 'insecure');

interface CarrierOptionProps {
  readonly offered: OfferedCarrier;
  readonly isRecommended: boolean;
  readonly isChosen: boolean;
  readonly pick: (way: CarrierKind) => void;
  readonly children: React.ReactNode;
}

function CarrierOption({ offered, isRecommended, isChosen, pick, children }: CarrierOptionProps) {
  const { way, host } = offered;
  const Icon = carrierIcons[way];
  const { name, needs, privacy } = carrierText(way);
  const port = usePanelState((state) => state.port) ?? 0;
  const id = useId();
  const limit = limitText(offered);
  const guide = carrierGuide(way, port);
  return (
    <div className="way grid frame" data-way={way} data-chosen={isChosen}>
      <label className="way-head across gap-10 shrinks">
        <input
          type="radio"
          name="way"
          value={way}
          checked={isChosen}
          aria-describedby={id}
          onChange={() => pick(way)}
        />
        <Icon className="icon way-icon muted" aria-hidden="true" />
        <span className="rigid bright bold">{name}</span>
        {isRecommended && <span className="way-tag small bright one-line">{t('Recommended')}</span>}
        {host !== undefined && <span className="way-host small muted mono ellipsis">{host}</span>}
      </label>
      <p className="way-about muted" id={id}>
        <span className="way-label text bold">{t('Needs')}</span> {needs}
      </p>
      {isChosen && (
        <div className="way-more grid gap-10">
          {guide.length > 0 && (
            <ol className="numbered">
              {guide.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ol>
          )}
          {limit !== undefined && <p className="limit bright">{limit}</p>}
          {children}
          <p className="muted">{privacy}</p>
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
  readonly way: CarrierKind;
}) {
  const { post } = usePanel();
  return (
    <div className="address flows gap-8">
      <label className="grid gap-3">
        {t('Address')}
        <input
          className="address-field wide"
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

import { useEffect, useRef } from 'react';
import { t } from '../../../shared/words/l10n';
import { actions } from '../keys';

/** List of all shortcuts. */
export function KeyList({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="keys"
      aria-labelledby="keys-title"
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id="keys-title">{t('Keyboard shortcuts')}</h2>
      <dl>
        {actions.map(({ name, key }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(name)}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="secondary" onClick={() => dialog.current?.close()}>
        {t('Close')}
      </button>
    </dialog>
  );
}

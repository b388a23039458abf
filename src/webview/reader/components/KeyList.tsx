import { useEffect, useRef } from 'react';
import { t } from '../../../shared/words/l10n';
import { actionKeys, chordLabel, type KeyUse } from '../../keys/shortcut';
import { numbered } from '../../numbered';
import { usePage, useView } from '../../page';
import { barActions } from '../barKeys';
import { readerKeyActions } from '../keys';

const parts = (): readonly { readonly name: string; readonly keys: readonly KeyUse[] }[] => [
  {
    name: t('In the transcript'),
    keys: readerKeyActions.map(({ key, name }) => ({
      keys: key === '/' ? [key, chordLabel('F')] : [key],
      does: t(name),
    })),
  },
  {
    name: t('Beneath the transcript'),
    keys: actionKeys(barActions),
  },
];

/** List of all shortcuts. */
export function KeyList() {
  const open = useView((state) => state.isHelpOpen);
  return open ? <KeyDialog /> : null;
}

function KeyDialog() {
  const { view } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="keys"
      aria-labelledby="keys-title"
      closedby="any"
      onClose={() => view.change({ isHelpOpen: false })}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id="keys-title">{t('Keyboard Shortcuts')}</h2>
      {parts().map(({ name, keys }) => (
        <section key={name} aria-label={name}>
          <h3 className="help-part muted small">{name}</h3>
          <dl>
            {keys.map(({ keys: pressed, does }) => (
              <div key={does}>
                <dt>
                  {numbered(pressed).map(({ id, value }) => (
                    <kbd key={id}>{value}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <button type="button" className="secondary" onClick={() => dialog.current?.close()}>
        {t('Close')}
      </button>
    </dialog>
  );
}

import { X } from 'lucide-react';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { t } from '../../../shared/words/l10n';
import { cardActions } from '../../actions';
import {
  foldKey,
  helpKey,
  layoutKey,
  nextChangedKey,
  nextKey,
  menuKey,
  selectionKey,
  selectKey,
} from '../../keys/keys';
import { actionKeys, chordLabel, type KeyUse } from '../../keys/shortcut';
import { usePage, useView } from '../../page';
import { numbered } from '../../numbered';
import { IconButton } from '../IconButton';

const parts = (): readonly { readonly name: string; readonly keys: readonly KeyUse[] }[] => [
  {
    name: t('On the board'),
    keys: [
      { keys: ['↑', '↓', '←', '→'], does: t('Go to a Neighboring Card') },
      { keys: ['Home', 'End'], does: t('Go to the First or Last Card') },
      {
        keys: [chordLabel('F')],
        does: t('Filter by text, project:, branch:, state:, group:, tag:, pr:, tests: or is:'),
      },
      { keys: ['Escape'], does: t('Clear the Selection or the Filter') },
      { keys: [nextKey], does: t('Go to the Next Session That Needs You') },
      { keys: [nextChangedKey], does: t('Go to the Next Session That Changed') },
      { keys: [layoutKey], does: t('Go to the Next Layout') },
      { keys: [foldKey], does: t('Fold or Unfold the Column') },
      { keys: [chordLabel('A')], does: t('Select All Cards of the Group') },
      { keys: [selectionKey], does: t('Go to the Actions for the Selected Cards') },
      { keys: [helpKey], does: t('Show These Keys') },
    ],
  },
  {
    name: t('On a card'),
    keys: [
      ...actionKeys(cardActions),
      { keys: [selectKey], does: t('Select or Deselect the Card') },
      { keys: ['Shift+↑', 'Shift+↓'], does: t('Select the Cards on the Way') },
      { keys: [menuKey], does: t('Open the Menu of All Actions') },
    ],
  },
];

/** Help on shortcuts, with a switch to turn single-key shortcuts off. */
export function KeyHelp() {
  const open = useView((state) => state.isHelpOpen);
  return open ? <KeyDialog /> : null;
}

function KeyDialog() {
  const singleKeys = useView((state) => state.singleKeys);
  const { view } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const close = () => view.change({ isHelpOpen: false });
  return (
    <dialog
      ref={dialog}
      className="help scrolls"
      aria-labelledby="help-heading"
      closedby="any"
      onClose={close}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="across apart bright bold">
        <h2 id="help-heading">{t('Keyboard Shortcuts')}</h2>
        <IconButton name={t('Close')} Icon={X} onClick={() => dialog.current?.close()} />
      </div>
      {parts().map(({ name, keys }) => (
        <section key={name} aria-label={name}>
          <h3 className="help-part small muted">{name}</h3>
          <dl className="help-keys grid">
            {keys.map(({ keys: pressed, does }) => (
              <Fragment key={does}>
                <dt>
                  {numbered(pressed).map(({ id, value }) => (
                    <kbd key={id}>{value}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
      <label className="help-switch across gap-8">
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={({ target }) => view.arrange({ singleKeys: target.checked })}
        />
        {t('Use single-key shortcuts')}
      </label>
    </dialog>
  );
}

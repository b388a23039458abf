import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { t } from '../../../shared/words/l10n';
import { ToolButton } from '../../components/ToolButton';

interface Props {
  readonly name: string;
  /** `data-action` of the button that closes the sheet. */
  readonly closing: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A sheet over the open screen; a tap outside closes it. */
export function Sheet({ name, closing, onClose, children }: Props) {
  const sheet = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = sheet.current;
    if (!dialog) return undefined;
    dialog.showModal();
    // A click on the dialog element itself is on its backdrop, because its content has a separate
    // element.
    const onClick = ({ target }: MouseEvent): void => {
      if (target === dialog) dialog.close();
    };
    dialog.addEventListener('click', onClick);
    return () => dialog.removeEventListener('click', onClick);
  }, []);
  return (
    <dialog
      ref={sheet}
      className="sheet wide lined on-page text"
      aria-labelledby={id}
      onClose={onClose}
    >
      <div className="sheet-body stack">
        <div className="sheet-head across apart">
          <h2 id={id} className="bright">
            {name}
          </h2>
          <ToolButton
            name={t('Close')}
            Icon={X}
            data-action={closing}
            onClick={() => sheet.current?.close()}
          />
        </div>
        {children}
      </div>
    </dialog>
  );
}

import { createContext, useContext, type ComponentProps } from 'react';
import { ariaShortcut } from '../keys/shortcut';
import { useHasEditor } from '../page';

/**
 * The `tabIndex` of controls: 0 outside cards and in one card of each group, -1 in all other cards,
 * so that the Tab key skips those.
 */
export const TabIndex = createContext(0);
export const useTabIndex = (): number => useContext(TabIndex);

interface Props extends ComponentProps<'button'> {
  readonly name: string;
  readonly action?: string;
  /** Shortcut with the same effect, as it is displayed. */
  readonly shortcut?: string;
  readonly primary?: boolean;
  /** Reason why the button has no effect yet, as a sentence; it can still be pressed. */
  readonly notYet?: string | undefined;
}

/** A button with its name as text. */
export function Button({ name, action, shortcut: key, primary = false, notYet, ...rest }: Props) {
  const shortcut = useHasEditor() ? key : undefined;
  return (
    <button
      type="button"
      className={primary ? 'primary' : 'secondary'}
      data-action={action}
      aria-keyshortcuts={ariaShortcut(shortcut)}
      aria-disabled={notYet === undefined ? undefined : true}
      title={notYet ?? (shortcut === undefined ? undefined : `${name} (${shortcut})`)}
      tabIndex={useTabIndex()}
      {...rest}
    >
      {name}
    </button>
  );
}

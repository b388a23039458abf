import { createContext, useContext, type ComponentProps } from 'react';
import { ariaShortcut } from '../keys/shortcut';
import { useHasEditor } from '../page';

/**
 * The `tabIndex` of what can be pressed or typed in: Tab stops at the parts of one card of each group,
 * and at everything outside of cards.
 */
export const TabIndex = createContext(0);
export const useTabIndex = (): number => useContext(TabIndex);

interface Props extends ComponentProps<'button'> {
  readonly name: string;
  readonly action?: string;
  /** The key that does the same, as it is printed. */
  readonly shortcut?: string;
  readonly primary?: boolean;
  /** Reason why the button does not answer yet, in one sentence; it can be pressed all the same. */
  readonly notYet?: string | undefined;
}

/** A button with a name on it. */
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

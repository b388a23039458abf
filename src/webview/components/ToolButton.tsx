import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ariaShortcut } from '../keys/shortcut';

export interface ToolButtonProps extends ComponentProps<'button'> {
  readonly name: string;
  readonly Icon: LucideIcon;
  /** The key that does the same, as it is printed. */
  readonly shortcut?: string | undefined;
  readonly 'data-action'?: string;
}

/** A button with an icon; its tooltip is its name and its shortcut, unless `title` is given. */
export function ToolButton({ name, Icon, shortcut, className = '', ...rest }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={name}
      aria-keyshortcuts={ariaShortcut(shortcut)}
      title={shortcut === undefined ? name : `${name} (${shortcut})`}
      {...rest}
    >
      <Icon className="icon" aria-hidden="true" />
    </button>
  );
}

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ariaShortcut } from '../keys/shortcut';

export interface ToolButtonProps extends ComponentProps<'button'> {
  readonly name: string;
  readonly Icon: LucideIcon;
  /** Shortcut with the same effect, as it is displayed. */
  readonly shortcut?: string | undefined;
  readonly 'data-action'?: string;
}

/** A button with an icon; its tooltip is its name and shortcut unless `title` is given. */
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

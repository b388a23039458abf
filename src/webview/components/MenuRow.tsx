import { Check, ChevronRight } from 'lucide-react';
import { ariaShortcut } from '../keys/shortcut';
import type { MenuItem } from './Menu';

interface Props {
  readonly item: MenuItem;
  /** True while the item's submenu is open beside it. */
  readonly isOpen: boolean;
  readonly onChoose: (item: MenuItem, element: HTMLElement) => void;
  /** Called when the pointer enters the item. */
  readonly onEnter: (element: HTMLElement) => void;
}

const roles = { none: 'menuitem', one: 'menuitemradio', many: 'menuitemcheckbox' } as const;

/** Item of a menu, with the line or heading above it. */
export function MenuRow({ item, isOpen, onChoose, onEnter }: Props) {
  const { id, name, Icon, shortcut, choice, checked, count, part, items } = item;
  return (
    <>
      {part !== undefined && (
        <div className="menu-part small muted" role={part === '' ? 'separator' : 'presentation'}>
          {part}
        </div>
      )}
      <button
        type="button"
        className="menu-item across gap-8 wide rounded"
        data-item={id}
        role={roles[choice ?? 'none']}
        aria-checked={choice && checked}
        aria-haspopup={items && 'menu'}
        aria-expanded={items && isOpen}
        aria-keyshortcuts={ariaShortcut(shortcut)}
        tabIndex={-1}
        onClick={({ currentTarget }) => onChoose(item, currentTarget)}
        onPointerEnter={({ currentTarget, pointerType }) =>
          pointerType === 'mouse' && onEnter(currentTarget)
        }
      >
        {checked === true ? (
          <Check className="icon" aria-hidden="true" />
        ) : Icon ? (
          <Icon className="icon" aria-hidden="true" />
        ) : (
          <span className="icon" />
        )}
        <span className="grows ellipsis">{name}</span>
        {count !== undefined && <span className="menu-count muted figure">{count}</span>}
        {shortcut !== undefined && (
          <kbd className="menu-key muted" aria-hidden="true">
            {shortcut}
          </kbd>
        )}
        {items && <ChevronRight className="icon" aria-hidden="true" />}
      </button>
    </>
  );
}

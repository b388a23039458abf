import { Check, type LucideIcon } from 'lucide-react';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { ariaShortcut } from '../keys/shortcut';
import type { MenuPlace } from '../view';

export interface MenuItem {
  readonly id: string;
  readonly name: string;
  readonly Icon?: LucideIcon | undefined;
  /** Shortcut that does the same without the menu. */
  readonly shortcut?: string | undefined;
  /** Set for items to choose: one of their part, or any number. */
  readonly choice?: 'one' | 'many' | undefined;
  readonly checked?: boolean | undefined;
  /** Number shown at the end of the item. */
  readonly count?: number | undefined;
  /** Heading of a new part of the menu; empty for a mere line. */
  readonly part?: string | undefined;
  readonly run: () => void;
}

interface Props {
  readonly name: string;
  readonly items: readonly MenuItem[];
  readonly at: MenuPlace;
  /** Called when the menu closes; `focusBack` is false where the focus went elsewhere. */
  readonly onClose: (focusBack: boolean) => void;
}

const margin = 4;

const roles = { none: 'menuitem', one: 'menuitemradio', many: 'menuitemcheckbox' } as const;

/** A menu above the page, in the manner of the editor's own: arrows, first letters, Escape. */
export function Menu({ name, items, at, onClose }: Props) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const menu = root.current;
    if (!menu) return;
    menu.showPopover();
    place(menu, at);
    itemsOf(menu)[0]?.focus();
  }, [at]);

  return (
    <div
      ref={root}
      className="menu"
      popover="auto"
      role="menu"
      aria-label={name}
      tabIndex={-1}
      onToggle={(event) => event.newState === 'closed' && onClose(false)}
      onKeyDown={(event) => onKeyDown(event, onClose)}
    >
      {items.map((item) => (
        <MenuRow key={item.id} item={item} onClose={onClose} />
      ))}
    </div>
  );
}

function MenuRow({ item, onClose }: Pick<Props, 'onClose'> & { readonly item: MenuItem }) {
  const { name, Icon, shortcut, choice, checked, count, part, run } = item;
  return (
    <>
      {part !== undefined && (
        <div className="menu-part" role={part === '' ? 'separator' : 'presentation'}>
          {part}
        </div>
      )}
      <button
        type="button"
        className="menu-item"
        role={roles[choice ?? 'none']}
        aria-checked={choice && checked}
        aria-keyshortcuts={ariaShortcut(shortcut)}
        tabIndex={-1}
        onClick={() => {
          if (choice !== 'many') onClose(true);
          run();
        }}
      >
        {checked === true ? (
          <Check className="icon" aria-hidden="true" />
        ) : Icon ? (
          <Icon className="icon" aria-hidden="true" />
        ) : (
          <span className="icon" />
        )}
        <span className="menu-name ellipsis">{name}</span>
        {count !== undefined && <span className="menu-count figure">{count}</span>}
        {shortcut !== undefined && (
          <kbd className="menu-key" aria-hidden="true">
            {shortcut}
          </kbd>
        )}
      </button>
    </>
  );
}

function itemsOf(menu: Element): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('.menu-item')];
}

/** Handles all keys of the menu and keeps them from the board. */
function onKeyDown(event: KeyboardEvent, onClose: Props['onClose']): void {
  event.stopPropagation();
  const items = itemsOf(event.currentTarget);
  const current = items.findIndex((item) => item === document.activeElement);
  const go = (index: number) => {
    event.preventDefault();
    items.at(index % items.length)?.focus();
  };
  switch (event.key) {
    case 'ArrowDown':
      return go(current + 1);
    case 'ArrowUp':
      return go(current - 1);
    case 'Home':
      return go(0);
    case 'End':
      return go(-1);
    case 'Tab':
    case 'Escape':
      event.preventDefault();
      return onClose(true);
    default: {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      const isNamed = (item: HTMLElement) =>
        item.innerText.trim().toLowerCase().startsWith(event.key.toLowerCase());
      const after = [...items.slice(current + 1), ...items.slice(0, current + 1)];
      after.find(isNamed)?.focus();
    }
  }
}

/** Places the menu below and to the right, or above and to the left where there is no room. */
function place(menu: HTMLElement, { left, right, top, bottom }: MenuPlace): void {
  const { width, height } = menu.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const x = left + width + margin <= innerWidth ? left : right - width;
  const y = bottom + height + margin <= innerHeight ? bottom : top - height;
  menu.style.left = `${Math.max(margin, Math.min(x, innerWidth - width - margin))}px`;
  menu.style.top = `${Math.max(margin, Math.min(y, innerHeight - height - margin))}px`;
}

import { ChevronLeft } from 'lucide-react';
import { useEffect, useLayoutEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { t } from '../../shared/words/l10n';
import type { MenuPlace } from '../view';
import type { MenuItem } from './Menu';
import { hasRoomBeside, placeMenu, type MenuSide } from './menuPlace';
import { MenuRow } from './MenuRow';

interface Props {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly name: string;
  readonly items: readonly MenuItem[];
  readonly at: MenuPlace;
  readonly side: MenuSide;
  readonly onClose: (focusBack: boolean) => void;
  /** Closes this level only; absent for the first level. */
  readonly onBack?: (() => void) | undefined;
}

/** Time in ms for which a submenu stays open while the pointer crosses other items. */
const crossingMs = 200;

/** The item whose submenu is open, and how it was opened. */
interface OpenSubmenu {
  readonly id: string;
  /** Position of the item; absent if the submenu replaces the first level. */
  readonly at?: MenuPlace;
  /** True if the submenu receives the focus, because it was not opened by hovering. */
  readonly focus: boolean;
}

/**
 * One level of a menu, beside its parent item, or in place of the parent level on a narrow page.
 */
export function MenuLevel({ root, name, items, at, side, onClose, onBack }: Props) {
  const [opened, setOpened] = useState<OpenSubmenu>();
  const [isCrossing, setCrossing] = useState(false);
  const openItem = items.find(({ id }) => id === opened?.id);
  const replacement =
    openItem?.items !== undefined && opened?.at === undefined ? openItem : undefined;
  const back: MenuItem = { id: 'back', name: t('Back'), Icon: ChevronLeft };
  const shown = replacement?.items === undefined ? items : [back, ...replacement.items];

  useLayoutEffect(() => {
    const menu = root.current;
    if (!menu) return undefined;
    menu.showPopover();
    const place = () => placeMenu(menu, at, side);
    place();
    if (side === 'below') firstItemOf(menu)?.focus();
    // Items change with the session, and the page can be resized.
    const resizeObserver = new ResizeObserver(place);
    resizeObserver.observe(menu);
    window.addEventListener('resize', place);
    return () => {
      resizeObserver.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [root, at, side]);

  // The submenu's size differs from the first level's.
  useLayoutEffect(() => {
    if (root.current && replacement !== undefined) placeMenu(root.current, at, side);
  }, [root, at, side, replacement]);

  useEffect(() => {
    if (!isCrossing) return undefined;
    const timer = setTimeout(() => setOpened(undefined), crossingMs);
    return () => clearTimeout(timer);
  }, [isCrossing]);

  const open = (item: MenuItem, element: HTMLElement, focus: boolean) => {
    const isBeside = hasRoomBeside(element.closest('.menu') ?? element);
    // Hovering does not replace the first level, because the submenu would appear under the
    // pointer.
    if (!isBeside && !focus) return;
    setCrossing(false);
    setOpened({ id: item.id, focus, ...(isBeside && { at: element.getBoundingClientRect() }) });
    if (!isBeside) focusLater(root, (menu) => itemsOf(menu)[1]);
  };
  const close = () => {
    const { id } = opened ?? {};
    setOpened(undefined);
    focusLater(root, (menu) => itemsOf(menu).find((item) => item.dataset['item'] === id));
  };
  const choose = (item: MenuItem, element: HTMLElement) => {
    if (item === back) return close();
    if (item.items !== undefined) return open(item, element, true);
    if (item.choice !== 'many') onClose(true);
    item.run?.();
  };
  return (
    <div
      ref={root}
      className="menu scrolls"
      popover="auto"
      role="menu"
      aria-label={replacement?.name ?? name}
      tabIndex={-1}
      onToggle={(event) => {
        if (event.target !== event.currentTarget || event.newState !== 'closed') return;
        if (onBack === undefined) onClose(false);
        else onBack();
      }}
      onKeyDown={(event) =>
        handleKey(event, {
          open: (index, element) => {
            const item = shown[index];
            if (item?.items !== undefined) open(item, element, true);
          },
          back: replacement === undefined ? onBack : close,
          close: () => onClose(true),
        })
      }
    >
      {shown.map((item) => (
        <MenuRow
          key={item.id}
          item={item}
          isOpen={replacement === undefined && item.id === opened?.id}
          onChoose={choose}
          onEnter={(element) => {
            if (item.items !== undefined && item.id !== opened?.id) open(item, element, false);
            else setCrossing(opened?.at !== undefined && item.id !== opened.id);
          }}
        />
      ))}
      {openItem?.items !== undefined && opened?.at !== undefined && (
        <SecondLevel
          key={openItem.id}
          name={openItem.name}
          items={openItem.items}
          at={opened.at}
          focus={opened.focus}
          onReach={() => setCrossing(false)}
          onClose={onClose}
          onBack={close}
        />
      )}
    </div>
  );
}

interface SecondLevelProps extends Pick<Props, 'name' | 'items' | 'at' | 'onClose'> {
  readonly focus: boolean;
  readonly onReach: () => void;
  readonly onBack: () => void;
}

function SecondLevel({ focus, onReach, ...level }: SecondLevelProps) {
  const [root] = useState<RefObject<HTMLDivElement | null>>(() => ({ current: null }));
  useLayoutEffect(() => {
    if (focus && root.current) firstItemOf(root.current)?.focus();
  }, [focus, root]);
  return (
    <div className="menu-second" role="presentation" onPointerEnter={onReach}>
      <MenuLevel root={root} side="beside" {...level} />
    </div>
  );
}

/** Items of one level, without those of its submenu. */
function itemsOf(menu: Element): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>(':scope > .menu-item')];
}

function firstItemOf(menu: Element): HTMLElement | undefined {
  return itemsOf(menu)[0];
}

/** Moves the focus after the level was rendered. */
function focusLater(
  root: RefObject<HTMLDivElement | null>,
  find: (menu: HTMLDivElement) => HTMLElement | undefined,
): void {
  queueMicrotask(() => {
    if (root.current) find(root.current)?.focus();
  });
}

interface KeyHandlers {
  readonly open: (index: number, element: HTMLElement) => void;
  readonly back: (() => void) | undefined;
  readonly close: () => void;
}

/** Handles all keys of the menu and stops their propagation to the board. */
function handleKey(event: KeyboardEvent, { open, back, close }: KeyHandlers): void {
  event.stopPropagation();
  const items = itemsOf(event.currentTarget);
  const current = items.findIndex((item) => item === document.activeElement);
  const focusItem = (index: number) => {
    event.preventDefault();
    items.at(index % items.length)?.focus();
  };
  switch (event.key) {
    case 'ArrowDown':
      return focusItem(current + 1);
    case 'ArrowUp':
      return focusItem(current - 1);
    case 'Home':
      return focusItem(0);
    case 'End':
      return focusItem(-1);
    case 'ArrowRight': {
      const element = items[current];
      if (element !== undefined) open(current, element);
      return undefined;
    }
    case 'ArrowLeft':
      return back?.();
    case 'Escape':
      event.preventDefault();
      return back === undefined ? close() : back();
    case 'Tab':
      event.preventDefault();
      return close();
    default: {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey)
        return undefined;
      const startsWithKey = (item: HTMLElement) =>
        item.innerText.trim().toLowerCase().startsWith(event.key.toLowerCase());
      const itemsInOrder = [...items.slice(current + 1), ...items.slice(0, current + 1)];
      return itemsInOrder.find(startsWithKey)?.focus();
    }
  }
}

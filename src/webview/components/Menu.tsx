import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import type { MenuPlace } from '../view';
import { MenuLevel } from './MenuLevel';

export interface MenuItem {
  readonly id: string;
  readonly name: string;
  readonly Icon?: LucideIcon | undefined;
  /** Shortcut with the same effect, as it is displayed. */
  readonly shortcut?: string | undefined;
  /** Set for selectable items: `one` selects one item per part, `many` any number. */
  readonly choice?: 'one' | 'many' | undefined;
  readonly checked?: boolean | undefined;
  /** Number shown at the end of the item. */
  readonly count?: number | undefined;
  /** Heading that starts a new part of the menu; empty for a separator line. */
  readonly part?: string | undefined;
  /** Items of the submenu, in place of `run`. */
  readonly items?: readonly MenuItem[] | undefined;
  readonly run?: () => void;
}

interface Props {
  readonly name: string;
  readonly items: readonly MenuItem[];
  readonly at: MenuPlace;
  /** Called when the menu closes; `focusBack` is false if the focus has moved elsewhere. */
  readonly onClose: (focusBack: boolean) => void;
}

/** A popover menu with the editor's keyboard behaviour: arrows, first letters, Escape. */
export function Menu({ name, items, at, onClose }: Props) {
  const root = useRef<HTMLDivElement>(null);
  return <MenuLevel root={root} name={name} items={items} at={at} side="below" onClose={onClose} />;
}

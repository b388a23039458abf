import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import type { MenuPlace } from '../view';
import { MenuLevel } from './MenuLevel';

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
  /** Items of the second level that this one opens, in place of `run`. */
  readonly items?: readonly MenuItem[] | undefined;
  readonly run?: () => void;
}

interface Props {
  readonly name: string;
  readonly items: readonly MenuItem[];
  readonly at: MenuPlace;
  /** Called when the menu closes; `focusBack` is false where the focus went elsewhere. */
  readonly onClose: (focusBack: boolean) => void;
}

/** A menu above the page, in the manner of the editor's own: arrows, first letters, Escape. */
export function Menu({ name, items, at, onClose }: Props) {
  const root = useRef<HTMLDivElement>(null);
  return <MenuLevel root={root} name={name} items={items} at={at} side="below" onClose={onClose} />;
}

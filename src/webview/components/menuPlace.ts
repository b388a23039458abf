import type { MenuPlace } from '../view';

/** Position of a menu: below the element that opened it, or beside its parent item. */
export type MenuSide = 'below' | 'beside';

/** Pixels between a menu and the edge of the page. */
const marginPixels = 4;

/** Maximum width of a submenu in pixels; must equal the value in the styles. */
const submenuWidth = 280;

/** True if a submenu fits on either side of a menu. */
export function hasRoomBeside(menu: Element): boolean {
  const { left, right } = menu.getBoundingClientRect();
  return Math.max(left, pageWidth() - right) >= submenuWidth + marginPixels;
}

/** Positions a menu within the page, on the opposite side if there is no room. */
export function placeMenu(menu: HTMLElement, at: MenuPlace, side: MenuSide): void {
  const { width, height } = menu.getBoundingClientRect();
  const [start, end] = side === 'below' ? [at.left, at.right] : [at.right, at.left];
  const [lower, upper] =
    side === 'below' ? [at.bottom, at.top] : [at.top - marginPixels, at.bottom];
  const x = start + width + marginPixels <= pageWidth() ? start : end - width;
  const y = lower + height + marginPixels <= window.innerHeight ? lower : upper - height;
  menu.style.left = `${Math.max(marginPixels, Math.min(x, pageWidth() - width - marginPixels))}px`;
  menu.style.top = `${Math.max(marginPixels, Math.min(y, window.innerHeight - height - marginPixels))}px`;
}

/** Width of the page without its scroll bar. */
function pageWidth(): number {
  return document.documentElement.clientWidth;
}

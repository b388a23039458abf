import { t } from '../../shared/words/l10n';
import { actionForKey, type CardAction } from '../actions';
import { columnAround, focusCardOrFirst, focusSelectionBar, isField, sessionAround } from './focus';
import { blockedIds } from '../layout/arrange';
import { layoutAfter, layoutLooks } from '../layout/layouts';
import type { LiveSession } from '../../shared/protocol/protocol';
import { reveal, type Page } from '../page';
import { isPaneVisible } from '../pane/pane';
import { hasModifier, isChord, isFind, type Pressed } from './shortcut';

/** Id of the filter box. */
export const filterInputId = 'filter-input';

/** Key that collapses or expands the focused column. */
export const foldKey = 'K';

/** Key that switches to the next layout. */
export const layoutKey = 'L';

/** Key that shows the keyboard help. */
export const helpKey = 'H';

/** Key that goes to the next session that needs a person. */
export const nextKey = 'N';

/** Key that goes to the next session that changed since it was last seen. */
export const nextChangedKey = 'C';

/** Key that selects or deselects the focused card. */
export const selectKey = 'G';

/** Key that moves to the bar of actions on the selected cards. */
export const selectionKey = 'J';

/**
 * Key that opens the focused card's menu, as in the editor. It is no letter, because letters choose
 * items in the menu.
 */
export const menuKey = 'Shift+F10';

/** A key event with its target. */
interface PressedOn extends Pressed {
  readonly target: EventTarget | null;
  /** True for repeats while a key is held down. */
  readonly repeat: boolean;
}

/**
 * Runs the shortcut of a key; false if it has none. Keys without a modifier only show, open or move
 * something, so that text meant for a field never answers, sends, starts or ends anything.
 */
export function pressKey(page: Page, pressed: PressedOn): boolean {
  const { key, target } = pressed;
  const letter = key.toUpperCase();
  const { view } = page;
  if (isFind(pressed)) return focusFilter();
  if (!(target instanceof Element) || isField(target)) return false;
  if (hasModifier(pressed)) return isChord(pressed) && pressOnCard(page, pressed, target);
  if (!view.state.get().singleKeys) {
    if (key === 'Escape') return clearSelection(page, target) || view.closePane();
    // F2 is not a single-letter shortcut.
    return key.length > 1 && pressOnCard(page, pressed, target);
  }
  if (key === 'Escape')
    return clearSelection(page, target) || view.closePane() || view.clearFilter();
  if (letter === layoutKey) goToNextLayout(page);
  else if (letter === helpKey) view.change({ isHelpOpen: true });
  else if (letter === nextKey) goToNext(page, sessionFor(page, target));
  else if (letter === nextChangedKey) page.tour.step(1, 'focus');
  else if (letter === foldKey) return toggleColumnAround(page, target);
  else if (letter === selectionKey) return focusSelectionBar();
  else return pressOnCard(page, pressed, target);
  return true;
}

/**
 * Focuses the filter synchronously, so that it receives the next typed character; false if there is
 * no filter.
 */
function focusFilter(): boolean {
  const filter = document.querySelector<HTMLInputElement>(`#${filterInputId}`);
  filter?.focus();
  filter?.select();
  return filter !== null;
}

/**
 * Clears the selection; false if nothing was selected. The selection bar then disappears, so a
 * focus in it moves back to the cards.
 */
function clearSelection({ selection }: Page, target: Element): boolean {
  if (target.closest('.selection-bar')) focusCardOrFirst(selection.anchor);
  return selection.clear();
}

function goToNextLayout({ view, board }: Page): void {
  const layout = layoutAfter(view.state.get().layout);
  view.arrange({ layout });
  board.announcer.announce(layoutLooks[layout].name());
}

/**
 * Collapses or expands the column around the target. Only columns can be collapsed, tabs cannot.
 */
function toggleColumnAround({ view }: Page, target: Element): boolean {
  const group = target.closest('[data-layout="columns"]') ? columnAround(target) : undefined;
  if (group !== undefined) view.fold(group);
  return group !== undefined;
}

/** Id of the session that keys act on: of the focused card, otherwise the one in the pane. */
function sessionFor({ view }: Page, target: Element): string | undefined {
  return sessionAround(target) ?? (isPaneVisible(view) ? view.state.get().chosen : undefined);
}

function pressOnCard(page: Page, pressed: PressedOn, target: Element): boolean {
  const { key, shiftKey, repeat } = pressed;
  const { sessions } = page.board.state.get();
  const session = sessions.get(sessionFor(page, target) ?? '');
  if (session === undefined) return false;
  if (!isChord(pressed)) {
    if (key === 'Enter') return false; // A button handles Enter itself.
    if (key === 'F10' && shiftKey) return openMenu(target);
    if (key.toUpperCase() === selectKey) {
      page.selection.toggle(session.sessionId);
      return true;
    }
  }
  if (page.pulse.refuseIfLost()) return true;
  const pressedKey = { key, isChord: isChord(pressed) };
  return runAction(
    page,
    actionForKey(pressedKey, session, page.board.state.get()),
    session,
    repeat,
  );
}

function openMenu(target: Element): boolean {
  const card = target.closest('.board [data-session]') ?? document.querySelector('.pane');
  card?.querySelector<HTMLElement>('[data-action="menu"]')?.click();
  return true;
}

/**
 * Runs the action of a key on a session; false if the key has none. Repeats of a held key are
 * ignored for decisions.
 */
export function runAction(
  page: Page,
  action: CardAction | undefined,
  session: LiveSession,
  repeat: boolean,
): boolean {
  if (action !== undefined && !(repeat && action.board?.decides === true))
    action.run(page, session);
  return action !== undefined;
}

/** Focuses the next blocked session, or if there is none the next ready one. */
function goToNext(page: Page, from: string | undefined): void {
  const { columns, sessions } = page.board.state.get();
  const blocked = blockedIds(columns.needs_you, sessions);
  const candidates = blocked.length > 0 ? blocked : [...columns.needs_you, ...columns.ready];
  const next = candidates[candidates.indexOf(from ?? '') + 1] ?? candidates[0];
  if (next === undefined) page.board.announcer.announce(t('No session needs you right now.'));
  else reveal(page, next, 'focus');
}

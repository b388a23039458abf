import { t } from '../../shared/words/l10n';
import { actionForKey, type CardAction } from '../actions';
import { columnAround, focusCardOrFirst, focusSelectionBar, isField, sessionAround } from './focus';
import { blockedIn } from '../layout/arrange';
import { layoutAfter, layoutLooks } from '../layout/layouts';
import type { LiveSession } from '../../shared/protocol/protocol';
import { reveal, type Page } from '../page';
import { showsPane } from '../pane/pane';
import { hasModifier, isChord, isFind, type Pressed } from './shortcut';

/** Id of the filter box. */
export const filterInputId = 'filter-input';

/** Key that folds the column with the focus, or opens it. */
export const foldKey = 'K';

/** Key that goes to the next layout. */
export const layoutKey = 'L';

/** Key that shows all keys. */
export const helpKey = 'H';

/** Key that goes to the next session that needs a person. */
export const nextKey = 'N';

/** Key that goes to the next session that changed since somebody looked. */
export const nextChangedKey = 'C';

/** Key that selects the card with the focus, or takes it out of the selection. */
export const selectKey = 'G';

/** Key that goes to what can be done with the selected cards. */
export const selectionKey = 'J';

/** Key that opens the menu of the card with the focus, as in the editor; no letter does, as letters choose in it. */
export const menuKey = 'Shift+F10';

/** A key, and where it was pressed. */
interface PressedOn extends Pressed {
  readonly target: EventTarget | null;
  /** True for repeats of a key that is held down. */
  readonly repeat: boolean;
}

/**
 * Runs the shortcut of a key; false where it has none. A key without a modifier shows, opens or moves
 * and no more: a word that was meant for a field must not answer, send, start or end anything.
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
    return key.length > 1 && pressOnCard(page, pressed, target); // F2 is no single letter.
  }
  if (key === 'Escape')
    return clearSelection(page, target) || view.closePane() || view.clearFilter();
  if (letter === layoutKey) goToNextLayout(page);
  else if (letter === helpKey) view.change({ helpOpen: true });
  else if (letter === nextKey) goToNext(page, sessionFor(page, target));
  else if (letter === nextChangedKey) page.tour.step(1, 'focus');
  else if (letter === foldKey) return foldAround(page, target);
  else if (letter === selectionKey) return focusSelectionBar();
  else return pressOnCard(page, pressed, target);
  return true;
}

/** Focuses the filter, so that the next key that is typed is text already; false where there is none. */
function focusFilter(): boolean {
  const filter = document.querySelector<HTMLInputElement>(`#${filterInputId}`);
  filter?.focus();
  filter?.select();
  return filter !== null;
}

/** The focus goes back to the cards where it was in the bar that goes. */
function clearSelection({ selection }: Page, target: Element): boolean {
  if (target.closest('.selection-bar')) focusCardOrFirst(selection.anchor);
  return selection.clear();
}

function goToNextLayout({ view, board }: Page): void {
  const layout = layoutAfter(view.state.get().layout);
  view.arrange({ layout });
  board.announcer.say(layoutLooks[layout].name());
}

/** Tabs cannot be folded. */
function foldAround({ view }: Page, target: Element): boolean {
  const group = target.closest('[data-layout="columns"]') ? columnAround(target) : undefined;
  if (group !== undefined) view.fold(group);
  return group !== undefined;
}

/** The session that keys act on: that of the card with the focus, else the one in the pane. */
function sessionFor({ view }: Page, target: Element): string | undefined {
  return sessionAround(target) ?? (showsPane(view) ? view.state.get().chosen : undefined);
}

function pressOnCard(page: Page, pressed: PressedOn, target: Element): boolean {
  const { key, shiftKey, repeat } = pressed;
  const { sessions } = page.board.state.get();
  const session = sessions.get(sessionFor(page, target) ?? '');
  if (session === undefined) return false;
  if (!isChord(pressed)) {
    if (key === 'Enter') return false; // A button knows Enter itself.
    if (key === 'F10' && shiftKey) return openMenu(target);
    if (key.toUpperCase() === selectKey) {
      page.selection.toggle(session.sessionId);
      return true;
    }
  }
  if (page.pulse.refuses()) return true;
  const asked = { key, isChord: isChord(pressed) };
  return runAction(page, actionForKey(asked, session, page.board.state.get()), session, repeat);
}

function openMenu(target: Element): boolean {
  const card = target.closest('.board [data-session]') ?? document.querySelector('.pane');
  card?.querySelector<HTMLElement>('[data-action="menu"]')?.click();
  return true;
}

/** Runs the action of a key on a session; false where the key has none. A key that is held down decides once. */
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

/** Focuses the next blocked session in turn, or the next one that is ready for a prompt. */
function goToNext(page: Page, from: string | undefined): void {
  const { columns, sessions } = page.board.state.get();
  const blocked = blockedIn(columns.needs_you, sessions);
  const round = blocked.length > 0 ? blocked : [...columns.needs_you, ...columns.ready];
  const next = round[round.indexOf(from ?? '') + 1] ?? round[0];
  if (next === undefined) page.board.announcer.say(t('No session needs you right now.'));
  else reveal(page, next, 'focus');
}

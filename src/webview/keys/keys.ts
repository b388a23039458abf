import { layouts } from '../../shared/board/arrangement';
import { t } from '../../shared/words/l10n';
import { actionForKey } from '../actions';
import type { CardAction } from '../cardAction';
import { columnAround, focusCardOrFirst, focusSelectionBar, isField, sessionAround } from './focus';
import { blockedIn } from '../layout/arrange';
import { densityNames, layoutLooks } from '../layout/layouts';
import type { LiveSession } from '../../shared/protocol/protocol';
import { reveal, type Page } from '../page';

/** Id of the filter box. */
export const filterInputId = 'filter-input';

/** Key that changes between the densities. */
export const densityKey = '0';

/** Key that folds the column with the focus, or opens it. */
export const foldKey = 'K';

/** Key that goes to the next session that changed since somebody looked. */
export const nextChangedKey = '.';

/** Key that selects the card with the focus, or takes it out of the selection. */
export const selectKey = 'G';

/** Key that goes to what can be done with the selected cards. */
export const selectionKey = 'J';

interface Pressed {
  readonly key: string;
  readonly target: EventTarget | null;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  /** True for repeats of a key that is held down. */
  readonly repeat: boolean;
}

/** Runs the shortcut of a single key; false where it has none. */
export function pressKey(page: Page, pressed: Pressed): boolean {
  const { key, target, altKey, ctrlKey, metaKey, repeat } = pressed;
  const { view } = page;
  if (altKey || ctrlKey || metaKey || !(target instanceof Element) || isField(target)) return false;
  if (!view.state.get().singleKeys) {
    if (key === 'Escape') return clearSelection(page, target);
    return key.length > 1 && pressOnCard(page, key, target, repeat); // F2 is no single letter.
  }
  if (repeat && page.arming.state.get() !== undefined) return true; // Held down, and no second time.
  if (key === 'Escape' && page.arming.state.get() !== undefined) {
    page.arming.disarm();
    return true;
  }
  if (key === 'Escape') return clearSelection(page, target) || view.clearFilter();
  const layout = layouts.find((one) => layoutLooks[one].key === key);
  if (layout !== undefined) view.arrange({ layout });
  else if (key === densityKey) toggleDensity(page);
  else if (key === '?') view.change({ helpOpen: true });
  else if (key === '/') document.getElementById(filterInputId)?.focus();
  else if (key === 'n' || key === 'N') goToNext(page, sessionAround(target));
  else if (key === nextChangedKey) page.tour.step(1, 'focus');
  else if (key.toUpperCase() === foldKey) return foldAround(page, target);
  else if (key.toUpperCase() === selectionKey) return focusSelectionBar();
  else return pressOnCard(page, key, target, repeat);
  return true;
}

/** The focus goes back to the cards where it was in the bar that goes. */
function clearSelection({ selection }: Page, target: Element): boolean {
  if (target.closest('.selection-bar')) focusCardOrFirst(selection.anchor);
  return selection.clear();
}

function toggleDensity({ view, board }: Page): void {
  const density = view.state.get().density === 'compact' ? 'comfortable' : 'compact';
  view.arrange({ density });
  board.announcer.say(densityNames[density]());
}

/** Tabs cannot be folded. */
function foldAround({ view }: Page, target: Element): boolean {
  const group = target.closest('[data-layout="columns"]') ? columnAround(target) : undefined;
  if (group !== undefined) view.fold(group);
  return group !== undefined;
}

function pressOnCard(page: Page, key: string, target: Element, repeat: boolean): boolean {
  const { sessions } = page.board.state.get();
  const session = sessions.get(sessionAround(target) ?? '');
  if (session === undefined || key === 'Enter') return false; // A button knows Enter itself.
  if (key === 'm' || key === 'M') {
    const card = target.closest('[data-session]');
    card?.querySelector<HTMLElement>('[data-action="menu"]')?.click();
    return true;
  }
  if (key.toUpperCase() === selectKey) {
    page.selection.toggle(session.sessionId);
    return true;
  }
  if (page.pulse.refuses()) return true;
  return pressAction(page, actionForKey(key, session, page.board.state.get()), session, repeat);
}

/** Runs the action of a key on a session, if it is meant; false where the key has none. */
export function pressAction(
  page: Page,
  action: CardAction | undefined,
  session: LiveSession,
  repeat: boolean,
): boolean {
  if (action?.pressedTwice !== true) page.arming.disarm();
  if (action !== undefined && isMeant(page, action, session, repeat)) action.run(page, session);
  return action !== undefined;
}

/** True where an action may run: one that cannot be undone needs a second press. */
function isMeant(
  { arming, board }: Page,
  { id, key, pressedTwice, decides, nameFor }: CardAction,
  session: LiveSession,
  repeat: boolean,
): boolean {
  if (repeat && (decides === true || pressedTwice === true)) return false;
  if (pressedTwice !== true || arming.press(session.sessionId, id)) return true;
  board.announcer.say(pressAgain(key, nameFor(session)), 'armed');
  return false;
}

/** Label of a key as it is printed, and as `aria-keyshortcuts` takes it: `Enter`, `E`. */
export function keyLabel(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}

/** Text after the first press of a key that has to be pressed twice. */
export function pressAgain(key: string, name: string): string {
  return t('Press {0} again: {1}', keyLabel(key), name.replace(/…$/, ''));
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

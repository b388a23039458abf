import type { SessionAction } from '../../shared/actions/action';
import { t } from '../../shared/words/l10n';

/** Key that answers together with Ctrl or Cmd: it allows, or opens the form or the prompt box. */
export const answerKey = 'Enter';

/** Key that denies together with Ctrl or Cmd. */
export const denyKey = 'Backspace';

/** The part of a key event that identifies a shortcut. */
export interface Pressed {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** True if a key is pressed together with Ctrl, Cmd or Alt. */
export function hasModifier({ altKey, ctrlKey, metaKey }: Omit<Pressed, 'shiftKey'>): boolean {
  return altKey || ctrlKey || metaKey;
}

/** True if Ctrl or Cmd is the only modifier. */
export function isChord({ altKey, ctrlKey, metaKey, shiftKey }: Pressed): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/**
 * True for Ctrl+F and Cmd+F. The editor's webview host prevents the default action before the page
 * receives the event, so the page handles it although `defaultPrevented` is set.
 */
export function isFind(pressed: Pressed): boolean {
  return isChord(pressed) && pressed.key.toLowerCase() === 'f';
}

/** Label of a key as it is displayed: `Enter`, `E`. */
export function keyLabel(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}

/** Label of a key together with Ctrl, or with Cmd on a Mac. */
export function chordLabel(key: string): string {
  const isMac = navigator.platform.startsWith('Mac');
  return `${isMac ? 'Cmd' : 'Ctrl'}+${keyLabel(key)}`;
}

/** Converts a displayed label to the syntax of `aria-keyshortcuts`. */
export function ariaShortcut(label: string | undefined): string | undefined {
  return label?.replace('Ctrl+', 'Control+').replace('Cmd+', 'Meta+');
}

/** Displayed shortcut of an action; undefined if it has none. */
export function shortcutOf({ board }: Pick<SessionAction, 'board'>): string | undefined {
  if (board?.chord !== undefined) return chordLabel(board.chord);
  return board?.key === undefined ? undefined : keyLabel(board.key);
}

/** Keys and their effect, as listed in the help. */
export interface KeyUse {
  readonly keys: readonly string[];
  readonly does: string;
}

/**
 * The shortcuts of some actions without duplicates; a shortcut lists all of its actions, because
 * the session's request decides which one runs.
 */
export function actionKeys(actions: readonly SessionAction[]): readonly KeyUse[] {
  const shortcuts = [...new Set(actions.flatMap((action) => shortcutOf(action) ?? []))];
  return shortcuts.map((shortcut) => {
    const same = actions.filter((action) => shortcutOf(action) === shortcut);
    return { keys: [shortcut], does: same.map(keyTitleOf).join(' · ') };
  });
}

function keyTitleOf({ board, title }: SessionAction): string {
  return t(board?.keyTitle ?? title);
}

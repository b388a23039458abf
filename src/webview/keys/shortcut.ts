import type { SessionAction } from '../../shared/actions/action';
import { t } from '../../shared/words/l10n';

/** Key that answers together with Ctrl or Cmd: it allows, or leads to the form or the box. */
export const answerKey = 'Enter';

/** Key that denies together with Ctrl or Cmd. */
export const denyKey = 'Backspace';

/** Parts of a key event that say which shortcut was pressed. */
export interface Pressed {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** True where a key is pressed together with Ctrl, Cmd or Alt. */
export function hasModifier({ altKey, ctrlKey, metaKey }: Omit<Pressed, 'shiftKey'>): boolean {
  return altKey || ctrlKey || metaKey;
}

/** True where a key is pressed together with Ctrl or Cmd alone. */
export function isChord({ altKey, ctrlKey, metaKey, shiftKey }: Pressed): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/**
 * True for Ctrl+F and Cmd+F. The editor's webview host prevents their default before the page hears of
 * them, so the page handles them all the same.
 */
export function isFind(pressed: Pressed): boolean {
  return isChord(pressed) && pressed.key.toLowerCase() === 'f';
}

/** Label of a key as it is printed: `Enter`, `E`. */
export function keyLabel(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}

/** Label of a key together with Ctrl, or with Cmd on a Mac. */
export function chordLabel(key: string): string {
  const isMac = navigator.platform.startsWith('Mac');
  return `${isMac ? 'Cmd' : 'Ctrl'}+${keyLabel(key)}`;
}

/** A printed label in the words of `aria-keyshortcuts`. */
export function ariaShortcut(label: string | undefined): string | undefined {
  return label?.replace('Ctrl+', 'Control+').replace('Cmd+', 'Meta+');
}

/** Label of the shortcut of an action; undefined where it has none. */
export function shortcutOf({ board }: Pick<SessionAction, 'board'>): string | undefined {
  if (board?.chord !== undefined) return chordLabel(board.chord);
  return board?.key === undefined ? undefined : keyLabel(board.key);
}

/** Keys and what they do, as the help lists them. */
export interface KeyUse {
  readonly keys: readonly string[];
  readonly does: string;
}

/** Each shortcut of some actions once: what it does depends on what the session asks for. */
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

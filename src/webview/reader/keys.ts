import { flushSync } from 'react-dom';
import { message } from '../../shared/words/l10n';
import { hasModifier, isChord, isFind } from '../keys/shortcut';
import { pressBarKey } from './barKeys';
import type { Reader } from './reader';

interface Action {
  readonly name: string;
  /** Label of the key. */
  readonly key: string;
  readonly run: (reader: Reader) => void;
}

/** Actions of single keys, active unless a text field has the focus. */
export const readerKeyActions: readonly Action[] = [
  { name: message('Find'), key: '/', run: openFind },
  { name: message('Next Block'), key: 'J', run: ({ transcript }) => transcript.list.moveFocus(1) },
  {
    name: message('Previous Block'),
    key: 'K',
    run: ({ transcript }) => transcript.list.moveFocus(-1),
  },
  { name: message('Previous Prompt'), key: 'P', run: (reader) => reader.jump('prompt', 'back') },
  { name: message('Next Prompt'), key: 'N', run: (reader) => reader.jump('prompt', 'on') },
  {
    name: message('Previous Question'),
    key: 'Q',
    run: (reader) => reader.jump('question', 'back'),
  },
  { name: message('Previous Error'), key: 'E', run: (reader) => reader.jump('error', 'back') },
  { name: message('Copy the Block'), key: 'C', run: copyFocused },
  { name: message('Open or Close the Block'), key: 'Enter', run: toggleFocused },
  { name: message('Beginning'), key: 'Home', run: ({ transcript }) => transcript.toStart() },
  { name: message('End, and Follow'), key: 'End', run: ({ transcript }) => transcript.toEnd() },
  { name: message('Outline'), key: 'O', run: toggleOutline },
  {
    name: message('Show These Keys'),
    key: '?',
    run: ({ page }) => page.view.change({ isHelpOpen: true }),
  },
];

/** Runs the action of a key; false if it has none. */
export function pressReaderKey(reader: Reader, event: KeyboardEvent): boolean {
  const { key } = event;
  if (isFind(event)) {
    openFind(reader);
    return true;
  }
  if (key === 'Escape' && reader.find.state.get().open) {
    closeFind(reader);
    return true;
  }
  const outline = event.target instanceof Element && event.target.closest('.outline');
  if (outline && key === 'Escape') {
    closeOutline(reader);
    return true;
  }
  if (outline && moveInOutline(outline, key)) return true;
  if (isTyping(event.target) || (hasModifier(event) && !isChord(event))) return false;
  if (pressBarKey(reader, event)) return true;
  if (hasModifier(event)) return false;
  const isControl = event.target instanceof Element && event.target.closest('button') !== null;
  if (isControl && key === 'Enter') return false;
  const action = readerKeyActions.find((one) => one.key.toLowerCase() === key.toLowerCase());
  action?.run(reader);
  return action !== undefined;
}

/** Closes the search and returns the focus to the transcript. */
export function closeFind(reader: Reader): void {
  reader.find.close();
  document.querySelector<HTMLElement>('.viewport')?.focus({ preventScroll: true });
}

/** Opens the outline and focuses it, or closes it. */
export function toggleOutline(reader: Reader): void {
  if (reader.outline.state.get().open) return closeOutline(reader);
  flushSync(() => reader.setOutline(true));
  document.querySelector<HTMLElement>('.outline')?.focus();
}

/** Closes the outline and returns the focus from it to the transcript. */
export function closeOutline(reader: Reader): void {
  const focusedEntry = document.activeElement?.closest('.outline') ?? null;
  reader.setOutline(false);
  if (focusedEntry === null) return;
  document.querySelector<HTMLElement>('.viewport')?.focus({ preventScroll: true });
}

/** Moves the focus between the entries of the outline; false for other keys. */
function moveInOutline(outline: Element, key: string): boolean {
  const entries = [...outline.querySelectorAll<HTMLElement>('.outline-entry')];
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const tabStop = entries.findIndex((entry) => entry.tabIndex === 0);
  const last = entries.length - 1;
  const nextIndexes: Readonly<Record<string, number>> = {
    ArrowDown: at < 0 ? tabStop : Math.min(at + 1, last),
    ArrowUp: at < 0 ? tabStop : Math.max(at - 1, 0),
    Home: 0,
    End: last,
  };
  const next = nextIndexes[key];
  if (next === undefined) return false;
  entries[next]?.focus();
  return true;
}

/**
 * Opens the search and focuses its field synchronously, so that it receives the next typed
 * character.
 */
export function openFind({ find }: Reader): void {
  flushSync(() => find.open());
  const field = document.querySelector<HTMLInputElement>('.find-input');
  field?.focus();
  field?.select();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function focusedRow(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>('article[data-row]') ?? undefined;
}

function copyFocused(reader: Reader): void {
  const item = document.activeElement?.closest<HTMLElement>('[data-item]');
  const [at, part] = (item?.dataset['item'] ?? '').split(':').map(Number);
  if (at !== undefined && part !== undefined && Number.isInteger(at)) reader.copy({ at, part });
}

/** Opens all folds of the focused row, or closes them if all are open. */
function toggleFocused(): void {
  const folds = [
    ...(focusedRow()?.querySelectorAll<HTMLElement>('.fold-title[aria-expanded]') ?? []),
  ];
  const isAnyClosed = folds.some((fold) => fold.ariaExpanded === 'false');
  for (const fold of folds) if ((fold.ariaExpanded === 'false') === isAnyClosed) fold.click();
}

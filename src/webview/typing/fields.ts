import { fieldsOf, textOf } from '../../shared/text/fields';
import { createStore, type Store } from '../store';
import { draftKeyOf } from './draftKeys';

export type Field = HTMLTextAreaElement | HTMLInputElement;

/** A field and its selection, independent of the element. */
export interface Caret {
  readonly field: string;
  readonly start: number;
  readonly end: number;
}

interface FieldsParts {
  /** Called when a field was removed or lost the focus without an action of the person. */
  readonly onLost: () => void;
  /** Called when the person focuses a field or uses the pointer. */
  readonly onFound: () => void;
}

/** Text fields of the page. Keeps track of the focused field even when its element is replaced. */
export class TextFields {
  /** Key of the focused field; kept when its element is removed. */
  readonly focused = createStore<string | undefined>(undefined);
  /** Keys of drafts whose field was removed while the person was typing, and not shown since. */
  readonly orphans = createStore<ReadonlySet<string>>(new Set());
  /** Number of elements that show a draft in its form, by draft. */
  readonly forms = createStore<ReadonlyMap<string, number>>(new Map());
  /** Number of elements that show a draft in its form or as unsent text, by draft. */
  readonly shown = createStore<ReadonlyMap<string, number>>(new Map());
  private element: Field | undefined;
  /** Fields in the document, newest last; a field that moves is briefly listed twice. */
  private readonly elements: { readonly field: string; readonly element: Field }[] = [];
  /** Field to focus as soon as it is in the document, and its selection. */
  private awaitedCaret: Caret | undefined;
  /** True if the last event that could move the focus came from the person, not from a message. */
  private isByUser = false;

  constructor(private readonly parts: FieldsParts) {}

  /** Adds the listeners; must be called before any other listener is added. */
  watch(): void {
    const capture = { capture: true };
    const onUserInput = () => {
      this.isByUser = true;
    };
    window.addEventListener('keydown', onUserInput, capture);
    window.addEventListener('mousedown', onUserInput, capture);
    window.addEventListener('pointerdown', () => this.stopWaiting(), capture);
    window.addEventListener('message', () => {
      this.isByUser = false;
    });
  }

  /** The focused field and its selection; undefined if no field is in use. */
  get caret(): Caret | undefined {
    const field = this.focused.get();
    if (field === undefined) return undefined;
    if (this.element === undefined || document.activeElement !== this.element)
      return this.awaitedCaret;
    return caretOf(field, this.element);
  }

  /** Focuses a field as soon as it is in the document. */
  focusWhenAvailable(caret: unknown): void {
    const { field, start, end } = fieldsOf(caret);
    if (typeof field !== 'string') return;
    const from = typeof start === 'number' ? start : Infinity;
    this.awaitedCaret = { field, start: from, end: typeof end === 'number' ? end : from };
  }

  /** Registers an element of a field; returns a function to call before the element is removed. */
  register(field: string, element: Field): () => void {
    const onFocus = () => this.onFocus(field, element);
    const onBlur = () => this.onBlur(field, element);
    const onPageFocus = () => {
      if (document.activeElement === document.body) this.focusField(field, element);
    };
    element.addEventListener('focus', onFocus);
    element.addEventListener('blur', onBlur);
    window.addEventListener('focus', onPageFocus);
    const entry = { field, element };
    this.elements.push(entry);
    if (document.activeElement === element) onFocus();
    else if (document.hasFocus()) this.focusField(field, element);
    return () => {
      element.removeEventListener('focus', onFocus);
      element.removeEventListener('blur', onBlur);
      window.removeEventListener('focus', onPageFocus);
      this.elements.splice(this.elements.indexOf(entry), 1);
      this.handleRemoval(field, element);
    };
  }

  /** Registers that a draft is shown; returns a function that unregisters it. */
  show(draft: string, isInForm: boolean): () => void {
    if (isInForm) addToCount(this.forms, draft, 1);
    addToCount(this.shown, draft, 1);
    this.setOrphan(draft, false);
    return () => {
      if (isInForm) addToCount(this.forms, draft, -1);
      addToCount(this.shown, draft, -1);
    };
  }

  /** Stops waiting for a removed field to return, because the person used the pointer. */
  private stopWaiting(): void {
    this.isByUser = true;
    this.awaitedCaret = undefined;
    this.parts.onFound();
    if (this.element === undefined) this.focused.set(undefined);
  }

  private focusField(field: string, element: Field): void {
    const { awaitedCaret } = this;
    if (awaitedCaret?.field !== field) return;
    const { length } = element.value;
    element.setSelectionRange(
      Math.min(awaitedCaret.start, length),
      Math.min(awaitedCaret.end, length),
    );
    element.focus();
    this.onFocus(field, element);
  }

  private onFocus(field: string, element: Field): void {
    this.element = element;
    this.awaitedCaret = undefined;
    this.focused.set(field);
    this.parts.onFound();
  }

  private onBlur(field: string, element: Field): void {
    // The window lost the focus, which returns to this field.
    if (!document.hasFocus() || this.element !== element) return;
    this.element = undefined;
    if (this.focused.get() === field) this.focused.set(undefined);
    if (!this.isByUser) this.parts.onLost();
  }

  private handleRemoval(field: string, element: Field): void {
    const isFocused = document.activeElement === element || this.element === element;
    if (!isFocused) return;
    this.element = undefined;
    if (isUserEvent()) {
      this.focused.set(undefined);
      return;
    }
    this.awaitedCaret = caretOf(field, element);
    const other = this.elements.findLast((one) => one.field === field);
    if (other !== undefined) return this.focusField(field, other.element);
    this.setOrphan(draftKeyOf(field), true);
    this.parts.onLost();
  }

  private setOrphan(draft: string, isOrphan: boolean): void {
    if (this.orphans.get().has(draft) === isOrphan) return;
    const orphans = new Set(this.orphans.get());
    if (isOrphan) orphans.add(draft);
    else orphans.delete(draft);
    this.orphans.set(orphans);
  }
}

function addToCount(store: Store<ReadonlyMap<string, number>>, draft: string, by: 1 | -1): void {
  const counts = new Map(store.get());
  const next = (counts.get(draft) ?? 0) + by;
  if (next > 0) counts.set(draft, next);
  else counts.delete(draft);
  store.set(counts);
}

function caretOf(field: string, { selectionStart, selectionEnd }: Field): Caret {
  return { field, start: selectionStart ?? 0, end: selectionEnd ?? 0 };
}

/** True while the page handles an input event, not a message or a timer. */
function isUserEvent(): boolean {
  return /^(?:key|mouse|pointer|touch|click|dblclick|submit)/.test(
    textOf(fieldsOf(window.event)['type']),
  );
}

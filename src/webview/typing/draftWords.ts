import { fieldsOf, listOf, textOf } from '../../shared/text/fields';
import { parseDraftKey } from './draftKeys';

/** Draft of a message that a person sends instead of allowing or answering a request. */
export interface MessageDraft {
  readonly words: string;
  /** False if the form was closed. */
  readonly open: boolean;
  /** True if the agent stops after the message instead of continuing its turn. */
  readonly interrupt: boolean;
  /** Comments on lines of a plan, which are sent with the message. */
  readonly notes: readonly LineNote[];
}

/** A comment on lines of a plan. Lines are counted from 0, and both ends are included. */
export interface LineNote {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

/** Parses a stored draft of a message. */
export function messageDraft(draft: unknown): MessageDraft {
  const { words, open, interrupt } = fieldsOf(draft);
  const notes = notesOf(draft);
  return { words: textOf(words), open: open === true, interrupt: interrupt === true, notes };
}

function notesOf(draft: unknown): readonly LineNote[] {
  return listOf(fieldsOf(draft)['notes']).flatMap((one) => {
    const { start, end, words } = fieldsOf(one);
    return typeof start === 'number' && typeof end === 'number'
      ? [{ start, end, words: textOf(words) }]
      : [];
  });
}

/** Texts of the fields of a draft, in order. */
export function draftTexts(key: string, draft: unknown): readonly string[] {
  const { words, form } = fieldsOf(draft);
  if (parseDraftKey(key)?.kind !== 'form')
    return [textOf(words), ...notesOf(draft).map((note) => note.words)];
  return listOf(fieldsOf(form)['questions']).map((one) => textOf(fieldsOf(one)['words']));
}

/** All typed text of a draft; empty if there is none. */
export function typedTextOf(key: string, draft: unknown): string {
  return draftTexts(key, draft)
    .filter((text) => text.trim() !== '')
    .join('\n');
}

/** The draft with a changed text in one of its fields. */
export function withText(key: string, draft: unknown, fieldIndex: number, text: string): unknown {
  const fields = fieldsOf(draft);
  if (parseDraftKey(key)?.kind !== 'form') {
    if (fieldIndex === 0) return { ...fields, words: text };
    const notes = notesOf(draft).map((one, at) =>
      at === fieldIndex - 1 ? { ...one, words: text } : one,
    );
    return { ...fields, notes };
  }
  const form = fieldsOf(fields['form']);
  const questions = listOf(form['questions']).map((one, at) =>
    at === fieldIndex ? { ...fieldsOf(one), words: text } : one,
  );
  return { ...fields, form: { ...form, questions } };
}

/** True for a draft that was neither closed nor sent. */
export function isPending(key: string, draft: unknown): boolean {
  const { open, sent } = fieldsOf(draft);
  if (draft === undefined || sent !== undefined) return false;
  return parseDraftKey(key)?.kind !== 'message' || open === true || notesOf(draft).length > 0;
}

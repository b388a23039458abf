import { fieldsOf, listOf, textOf } from '../../shared/text/fields';
import { draftNameOf } from './draftKeys';

/** Draft of a message in place of an answer. */
export interface MessageDraft {
  readonly words: string;
  /** False if the form was closed. */
  readonly open: boolean;
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

export function messageDraft(kept: unknown): MessageDraft {
  const { words, open, interrupt } = fieldsOf(kept);
  const notes = notesOf(kept);
  return { words: textOf(words), open: open === true, interrupt: interrupt === true, notes };
}

function notesOf(kept: unknown): readonly LineNote[] {
  return listOf(fieldsOf(kept)['notes']).flatMap((one) => {
    const { start, end, words } = fieldsOf(one);
    return typeof start === 'number' && typeof end === 'number'
      ? [{ start, end, words: textOf(words) }]
      : [];
  });
}

/** Texts of the fields of a draft, in order. */
export function draftTexts(key: string, kept: unknown): readonly string[] {
  const { words, form } = fieldsOf(kept);
  if (draftNameOf(key)?.kind !== 'form')
    return [textOf(words), ...notesOf(kept).map((note) => note.words)];
  return listOf(fieldsOf(form)['questions']).map((one) => textOf(fieldsOf(one)['words']));
}

/** All typed text of a draft; empty if there is none. */
export function wordsOf(key: string, kept: unknown): string {
  return draftTexts(key, kept)
    .filter((text) => text.trim() !== '')
    .join('\n');
}

/** The draft with a changed text in one of its fields. */
export function withWords(key: string, kept: unknown, place: number, text: string): unknown {
  const fields = fieldsOf(kept);
  if (draftNameOf(key)?.kind !== 'form') {
    if (place === 0) return { ...fields, words: text };
    const notes = notesOf(kept).map((one, at) =>
      at === place - 1 ? { ...one, words: text } : one,
    );
    return { ...fields, notes };
  }
  const form = fieldsOf(fields['form']);
  const questions = listOf(form['questions']).map((one, at) =>
    at === place ? { ...fieldsOf(one), words: text } : one,
  );
  return { ...fields, form: { ...form, questions } };
}

/** True for a draft that was neither closed nor sent. */
export function isPending(key: string, kept: unknown): boolean {
  const { open, sent } = fieldsOf(kept);
  if (kept === undefined || sent !== undefined) return false;
  return draftNameOf(key)?.kind !== 'message' || open === true || notesOf(kept).length > 0;
}

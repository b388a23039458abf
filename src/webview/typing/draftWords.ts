import { fieldsOf, listOf, textOf } from '../../shared/text/fields';
import { nameOf } from './draftKeys';

/** A message that is written in place of an answer. */
export interface MessageDraft {
  readonly words: string;
  /** False where the person put it aside. */
  readonly open: boolean;
  readonly interrupt: boolean;
}

export function messageDraft(kept: unknown): MessageDraft {
  const { words, open, interrupt } = fieldsOf(kept);
  return { words: textOf(words), open: open === true, interrupt: interrupt === true };
}

/** The texts in the fields of a draft, in their places. */
export function draftTexts(key: string, kept: unknown): readonly string[] {
  const { words, form } = fieldsOf(kept);
  if (nameOf(key)?.kind !== 'form') return [textOf(words)];
  return listOf(fieldsOf(form)['questions']).map((one) => textOf(fieldsOf(one)['words']));
}

/** What somebody typed, as one text; empty where nothing was. */
export function wordsOf(key: string, kept: unknown): string {
  return draftTexts(key, kept)
    .filter((text) => text.trim() !== '')
    .join('\n');
}

/** The draft with other words in one of its fields. */
export function withWords(key: string, kept: unknown, place: number, text: string): unknown {
  const fields = fieldsOf(kept);
  if (nameOf(key)?.kind !== 'form') return { ...fields, words: text };
  const form = fieldsOf(fields['form']);
  const questions = listOf(form['questions']).map((one, at) =>
    at === place ? { ...fieldsOf(one), words: text } : one,
  );
  return { ...fields, form: { ...form, questions } };
}

/** Whether it waits in a field, and was neither put aside nor sent. */
export function isPending(key: string, kept: unknown): boolean {
  const { open, sent } = fieldsOf(kept);
  if (kept === undefined || sent !== undefined) return false;
  return nameOf(key)?.kind !== 'message' || open === true;
}

import { fieldsOf, listOf, textOf } from '../../shared/text/fields';
import { nameOf } from './draftKeys';

/** Draft of a message in place of an answer. */
export interface MessageDraft {
  readonly words: string;
  /** False where it was put aside. */
  readonly open: boolean;
  readonly interrupt: boolean;
}

export function messageDraft(kept: unknown): MessageDraft {
  const { words, open, interrupt } = fieldsOf(kept);
  return { words: textOf(words), open: open === true, interrupt: interrupt === true };
}

/** Texts of the fields of a draft, in order. */
export function draftTexts(key: string, kept: unknown): readonly string[] {
  const { words, form } = fieldsOf(kept);
  if (nameOf(key)?.kind !== 'form') return [textOf(words)];
  return listOf(fieldsOf(form)['questions']).map((one) => textOf(fieldsOf(one)['words']));
}

/** All typed text of a draft; empty where there is none. */
export function wordsOf(key: string, kept: unknown): string {
  return draftTexts(key, kept)
    .filter((text) => text.trim() !== '')
    .join('\n');
}

/** The draft with a new text in one of its fields. */
export function withWords(key: string, kept: unknown, place: number, text: string): unknown {
  const fields = fieldsOf(kept);
  if (nameOf(key)?.kind !== 'form') return { ...fields, words: text };
  const form = fieldsOf(fields['form']);
  const questions = listOf(form['questions']).map((one, at) =>
    at === place ? { ...fieldsOf(one), words: text } : one,
  );
  return { ...fields, form: { ...form, questions } };
}

/** True for a draft that was neither put aside nor sent. */
export function isPending(key: string, kept: unknown): boolean {
  const { open, sent } = fieldsOf(kept);
  if (kept === undefined || sent !== undefined) return false;
  return nameOf(key)?.kind !== 'message' || open === true;
}

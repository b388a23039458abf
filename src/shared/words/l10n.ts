/** Translations by English text, in the format of the editor's bundles. */
export type Translations = Readonly<Record<string, string>>;

type Value = string | number;

let words: Translations = {};
let currentLanguage = 'en';

/** Sets the language; called once when a bundle starts, before any text is requested. */
export function setLanguage(language: string, translated: Translations): void {
  words = translated;
  currentLanguage = language;
}

/** Language of the texts as a BCP 47 tag, for dates and the document's `lang`. */
export function language(): string {
  return currentLanguage;
}

/** All translations, for passing them to a page. */
export function allTranslations(): Translations {
  return words;
}

/** Translates a text and fills in its values; `{0}` is the first value. */
export function t(message: string, ...values: readonly Value[]): string {
  return fillTemplate(words[message] ?? message, values);
}

/** Translates a singular or plural text: `{0}` is the count, the values follow. */
export function counted(
  count: number,
  one: string,
  many: string,
  ...values: readonly Value[]
): string {
  return t(count === 1 ? one : many, count, ...values);
}

/** Marks a text for extraction; it is translated where it is shown. */
export function message<Text extends string>(text: Text): Text {
  return text;
}

export function fillTemplate(text: string, values: readonly Value[]): string {
  if (values.length === 0) return text;
  return text.replace(/\{(\d)\}/g, (place, index: string) =>
    String(values[Number(index)] ?? place),
  );
}

/**
 * Translation functions for one language. A hub sends each phone texts in the language of that
 * phone.
 */
export interface Translator {
  readonly t: typeof t;
  readonly counted: typeof counted;
}

/** Translation functions for the language of this process. */
export const ownTranslator: Translator = { t, counted };

export function createTranslator(translated: Translations): Translator {
  const translate: Translator['t'] = (text, ...values) =>
    fillTemplate(translated[text] ?? text, values);
  return {
    t: translate,
    counted: (count, one, many, ...values) => translate(count === 1 ? one : many, count, ...values),
  };
}

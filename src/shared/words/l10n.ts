/** Texts of another language by the English one, as the editor keeps them in a bundle. */
export type Words = Readonly<Record<string, string>>;

type Value = string | number;

let words: Words = {};
let tongue = 'en';

/** Called once, at the start of a bundle: no module asks for a text while it loads. */
export function speak(language: string, translated: Words): void {
  words = translated;
  tongue = language;
}

/** The language that texts are in, as a BCP 47 tag: for dates and the document. */
export function language(): string {
  return tongue;
}

/** What `speak` was told, to hand it on to a page. */
export function allWords(): Words {
  return words;
}

/** A text that a person reads, in their language; `{0}` is the first value. */
export function t(message: string, ...values: readonly Value[]): string {
  return fill(words[message] ?? message, values);
}

/** One text for one, another for more: `{0}` is the count, the values follow it. */
export function counted(
  count: number,
  one: string,
  many: string,
  ...values: readonly Value[]
): string {
  return t(count === 1 ? one : many, count, ...values);
}

/** Marks a text that is translated where it is shown. */
export function message<Text extends string>(text: Text): Text {
  return text;
}

export function fill(text: string, values: readonly Value[]): string {
  if (values.length === 0) return text;
  return text.replace(/\{(\d)\}/g, (place, index: string) =>
    String(values[Number(index)] ?? place),
  );
}

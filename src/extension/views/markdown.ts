import { plainTitle } from '../../shared/text/plainText';

/** Punctuation that Markdown, its link detection or `$(icon)` could act on. */
const active = /[!#$&()*+\-.:;<=>@[\\\]_`{|}~]/g;

/**
 * Foreign text for a Markdown tooltip, read literally. Character references instead of backslashes:
 * they survive every pass (links, addresses, HTML, product icons) that looks for the character itself.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(active, (character) => `&#${character.charCodeAt(0)};`);
}

/** Foreign text for a label in which `$(icon)` is drawn, such as a quick pick's. */
export function escapeIcons(text: string): string {
  return text.replace(/\$\(/g, '\\$(');
}

/** A sentence with foreign words, such as a path, for a notification. */
export function sayable(sentence: string): string {
  return escapeLinks(plainTitle(sentence, 1_000));
}

/** A sentence with foreign words for an input box, which makes links as a notification does, and draws icons. */
export function promptable(sentence: string): string {
  return escapeIcons(sayable(sentence));
}

/** Foreign text for a notification, which makes a link of `[text](command:…)`. */
export function escapeLinks(text: string): string {
  return text.replace(/\](?=\()/g, '] ');
}

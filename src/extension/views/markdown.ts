import type { TextLine, TextPiece } from '../../shared/board/texts/textLine';
import { plainTitle } from '../../shared/text/plainText';

/** Characters that Markdown, its link detection or `$(icon)` could interpret. */
const active = /[!#$&()*+\-.:;<=>@[\\\]_`{|}~]/g;

/**
 * Escapes untrusted text for a Markdown tooltip. Uses character references instead of backslashes,
 * because the passes for links, autolinks, HTML and icons search for the characters themselves.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(active, (character) => `&#${character.charCodeAt(0)};`);
}

/** Escapes untrusted text for a label that renders `$(icon)`, such as a quick pick's. */
export function escapeIcons(text: string): string {
  return text.replace(/\$\(/g, '\\$(');
}

/** Escapes a sentence that contains untrusted text, such as a path, for a notification. */
export function escapeForNotification(sentence: string): string {
  return escapeLinks(plainTitle(sentence, 1_000));
}

/**
 * Escapes a sentence that contains untrusted text for an input box, which renders links and icons.
 */
export function escapeForInputBox(sentence: string): string {
  return escapeIcons(escapeForNotification(sentence));
}

/** Escapes untrusted text for a notification, which would render `[text](command:…)` as a link. */
export function escapeLinks(text: string): string {
  return text.replace(/\](?=\()/g, '] ');
}

/** Lines as Markdown for a hover. */
export function markdownOf(lines: readonly TextLine[]): string {
  return lines.map(lineMarkdown).join('  \n');
}

/** A line as Markdown in which all data is escaped. */
export function lineMarkdown({ pieces, strong = false }: TextLine): string {
  const text = pieces.map(pieceMarkdown).join(' &nbsp; ');
  return strong ? `**${text}**` : text;
}

function pieceMarkdown({ icon, text, href }: TextPiece): string {
  return [icon && `$(${icon})`, linkOf(text, href)].filter(Boolean).join(' ');
}

/**
 * A Markdown link, or plain text without an address. Brackets in the address would end the link.
 */
function linkOf(text: string, href: string | undefined): string {
  if (href === undefined) return escapeMarkdown(text);
  const address = href.replace(/[()[\]]/g, (bracket) => encoded[bracket] ?? bracket);
  return `[${escapeMarkdown(text)}](${address})`;
}

const encoded: Readonly<Record<string, string>> = {
  '(': '%28',
  ')': '%29',
  '[': '%5B',
  ']': '%5D',
};

import type { Product } from './product';
import { headings, kinds, type Kind, type Vocabulary } from './vocabulary';

const width = 110;

/**
 * Report on the names in a client's data: those that no recording contains, and of the others those
 * that the product does not read.
 */
export function newsPage(seen: Vocabulary, recorded: Vocabulary, product: Product): string {
  const lines = ['', 'IN NO RECORDING (in brackets: known to the product)'];
  for (const kind of kinds) {
    const news = seen.of(kind).filter((word) => !recorded.has(kind, word));
    const shown = (word: string, name: string): string =>
      product.knows(kind, word) ? `[${name}]` : name;
    if (!isField(kind)) {
      lines.push(
        ...section(
          headings[kind],
          news.map((word) => shown(word, word)),
        ),
      );
      continue;
    }
    const owners = [...new Set(news.map((word) => word.slice(0, word.indexOf('.'))))];
    const groups = owners.map((owner) => {
      const own = news.filter((word) => word.startsWith(`${owner}.`));
      const names = own.map((word) => shown(word, word.slice(owner.length + 1)));
      return `${owner}: ${names.join(' ')}`;
    });
    lines.push(...section(headings[kind], groups));
  }
  lines.push('', 'RECORDED, AND NOT READ BY THE PRODUCT');
  for (const kind of kinds.filter((one) => one !== 'note')) {
    const unread = seen
      .of(kind)
      .filter((word) => recorded.has(kind, word) && !product.reads(kind, word));
    // A field is listed once, even if several kinds have it.
    const names = isField(kind) ? unread.map((word) => word.slice(word.indexOf('.') + 1)) : unread;
    lines.push(...section(headings[kind], [...new Set(names)]));
  }
  return lines.join('\n');
}

function isField(kind: Kind): boolean {
  return kind === 'hookField' || kind === 'entryField';
}

function section(heading: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return [`  ${heading}: none`];
  const lines = [`  ${heading}:`];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    const isFirst = lines.length === 1;
    if (isFirst || last.length + word.length > width) lines.push(`    ${word}`);
    else lines[lines.length - 1] = `${last}, ${word}`;
  }
  return lines;
}

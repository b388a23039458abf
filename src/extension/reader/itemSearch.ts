import type { ItemPlace, ReaderItem } from '../../shared/messages/readerItems';
import { itemTexts } from './items/itemText';
import type { Line } from '../transcript/file/lineFile';

// eslint-disable-next-line no-control-regex -- what is not ASCII is the subject
const notAscii = /[^\u0000-\u007F]/;

/** A search in a transcript: checks a line's bytes first, and parses only candidates. */
export class ItemSearch {
  private readonly wanted: string;
  /** The searched text as JSON encodes it in a string. */
  private readonly inLine: string;
  private readonly inBytes: Buffer;
  private readonly isAscii: boolean;

  constructor(
    text: string,
    private readonly matchCase: boolean,
  ) {
    this.wanted = matchCase ? text : text.toLowerCase();
    const escaped = JSON.stringify(text).slice(1, -1);
    this.inLine = matchCase ? escaped : escaped.toLowerCase();
    this.inBytes = Buffer.from(escaped);
    this.isAscii = !notAscii.test(text);
  }

  /** False if the line cannot contain the text and need not be parsed. */
  mayBeIn({ bytes }: Line): boolean {
    if (bytes === undefined) return false;
    if (this.matchCase) return bytes.includes(this.inBytes);
    const text = this.isAscii ? bytes.toString('latin1') : bytes.toString('utf8');
    return text.toLowerCase().includes(this.inLine);
  }

  findPlaces(items: readonly ReaderItem[]): readonly ItemPlace[] {
    return items.filter((item) => this.matches(item)).map(({ at, part }) => ({ at, part }));
  }

  private matches(item: ReaderItem): boolean {
    return itemTexts(item).some((text) =>
      (this.matchCase ? text : text.toLowerCase()).includes(this.wanted),
    );
  }
}

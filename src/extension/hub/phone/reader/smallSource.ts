import { emptyOverview, limitOverview, type Overview } from '../../../../shared/messages/overview';
import type { ItemPlace, ReaderItem } from '../../../../shared/messages/readerItems';
import type { ClipLimits } from '../../../reader/items/clip';
import type { ReaderChannelParts } from '../../../reader/readerChannel';
import type { LineSearch, TranscriptSource } from '../../../reader/transcriptSource';
import { itemBytes, fittingLines, maxItemBytes } from './smallItems';

/** Number of bytes that are read at once, a few screens of a phone. */
export const phoneWindowBytes = 48 * 1024;
/** Limits of texts that a phone receives before it requests the complete text. */
export const phoneLimits: ClipLimits = { written: 12_000, printed: 4_000 };

/**
 * Maximum lengths in characters that are tried when a phone requests a complete text; the first
 * whose item fits is sent.
 */
const fullTextLengths = [100_000, 50_000, 25_000, phoneLimits.written];
/** Maximum number of findings in one message. */
const maxFindings = 250;

type Source = ReaderChannelParts['source'];
type Read = Source['read'];

/** A transcript whose answers each fit into one message to a phone. Pictures are omitted. */
export class SmallSource implements Source {
  private full: Overview = emptyOverview;
  /** The last entries of the full overview. */
  private last: Overview = emptyOverview;

  constructor(private readonly source: TranscriptSource) {}

  get end(): number {
    return this.source.end;
  }

  get onDidChange(): Source['onDidChange'] {
    return this.source.onDidChange;
  }

  async read(...[where, at]: Parameters<Read>): ReturnType<Read> {
    return fittingLines(await this.source.read(where, at), where, at);
  }

  async item(place: ItemPlace): Promise<ReaderItem | undefined> {
    for (const length of fullTextLengths) {
      const limits = { written: length, printed: length };
      const item = await this.source.item(place, limits);
      if (item === undefined || itemBytes(item) <= maxItemBytes) return item;
    }
    return undefined;
  }

  /**
   * Always undefined: phones neither show pictures nor compare edits, for which editors read
   * entries.
   */
  entry(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async overview(): Promise<Overview> {
    const full = await this.source.overview();
    if (full !== this.full) {
      this.full = full;
      this.last = limitOverview(full, maxFindings);
    }
    return this.last;
  }

  seek(...args: Parameters<Source['seek']>): ReturnType<Source['seek']> {
    return this.source.seek(...args);
  }

  search<Found>(
    search: LineSearch<Found>,
    from: number,
    limits: ClipLimits,
    onFound: (places: readonly Found[]) => boolean,
  ): Promise<number> {
    return this.source.search(search, from, limits, (places) => {
      for (let at = 0; at < places.length; at += maxFindings) {
        if (!onFound(places.slice(at, at + maxFindings))) return false;
      }
      return places.length > 0 || onFound(places);
    });
  }
}

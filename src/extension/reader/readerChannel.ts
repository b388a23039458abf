import type { OutlineEntry } from '../../shared/messages/outline';
import { emptyOverview, limitOverview, type Overview } from '../../shared/messages/overview';
import type { ItemPlace } from '../../shared/messages/readerItems';
import {
  type FromReader,
  fromReaderSchema,
  type ReaderHead,
  type ToReader,
} from '../../shared/messages/readerMessages';
import type { Event } from '../util/emitter';
import { type Disposable, DisposableSlot, DisposableStore } from '../util/lifetime';
import type { Log } from '../util/log';
import { type ClipLimits, noLimits, shownLimits, wholeLimits } from './items/clip';
import { ItemSearch } from './itemSearch';
import { TranscriptSearch } from './transcriptSearch';
import { outlineSearch } from './outline';
import { pictureSource } from './pictureSource';
import type { LineSearch, TranscriptSource } from './transcriptSource';

/** The part of a webview panel that the channel needs. */
export interface ReaderPort {
  /** A hidden page is discarded; it sends `ready` when it has loaded again. */
  readonly visible: boolean;
  readonly onDidReceive: Event<unknown>;
  post(message: ToReader): void;
}

/** Number of places sent for a search, an outline or a list of the overview. */
const maxPlaces = 20_000;

/** Messages that the channel answers itself. */
type ReaderChannelMessageType =
  'ready' | 'ping' | 'read' | 'whole' | 'picture' | 'seek' | 'find' | 'outline';

/** Requests of a page that act outside the reader, with the handler of each. */
export type ReaderIntents = {
  readonly [T in Exclude<FromReader['type'], ReaderChannelMessageType>]: (
    message: Extract<FromReader, { type: T }>,
  ) => void;
};

export interface ReaderChannelParts {
  readonly port: ReaderPort;
  readonly source: Pick<
    TranscriptSource,
    'read' | 'item' | 'entry' | 'seek' | 'search' | 'overview' | 'end' | 'onDidChange'
  >;
  readonly head: () => ReaderHead;
  readonly onDidChangeHead: Event<unknown>;
  readonly intents: ReaderIntents;
  /** Text to search for as soon as the page is ready. */
  readonly quote?: string | undefined;
  readonly log: Log;
}

/** Answers the webview of a transcript. Its messages are untrusted. */
export class ReaderChannel implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly search = this.lifetime.add(new DisposableSlot<TranscriptSearch<ItemPlace>>());
  private readonly entries = this.lifetime.add(
    new DisposableSlot<TranscriptSearch<OutlineEntry>>(),
  );
  private sentHead = '';
  private overview: Overview = emptyOverview;
  private ready = false;
  private quote: string | undefined;

  constructor(private readonly parts: ReaderChannelParts) {
    const { port, source, onDidChangeHead } = parts;
    this.quote = parts.quote;
    this.lifetime.add(port.onDidReceive((message) => this.receive(message)));
    this.lifetime.add(source.onDidChange((change) => this.handleFileChange(change)));
    this.lifetime.add(onDidChangeHead(() => this.sendHead()));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  lookFor(quote: string): void {
    if (this.ready && this.parts.port.visible) this.post({ type: 'lookFor', text: quote });
    else this.quote = quote;
  }

  private receive(message: unknown): void {
    const parsed = fromReaderSchema.safeParse(message);
    if (!parsed.success) {
      this.parts.log.warn('A message of a transcript was dropped: it is not one a page may send.');
      return;
    }
    const incoming = parsed.data;
    switch (incoming.type) {
      case 'ready':
        return this.handleReady();
      case 'ping':
        return this.post({ type: 'alive' });
      case 'read':
        return void this.read(incoming);
      case 'whole':
        return void this.sendWholeItem(incoming.place);
      case 'picture':
        return void this.sendPicture(incoming.place, incoming.index);
      case 'seek':
        return void this.seek(incoming);
      case 'find':
        return this.find(incoming);
      case 'outline':
        return this.outline(incoming);
      default:
        return this.act(incoming);
    }
  }

  private act(message: Exclude<FromReader, { type: ReaderChannelMessageType }>): void {
    const { intents } = this.parts;
    switch (message.type) {
      case 'copy':
        return intents.copy(message);
      case 'openLink':
        return intents.openLink(message);
      case 'openSubagent':
        return intents.openSubagent(message);
      case 'openDiff':
        return intents.openDiff(message);
      case 'keep':
        return intents.keep(message);
      case 'openAsText':
        return intents.openAsText(message);
      case 'openRaw':
        return intents.openRaw(message);
      case 'bar':
        return intents.bar(message);
      case 'showInBoard':
        return intents.showInBoard(message);
      case 'goToTerminal':
        return intents.goToTerminal(message);
    }
  }

  private handleReady(): void {
    this.ready = true;
    this.stopSearches();
    this.sentHead = '';
    this.overview = emptyOverview;
    this.sendHead();
    if (this.quote !== undefined) this.post({ type: 'lookFor', text: this.quote });
    this.quote = undefined;
    void this.sendOverview();
  }

  /**
   * Sends the overview if it changed. A new page starts with an empty overview, so it gets the
   * current one.
   */
  private async sendOverview(): Promise<void> {
    const overview = await this.ignoreFailure(() => this.parts.source.overview());
    if (overview === undefined || overview === this.overview) return;
    if (!isEmpty(overview) || !isEmpty(this.overview))
      this.post({ type: 'overview', overview: limitOverview(overview, maxPlaces) });
    this.overview = overview;
  }

  private sendHead(): void {
    const head = this.parts.head();
    const text = JSON.stringify(head);
    if (!this.ready || text === this.sentHead) return;
    this.sentHead = text;
    this.post({ type: 'head', head });
  }

  private async read({ request, where, at }: Extract<FromReader, { type: 'read' }>): Promise<void> {
    try {
      const read = await this.parts.source.read(where, at);
      this.post({ type: 'lines', request, ...read });
      this.sendHead(); // A session of the past may have been loaded by now.
    } catch (error) {
      this.post({
        type: 'unread',
        request,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }

  private async sendWholeItem(place: ItemPlace): Promise<void> {
    const item = await this.ignoreFailure(() => this.parts.source.item(place, wholeLimits));
    if (item !== undefined) this.post({ type: 'whole', item });
  }

  private async sendPicture(place: ItemPlace, index: number): Promise<void> {
    const entry = await this.ignoreFailure(() => this.parts.source.entry(place));
    const pictures = entry && 'pictures' in entry ? entry.pictures : undefined;
    const picture = pictures?.[index];
    const source = picture && pictureSource(picture);
    this.post({ type: 'picture', place, index, ...(source !== undefined && { source }) });
  }

  private async seek(incoming: Extract<FromReader, { type: 'seek' }>): Promise<void> {
    const { request, target, direction, at } = incoming;
    const place = await this.ignoreFailure(() => this.parts.source.seek(target, direction, at));
    this.post({ type: 'sought', request, ...(place !== undefined && { place }) });
  }

  private find({ search, text, matchCase }: Extract<FromReader, { type: 'find' }>): void {
    this.search.value =
      text === ''
        ? undefined
        : this.lookThrough(new ItemSearch(text, matchCase), noLimits, (places, done, capped) =>
            this.post({ type: 'found', search, places, done, capped }),
          );
  }

  private outline({ request, open }: Extract<FromReader, { type: 'outline' }>): void {
    this.entries.value = open
      ? this.lookThrough(outlineSearch, shownLimits, (entries, done) =>
          this.post({ type: 'outlined', request, entries, done }),
        )
      : undefined;
  }

  private lookThrough<Found>(
    search: LineSearch<Found>,
    limits: ClipLimits,
    tell: (found: readonly Found[], done: boolean, capped: boolean) => void,
  ): TranscriptSearch<Found> {
    const { source, log } = this.parts;
    const onError = (error: unknown) =>
      log.debug(`A transcript could not be read: ${String(error)}`);
    const running = new TranscriptSearch({
      source,
      search,
      limits,
      most: maxPlaces,
      tell,
      onError,
    });
    void running.continueSearch();
    return running;
  }

  private handleFileChange(change: 'grew' | 'replaced'): void {
    if (!this.ready || !this.parts.port.visible) return;
    if (change === 'replaced') {
      this.stopSearches();
      this.overview = emptyOverview;
      this.post({ type: 'replaced' });
      void this.sendOverview();
      return;
    }
    this.post({ type: 'grew', end: this.parts.source.end });
    // The overview goes first: some findings of the search are shown only through it.
    void this.sendOverview();
    void this.search.value?.continueSearch();
    void this.entries.value?.continueSearch();
  }

  private stopSearches(): void {
    this.search.value = undefined;
    this.entries.value = undefined;
  }

  /** Swallows a failure: the page stays as it is, and the next read reports the reason. */
  private async ignoreFailure<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      this.parts.log.debug(`A transcript could not be read: ${String(error)}`);
      return undefined;
    }
  }

  private post(message: ToReader): void {
    if (!this.lifetime.isDisposed) this.parts.port.post(message);
  }
}

function isEmpty({ takenBack, unread }: Overview): boolean {
  return takenBack.length === 0 && unread.length === 0;
}

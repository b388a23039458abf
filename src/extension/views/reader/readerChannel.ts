import type { ItemPlace } from '../../../shared/messages/readerItems';
import {
  type FromReader,
  fromReaderSchema,
  type ReaderHead,
  type ToReader,
} from '../../../shared/messages/readerMessages';
import type { Event } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { Log } from '../../util/log';
import { noLimits, wholeLimits } from './clip';
import { ItemSearch } from './itemSearch';
import { pictureSource } from './pictureSource';
import type { TranscriptSource } from './transcriptSource';

/** A page in a panel, as far as the channel needs one. */
export interface ReaderPort {
  /** A page out of sight is gone; it says `ready` when it is there again. */
  readonly visible: boolean;
  readonly onDidReceive: Event<unknown>;
  post(message: ToReader): void;
}

/** Number of a search's places that are sent. */
const maxPlaces = 20_000;

/** Messages of a page that its channel answers. */
type Own = 'ready' | 'ping' | 'read' | 'whole' | 'picture' | 'seek' | 'find';

/** Requests of a page that reach beyond it, each with its effect. */
export type ReaderIntents = {
  readonly [T in Exclude<FromReader['type'], Own>]: (
    message: Extract<FromReader, { type: T }>,
  ) => void;
};

export interface ReaderChannelParts {
  readonly port: ReaderPort;
  readonly source: Pick<
    TranscriptSource,
    'read' | 'item' | 'entry' | 'seek' | 'search' | 'end' | 'onDidChange'
  >;
  readonly head: () => ReaderHead;
  readonly onDidChangeHead: Event<unknown>;
  readonly intents: ReaderIntents;
  /** Looked for as soon as there is a page. */
  readonly quote?: string | undefined;
  readonly log: Log;
}

interface Search {
  readonly number: number;
  readonly wanted: ItemSearch;
  /** How far the file was looked through. */
  to: number;
  count: number;
  running: boolean;
}

/** Answers the page of a transcript. The page is outside the trust line. */
export class ReaderChannel implements Disposable {
  private readonly lifetime = new DisposableStore();
  private search: Search | undefined;
  private told = '';
  private ready = false;
  private quote: string | undefined;

  constructor(private readonly parts: ReaderChannelParts) {
    const { port, source, onDidChangeHead } = parts;
    this.quote = parts.quote;
    this.lifetime.add(port.onDidReceive((message) => this.receive(message)));
    this.lifetime.add(source.onDidChange((change) => this.follow(change)));
    this.lifetime.add(onDidChangeHead(() => this.tellHead()));
  }

  dispose(): void {
    this.search = undefined;
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
    const asked = parsed.data;
    switch (asked.type) {
      case 'ready':
        return this.begin();
      case 'ping':
        return this.post({ type: 'alive' });
      case 'read':
        return void this.read(asked);
      case 'whole':
        return void this.tellWhole(asked.place);
      case 'picture':
        return void this.tellPicture(asked.place, asked.index);
      case 'seek':
        return void this.seek(asked);
      case 'find':
        return this.find(asked);
      default:
        return this.act(asked);
    }
  }

  private act(message: Exclude<FromReader, { type: Own }>): void {
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

  private begin(): void {
    this.ready = true;
    this.search = undefined;
    this.told = '';
    this.tellHead();
    if (this.quote !== undefined) this.post({ type: 'lookFor', text: this.quote });
    this.quote = undefined;
  }

  private tellHead(): void {
    const head = this.parts.head();
    const text = JSON.stringify(head);
    if (!this.ready || text === this.told) return;
    this.told = text;
    this.post({ type: 'head', head });
  }

  private async read({ request, where, at }: Extract<FromReader, { type: 'read' }>): Promise<void> {
    try {
      const read = await this.parts.source.read(where, at);
      this.post({ type: 'lines', request, ...read });
      this.tellHead(); // A session of the past is known by now.
    } catch (error) {
      this.post({
        type: 'unread',
        request,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }

  private async tellWhole(place: ItemPlace): Promise<void> {
    const item = await this.quietly(() => this.parts.source.item(place, wholeLimits));
    if (item !== undefined) this.post({ type: 'whole', item });
  }

  private async tellPicture(place: ItemPlace, index: number): Promise<void> {
    const entry = await this.quietly(() => this.parts.source.entry(place));
    const pictures = entry && 'pictures' in entry ? entry.pictures : undefined;
    const picture = pictures?.[index];
    const source = picture && pictureSource(picture);
    this.post({ type: 'picture', place, index, ...(source !== undefined && { source }) });
  }

  private async seek(asked: Extract<FromReader, { type: 'seek' }>): Promise<void> {
    const { request, target, direction, at } = asked;
    const place = await this.quietly(() => this.parts.source.seek(target, direction, at));
    this.post({ type: 'sought', request, ...(place !== undefined && { place }) });
  }

  private find({ search, text, matchCase }: Extract<FromReader, { type: 'find' }>): void {
    this.search =
      text === ''
        ? undefined
        : {
            number: search,
            wanted: new ItemSearch(text, matchCase),
            to: 0,
            count: 0,
            running: false,
          };
    void this.goOnFinding();
  }

  /** Searches on, from where the search stands to the end of the file as it is now. */
  private async goOnFinding(): Promise<void> {
    const { search } = this;
    if (search === undefined || search.running) return;
    search.running = true;
    let before = -1;
    // The file may grow meanwhile.
    while (search.to > before && this.search === search && search.count < maxPlaces) {
      before = search.to;
      search.to = (await this.quietly(() => this.lookOn(search))) ?? before;
    }
    search.running = false;
    if (this.search === search) this.tellFound(search, [], true);
  }

  private lookOn(search: Search): Promise<number> {
    return this.parts.source.search(search.wanted, search.to, noLimits, (places) => {
      if (this.search !== search) return false;
      const counted = places.slice(0, maxPlaces - search.count);
      search.count += counted.length;
      if (counted.length > 0) this.tellFound(search, counted, false);
      return search.count < maxPlaces;
    });
  }

  private tellFound(search: Search, places: readonly ItemPlace[], done: boolean): void {
    const capped = search.count >= maxPlaces;
    this.post({ type: 'found', search: search.number, places, done, capped });
  }

  private follow(change: 'grew' | 'replaced'): void {
    if (!this.ready || !this.parts.port.visible) return;
    if (change === 'replaced') {
      this.search = undefined;
      this.post({ type: 'replaced' });
      return;
    }
    this.post({ type: 'grew', end: this.parts.source.end });
    void this.goOnFinding();
  }

  /** A failure here leaves the page as it is; the next read says why. */
  private async quietly<T>(act: () => Promise<T>): Promise<T | undefined> {
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

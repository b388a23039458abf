import { t } from '../../shared/words/l10n';
import { keyOf, type ItemPlace, type ReaderItem } from '../../shared/messages/readerItems';
import { emptyOverview, type Overview } from '../../shared/messages/overview';
import { branchAt } from '../../shared/messages/rewoundBranch';
import type { ReaderHead, SeekTarget, ToReader } from '../../shared/messages/readerMessages';
import { createStore } from '../store';
import type { ReaderState, ReaderHost } from './host';
import { RowList } from './list/rowList';
import {
  loadedItems,
  type Loaded,
  nothingLoaded,
  singlePart,
  replaceItem,
  addPart,
} from './loaded';
import { branchKey, estimateHeight, type ReaderRow, RowBuilder, type Rows } from './rows';

export interface TranscriptState {
  readonly phase: 'loading' | 'shown' | 'failed';
  /** Reason why nothing is shown, as a sentence. */
  readonly problem: string;
  readonly head: ReaderHead | undefined;
  readonly rows: Rows['rows'];
  /** True if the last complete line of the file is loaded. */
  readonly hasEnd: boolean;
  /** True while a different part of the file is being loaded. */
  readonly reading: boolean;
}

type Side = 'before' | 'after';
/** Purpose of a request for items, which decides what is done with the answer. */
type Purpose =
  | { readonly kind: 'extend'; readonly side: Side }
  /** Replaces everything loaded. */
  | { readonly kind: 'begin'; readonly onLoaded: () => void }
  | { readonly kind: 'seek'; readonly onLoaded: (place: ItemPlace | undefined) => void };

/** Distance in pixels to the end of the loaded part at which more is loaded. */
const nearPixels = 2_500;
/** Assumed position of the row that a person reads, as a fraction of the screen's height. */
const readingShare = 0.25;
const noRows: Rows = { rows: [], rowOf: new Map() };

/** Access to the rewound branches, which can be expanded and collapsed. */
export interface Folds {
  readonly isOpen: (name: string) => boolean;
  readonly open: (name: string) => void;
}

/** State of one transcript: the loaded part of the file, and its list. */
export class Transcript {
  readonly state = createStore<TranscriptState>({
    phase: 'loading',
    problem: '',
    head: undefined,
    rows: [],
    hasEnd: false,
    reading: false,
  });
  readonly list = new RowList(() => this.onScrolled());
  /** Key of the row that a jump led to. */
  readonly target = createStore<string | undefined>(undefined);
  private readonly startRow: ReaderRow = {
    kind: 'day',
    key: 'start',
    text: t('Session start'),
  };
  private readonly rowBuilder = new RowBuilder();
  private rows: Rows = noRows;
  private loaded: Loaded = nothingLoaded;
  /** End of the last complete line of the file in bytes, as reported by the host. */
  private end = 0;
  private lastRequest = 0;
  private readonly purposes = new Map<number, Purpose>();
  private readonly extending = new Set<Side>();

  /** Facts about items that require the complete file. */
  overview: Overview = emptyOverview;

  constructor(
    private readonly host: ReaderHost,
    private readonly onMove: () => void,
    private readonly folds: Folds,
  ) {}

  start(): void {
    this.loadAt(this.host.start.anchor);
  }

  /** Loads the visible part again; the rows stay until it arrives. */
  loadAgain(): void {
    this.loadAt(this.anchor);
  }

  handleMessage(message: ToReader): void {
    switch (message.type) {
      case 'head':
        return this.change({ head: message.head });
      case 'lines':
        return this.handleLines(message);
      case 'unread':
        return this.handleFailure(message.request, message.reason);
      case 'sought': {
        const purpose = this.consumePurpose(message.request);
        if (purpose?.kind === 'seek') purpose.onLoaded(message.place);
        return;
      }
      case 'grew':
        this.end = message.end;
        this.extendIfNear();
        // If items are already requested, `hasEnd` is updated when they arrive.
        if (!this.extending.has('after')) this.change({ hasEnd: this.loaded.to >= this.end });
        return;
      case 'overview':
        this.overview = message.overview;
        return this.rebuildRows();
      case 'replaced':
        this.overview = emptyOverview;
        return this.toEnd(true);
      case 'whole':
        return this.show(replaceItem(this.loaded, message.item));
      default:
        return; // Other listeners handle these.
    }
  }

  toEnd(isReload = false): void {
    if (!isReload && this.state.get().phase === 'shown' && this.loaded.to >= this.end) {
      this.list.toEnd();
      this.change({});
      return;
    }
    this.replaceLoaded('end', 0, () => this.list.toEnd());
  }

  toStart(): void {
    if (this.loaded.from === 0 && this.state.get().phase === 'shown') this.scrollToFirst();
    else this.replaceLoaded('around', 0, () => this.scrollToFirst());
  }

  /** Shows an item at any position in the file; calls `then` once it is visible. */
  goTo(place: ItemPlace, then: () => void = () => undefined): void {
    const onLoaded = (): void => {
      this.openBranch(place);
      const key = this.rows.rowOf.get(keyOf(place));
      if (key === undefined) return;
      this.list.scrollTo(key);
      this.target.set(key);
      then();
    };
    if (this.rows.rowOf.has(keyOf(place))) onLoaded();
    else this.replaceLoaded('around', place.at, onLoaded);
  }

  seek(
    target: SeekTarget,
    direction: 'back' | 'on',
    at: number,
    onLoaded: (place: ItemPlace | undefined) => void,
  ): void {
    const request = this.requestPart({ kind: 'seek', onLoaded });
    this.host.post({ type: 'seek', request, target, direction, at });
  }

  /** Position in the file of the focused row, otherwise of the top row. */
  get position(): ItemPlace {
    const current = this.list.focused ?? this.list.top?.key;
    return this.placeOf(current) ?? { at: this.loaded.from, part: 0 };
  }

  /** Byte offset of the first item after the row that the person is reading. */
  get offsetAfterRead(): number {
    const { rows } = this.state.get();
    const readKey = this.list.focused ?? this.list.keyAt(this.list.atEnd.get() ? 1 : readingShare);
    const rowsBelow = rows.slice(rows.findIndex(({ key }) => key === readKey) + 1);
    for (const { key } of rowsBelow) {
      const place = this.placeOf(key);
      if (place !== undefined) return place.at;
    }
    return Number.POSITIVE_INFINITY;
  }

  /** An item; undefined if it is not loaded. */
  item(place: ItemPlace): ReaderItem | undefined {
    const key = keyOf(place);
    return loadedItems(this.loaded).find((item) => keyOf(item) === key);
  }

  get endOfFile(): number {
    return this.end;
  }

  /** Row key of an item; undefined if it is not loaded. */
  rowOf(place: ItemPlace): string | undefined {
    return this.rows.rowOf.get(keyOf(place));
  }

  /** Keys of the row of calls and of the call that show an item; undefined if it has its own row. */
  runKeysOf(place: ItemPlace): { readonly run: string; readonly call: string } | undefined {
    const key = keyOf(place);
    const row = this.state.get().rows.find((one) => one.key === this.rowOf(place));
    if (row?.kind !== 'run') return undefined;
    const call = row.calls.find((one) => one.key === key || keyOf(one.result) === key);
    return call && { run: row.key, call: call.key };
  }

  /** Position to store across reloads; undefined while the reader follows the end. */
  get anchor(): (ItemPlace & { readonly offset: number }) | undefined {
    if (this.list.atEnd.get() && this.loaded.to >= this.end) return undefined;
    const { top } = this.list;
    const place = this.placeOf(top?.key);
    if (top === undefined || place === undefined) return undefined;
    return { at: place.at, part: place.part, offset: Math.round(top.offset) };
  }

  /** Position of a row in the file; undefined for a day. */
  private placeOf(key: string | undefined): ItemPlace | undefined {
    const row = this.state.get().rows.find((one) => one.key === key);
    if (row?.kind === 'takenBack') return row.first;
    if (row?.kind === 'run') return row.calls[0]?.item;
    return row?.kind === 'item' ? row.item : undefined;
  }

  private loadAt(anchor: ReaderState['anchor']): void {
    if (anchor === undefined) return this.toEnd(true);
    this.replaceLoaded('around', anchor.at, () => {
      const key = this.rows.rowOf.get(keyOf(anchor)) ?? keyOf(anchor);
      if (this.list.has(key)) this.list.scrollTo(key, anchor.offset);
      else this.list.toEnd();
    });
  }

  /**
   * Rebuilds the rows after a branch was found, expanded or collapsed, keeping the visible part in
   * place.
   */
  rebuildRows(): void {
    if (this.state.get().phase !== 'shown') return;
    const { anchor } = this;
    this.show(this.loaded);
    const key = anchor && this.rows.rowOf.get(keyOf(anchor));
    if (anchor !== undefined && key !== undefined) this.list.scrollTo(key, anchor.offset);
    this.extendIfNear();
  }

  private openBranch({ at }: ItemPlace): void {
    const branch = branchAt(this.overview.takenBack, at);
    if (branch === undefined || this.folds.isOpen(branchKey(branch))) return;
    this.folds.open(branchKey(branch));
    this.rebuildRows();
  }

  private scrollToFirst(): void {
    const first = this.state.get().rows[0];
    if (first !== undefined) this.list.scrollTo(first.key, 0);
  }

  private replaceLoaded(where: 'end' | 'around', at: number, onLoaded: () => void): void {
    // Pending requests are about items that are no longer loaded.
    this.purposes.clear();
    this.extending.clear();
    const request = this.requestPart({ kind: 'begin', onLoaded });
    this.host.post({ type: 'read', request, where, at });
    this.change({ reading: true });
  }

  private extend(side: Side): void {
    if (this.extending.has(side)) return;
    this.extending.add(side);
    const request = this.requestPart({ kind: 'extend', side });
    const at = side === 'before' ? this.loaded.from : this.loaded.to;
    this.host.post({ type: 'read', request, where: side, at });
  }

  private requestPart(purpose: Purpose): number {
    this.lastRequest += 1;
    this.purposes.set(this.lastRequest, purpose);
    return this.lastRequest;
  }

  private consumePurpose(request: number): Purpose | undefined {
    const purpose = this.purposes.get(request);
    this.purposes.delete(request);
    return purpose;
  }

  private handleLines(message: Extract<ToReader, { type: 'lines' }>): void {
    const purpose = this.consumePurpose(message.request);
    if (purpose === undefined || purpose.kind === 'seek') return;
    this.end = message.end;
    const { from, to, items } = message;
    if (purpose.kind === 'begin') {
      this.show(singlePart({ from, to, items }));
      purpose.onLoaded();
      return this.extendIfNear();
    }
    this.extending.delete(purpose.side);
    if (from === to) return this.change({ hasEnd: this.loaded.to >= this.end });
    const rowsBelow = addPart(this.loaded, { from, to, items });
    if (rowsBelow !== undefined) this.show(rowsBelow);
    this.extendIfNear();
  }

  private handleFailure(request: number, reason: string): void {
    const purpose = this.consumePurpose(request);
    if (purpose?.kind === 'extend') this.extending.delete(purpose.side);
    if (purpose?.kind !== 'begin') return;
    const hasRows = this.state.get().rows.length > 0;
    this.change({ reading: false, ...(!hasRows && { phase: 'failed', problem: reason }) });
  }

  private show(loaded: Loaded): void {
    this.loaded = loaded;
    const built = this.rowBuilder.build(loadedItems(loaded), {
      ...this.overview,
      isOpen: this.folds.isOpen,
    });
    this.rows =
      loaded.from > 0 || built.rows.length === 0
        ? built
        : { ...built, rows: [this.startRow, ...built.rows] };
    this.change({
      phase: 'shown',
      problem: '',
      reading: false,
      rows: this.rows.rows,
      hasEnd: loaded.to >= this.end,
    });
    this.list.setRows(
      this.rows.rows.map((row) => ({
        key: row.key,
        guess: estimateHeight(row),
        takesFocus: row.kind !== 'day',
      })),
    );
  }

  private onScrolled(): void {
    this.extendIfNear();
    this.onMove();
  }

  private extendIfNear(): void {
    if (this.state.get().phase !== 'shown') return;
    const { above, below } = this.list.heightsOutside;
    if (above < nearPixels && this.loaded.from > 0) this.extend('before');
    if (below < nearPixels && this.loaded.to < this.end) this.extend('after');
  }

  private change(change: Partial<TranscriptState>): void {
    const before = this.state.get();
    const rowsBelow = { ...before, ...change };
    const keys = Object.keys(change) as (keyof TranscriptState)[];
    if (keys.some((key) => before[key] !== rowsBelow[key])) this.state.set(rowsBelow);
  }
}

import type { ItemPlace } from '../../shared/messages/readerItems';
import { maxFindLength } from '../../shared/text/searchWords';
import type { ToReader } from '../../shared/messages/readerMessages';
import { createStore } from '../store';
import type { ReaderHost } from './host';
import type { Transcript } from './transcript';

export interface FindState {
  readonly open: boolean;
  readonly text: string;
  readonly matchCase: boolean;
  readonly places: readonly ItemPlace[];
  /** True once the complete file was searched. */
  readonly done: boolean;
  /** True if there are more matches than the host reports. */
  readonly capped: boolean;
  /** Index of the current match; -1 if there is none. */
  readonly at: number;
}

const closed: FindState = {
  open: false,
  text: '',
  matchCase: false,
  places: [],
  done: true,
  capped: false,
  at: -1,
};

/** Delay in ms between the last key and the search. */
const typingMs = 150;

/** Search in the complete file: the host searches, the page navigates between matches. */
export class Find {
  readonly state = createStore<FindState>(closed);
  private search = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Match to show once the search is complete. */
  private pendingMatch: 'first' | 'nearest' | undefined;

  constructor(
    private readonly host: ReaderHost,
    private readonly transcript: Transcript,
    /** Called when a match is shown, to open the folds around it. */
    private readonly onShow: (place: ItemPlace) => void,
  ) {}

  handleMessage(message: ToReader): void {
    if (message.type === 'lookFor') {
      this.open();
      this.set({ text: message.text.slice(0, maxFindLength) });
      this.searchAgain('first');
    } else if (message.type === 'replaced') this.searchAgain();
    else if (message.type === 'found' && message.search === this.search) this.handleFound(message);
  }

  open(): void {
    this.set({ open: true });
  }

  close(): void {
    this.set({ ...closed, matchCase: this.state.get().matchCase });
    this.requestFind('');
  }

  setText(text: string): void {
    const cut = text.slice(0, maxFindLength);
    if (cut === this.state.get().text) return;
    this.set({ text: cut });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.searchAgain(), typingMs);
  }

  setMatchCase(matchCase: boolean): void {
    this.set({ matchCase });
    this.searchAgain();
  }

  /** Goes to the next or previous match, wrapping around. */
  move(by: 1 | -1): void {
    const { places, at } = this.state.get();
    if (places.length === 0) return;
    this.show(at < 0 ? this.nearestMatch() : (at + by + places.length) % places.length);
  }

  private searchAgain(pendingMatch: 'first' | 'nearest' = 'nearest'): void {
    clearTimeout(this.timer);
    const { text, open } = this.state.get();
    this.set({ places: [], done: text === '', capped: false, at: -1 });
    this.pendingMatch = open && text !== '' ? pendingMatch : undefined;
    this.requestFind(text);
  }

  private requestFind(text: string): void {
    this.search += 1;
    const { matchCase } = this.state.get();
    this.host.post({ type: 'find', search: this.search, text, matchCase });
  }

  private handleFound({ places, done, capped }: Extract<ToReader, { type: 'found' }>): void {
    const before = this.state.get();
    this.set({
      places: places.length === 0 ? before.places : [...before.places, ...places],
      done,
      capped,
    });
    const { pendingMatch } = this;
    if (!done || pendingMatch === undefined) return;
    this.pendingMatch = undefined;
    if (this.state.get().places.length > 0)
      this.show(pendingMatch === 'first' ? 0 : this.nearestMatch());
  }

  /** Index of the first match at or after the top of the screen, otherwise of the last match. */
  private nearestMatch(): number {
    const { places } = this.state.get();
    const { at } = this.transcript.position;
    const next = places.findIndex((place) => place.at >= at);
    return next < 0 ? places.length - 1 : next;
  }

  private show(index: number): void {
    const place = this.state.get().places[index];
    if (place === undefined) return;
    this.set({ at: index });
    this.transcript.goTo(place, () => this.onShow(place));
  }

  private set(change: Partial<FindState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

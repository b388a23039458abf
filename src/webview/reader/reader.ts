import { createContext, useContext } from 'react';
import { message, t } from '../../shared/words/l10n';
import { keyOf, type ItemPlace, type ReaderItem } from '../../shared/messages/readerItems';
import type { FromReader, SeekTarget, ToReader } from '../../shared/messages/readerMessages';
import { Pulse, pulseNews } from '../pulse';
import { createStore, useStore, type Store } from '../store';
import { Find, type FindState } from './find';
import type { ReaderHost } from './host';
import { Pictures } from './pictures';
import { Transcript, type TranscriptState } from './transcript';

/** Messages that read the file or keep the tab, which a silent host may miss. */
const harmless: ReadonlySet<FromReader['type']> = new Set<FromReader['type']>([
  'ready',
  'ping',
  'read',
  'whole',
  'picture',
  'seek',
  'find',
  'keep',
]);

/** Everything that the components share. */
export class Reader {
  readonly transcript: Transcript;
  readonly find: Find;
  readonly pictures: Pictures;
  /** Open and closed folds by name. */
  readonly folds: Store<ReadonlyMap<string, boolean>> = createStore<ReadonlyMap<string, boolean>>(
    new Map(),
  );
  readonly kept: Store<boolean>;
  /** Announcement for screen readers. */
  readonly said = createStore('');
  readonly host: ReaderHost;
  readonly pulse: Pulse<FromReader>;
  private keepTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: ReaderHost) {
    const refuse = (reason: string): void => this.say(reason);
    this.pulse = new Pulse({ host: editor, harmless, refuse });
    const host: ReaderHost = { ...editor, post: this.pulse.post };
    this.host = host;
    this.kept = createStore(host.start.kept);
    this.transcript = new Transcript(host, () => this.keepSoon());
    this.find = new Find(host, this.transcript, (place) => this.openFolds(place));
    this.pictures = new Pictures(host);
  }

  start(): void {
    this.host.onMessage((message) => this.take(message));
    this.host.post({ type: 'ready' });
    this.transcript.start();
    this.pulse.start();
    this.pulse.isLost.subscribe(() => this.say(pulseNews(this.pulse.isLost.get())));
  }

  setFold(name: string, open: boolean): void {
    this.transcript.list.hold();
    this.folds.set(new Map(this.folds.get()).set(name, open));
  }

  setKept(kept: boolean): void {
    this.kept.set(kept);
    this.keepNow();
    this.host.post({ type: 'keep', kept });
  }

  copy(place: ItemPlace): void {
    this.host.post({ type: 'copy', place: { at: place.at, part: place.part } });
    if (!this.pulse.isLost.get()) this.say(t('Copied'));
  }

  /** Jumps to the last target in the file, or to the nearest one from the current row. */
  jump(target: SeekTarget, from: 'end' | 'back' | 'on'): void {
    const { transcript } = this;
    const at = from === 'end' ? transcript.endOfFile : transcript.position.at;
    const direction = from === 'on' ? 'on' : 'back';
    transcript.seek(target, direction, at, (place) => {
      if (place === undefined) return this.say(t(missing[target][from]));
      transcript.goTo(place, () => {
        const key = transcript.rowOf(place);
        if (key !== undefined) transcript.list.focus(key);
      });
    });
  }

  say(text: string): void {
    this.said.set('');
    queueMicrotask(() => this.said.set(text));
  }

  private take(message: ToReader): void {
    this.transcript.take(message);
    this.find.take(message);
    this.pictures.take(message);
  }

  /** Opens the folds around a match, and loads the rest of a cut text. */
  private openFolds(place: ItemPlace): void {
    const key = keyOf(place);
    const folds = new Map(this.folds.get()).set(key, true).set(`${key} all`, true);
    this.folds.set(folds);
    const item = this.transcript.item(place);
    if (item === undefined || !isCut(item)) return;
    this.host.post({ type: 'whole', place: { at: place.at, part: place.part } });
  }

  private keepSoon(): void {
    this.keepTimer ??= setTimeout(() => this.keepNow(), 200);
  }

  private keepNow(): void {
    clearTimeout(this.keepTimer);
    this.keepTimer = undefined;
    const { anchor } = this.transcript;
    const { target } = this.host.start;
    this.host.keep({ target, kept: this.kept.get(), ...(anchor !== undefined && { anchor }) });
  }
}

/** True where a part of the text of an item was left out. */
function isCut(item: ReaderItem): boolean {
  const said = item.kind === 'tool' ? item.body : item;
  if ('edits' in said) return said.more > 0;
  return 'text' in said && typeof said.text === 'object' && said.text.more > 0;
}

const missing: Readonly<Record<SeekTarget, Readonly<Record<'end' | 'back' | 'on', string>>>> = {
  prompt: {
    end: message('There is no prompt in this transcript.'),
    back: message('There is no prompt before this.'),
    on: message('There is no prompt after this.'),
  },
  question: {
    end: message('There is no question in this transcript.'),
    back: message('There is no question before this.'),
    on: message('There is no question after this.'),
  },
  error: {
    end: message('There is no error in this transcript.'),
    back: message('There is no error before this.'),
    on: message('There is no error after this.'),
  },
};

export const ReaderContext = createContext<Reader | undefined>(undefined);

export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error('A component of the page is used outside of it.');
  return reader;
}

/** True while the host is silent, so that actions beyond the page have no effect. */
export function useReaderIsLost(): boolean {
  return useStore(useReader().pulse.isLost, (isLost) => isLost);
}

export function useTranscript<Part>(select: (state: TranscriptState) => Part): Part {
  return useStore(useReader().transcript.state, select);
}

export function useFind<Part>(select: (state: FindState) => Part): Part {
  return useStore(useReader().find.state, select);
}

/** State of a fold, and a function to toggle it. */
export function useFold(name: string, byDefault = false): readonly [boolean, () => void] {
  const reader = useReader();
  const open = useStore(reader.folds, (folds) => folds.get(name) ?? byDefault);
  return [open, () => reader.setFold(name, !open)];
}

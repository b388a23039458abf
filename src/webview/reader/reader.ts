import { createContext, useContext } from 'react';
import { message, t } from '../../shared/words/l10n';
import { keyOf, type ItemPlace, type ReaderItem } from '../../shared/messages/readerItems';
import type { FromReader, SeekTarget, ToReader } from '../../shared/messages/readerMessages';
import { createPage, type Page } from '../page';
import { Pulse } from '../pulse';
import { createStore, useStore, type Store } from '../store';
import { Find, type FindState } from './find';
import type { ReaderHost } from './host';
import { Outline } from './outline';
import { Pictures } from './pictures';
import { Transcript, type TranscriptState } from './transcript';

/** Messages that may be lost while the host is silent: they read the file or keep the tab. */
const droppableTypes: ReadonlySet<FromReader['type']> = new Set<FromReader['type']>([
  'ready',
  'ping',
  'read',
  'whole',
  'picture',
  'seek',
  'find',
  'outline',
  'keep',
  'bar', // The session bar's own page blocks messages that must not be lost.
]);

/** The state and services that all components share. */
export class Reader {
  readonly transcript: Transcript;
  readonly find: Find;
  readonly outline: Outline;
  readonly pictures: Pictures;
  /** State of each fold by name; true if it is open. */
  readonly folds: Store<ReadonlyMap<string, boolean>> = createStore<ReadonlyMap<string, boolean>>(
    new Map(),
  );
  readonly kept: Store<boolean>;
  readonly host: ReaderHost;
  /** The page of the session bar, a board with one card. */
  readonly page: Page;
  readonly pulse: Pulse;
  private saveTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: ReaderHost) {
    const refuse = (reason: string): void => this.announce(reason);
    this.pulse = new Pulse({ host: editor, refuse });
    this.page = createPage(editor.bar, this.pulse);
    const host: ReaderHost = { ...editor, post: this.pulse.guard(editor.post, droppableTypes) };
    this.host = host;
    this.kept = createStore(host.start.kept);
    const onMove = (): void => {
      this.outline.onScrolled();
      this.scheduleSave();
    };
    this.transcript = new Transcript(host, onMove, {
      isOpen: (name) => this.folds.get().get(name) === true,
      open: (name) => this.folds.set(new Map(this.folds.get()).set(name, true)),
    });
    this.outline = new Outline(host, this.transcript);
    this.find = new Find(host, this.transcript, (place) => this.openFolds(place));
    this.pictures = new Pictures(host);
  }

  /** Starts the reader; returns a function that stops it. */
  start(): () => void {
    const stop = this.host.onMessage((message) => this.handleMessage(message));
    this.host.post({ type: 'ready' });
    this.transcript.start();
    if (this.host.start.outline === true) this.outline.setOpen(true);
    const cleanups = [stop, this.page.board.connect(), this.pulse.start()];
    return () => {
      clearTimeout(this.saveTimer);
      for (const end of cleanups) end();
    };
  }

  /** Requests all visible content again, because a new host does not know earlier requests. */
  requestAgain(): void {
    this.host.post({ type: 'ready' });
    this.transcript.loadAgain();
    this.find.handleMessage({ type: 'replaced' });
    this.outline.handleMessage({ type: 'replaced' });
  }

  setFold(name: string, open: boolean): void {
    this.transcript.list.stopFollowingEnd();
    this.folds.set(new Map(this.folds.get()).set(name, open));
    if (this.transcript.overview.takenBack.length > 0) this.transcript.rebuildRows();
  }

  setKept(kept: boolean): void {
    this.kept.set(kept);
    this.saveState();
    this.host.post({ type: 'keep', kept });
  }

  copy(place: ItemPlace): void {
    this.host.post({ type: 'copy', place: { at: place.at, part: place.part } });
    if (!this.pulse.isLost.get()) this.announce(t('Copied'));
  }

  /** Jumps to the last target in the file, or to the nearest one from the current row. */
  jump(target: SeekTarget, from: 'end' | 'back' | 'on'): void {
    const { transcript } = this;
    const at = from === 'end' ? transcript.endOfFile : transcript.position.at;
    const direction = from === 'on' ? 'on' : 'back';
    transcript.seek(target, direction, at, (place) => {
      if (place === undefined) this.announce(t(notFoundTexts[target][from]));
      else this.goTo(place);
    });
  }

  /** Shows an item and focuses it. */
  goTo(place: ItemPlace): void {
    const { transcript } = this;
    transcript.goTo(place, () => {
      const key = transcript.rowOf(place);
      if (key !== undefined) transcript.list.focus(key);
    });
  }

  setOutline(open: boolean): void {
    this.outline.setOpen(open);
    this.saveState();
  }

  announce(text: string): void {
    this.page.board.announcer.announce(text);
  }

  private handleMessage(message: ToReader): void {
    this.transcript.handleMessage(message);
    this.find.handleMessage(message);
    this.outline.handleMessage(message);
    this.pictures.handleMessage(message);
  }

  /** Opens the folds around a match, and loads the rest of a truncated text. */
  private openFolds(place: ItemPlace): void {
    const key = keyOf(place);
    const folds = new Map(this.folds.get()).set(key, true).set(`${key} all`, true);
    const runKeys = this.transcript.runKeysOf(place);
    if (runKeys !== undefined) folds.set(runKeys.run, true).set(runKeys.call, true);
    this.folds.set(folds);
    const item = this.transcript.item(place);
    if (item === undefined || !isCut(item)) return;
    this.host.post({ type: 'whole', place: { at: place.at, part: place.part } });
  }

  private scheduleSave(): void {
    this.saveTimer ??= setTimeout(() => this.saveState(), 200);
  }

  private saveState(): void {
    clearTimeout(this.saveTimer);
    this.saveTimer = undefined;
    const { anchor } = this.transcript;
    const { target } = this.host.start;
    const outline = this.outline.state.get().open;
    this.host.keep({
      target,
      kept: this.kept.get(),
      outline,
      ...(anchor !== undefined && { anchor }),
    });
  }
}

/** True if a part of an item's text was omitted. */
function isCut(item: ReaderItem): boolean {
  const content = item.kind === 'tool' ? item.body : item;
  if ('edits' in content) return content.more > 0;
  return 'text' in content && typeof content.text === 'object' && content.text.more > 0;
}

const notFoundTexts: Readonly<Record<SeekTarget, Readonly<Record<'end' | 'back' | 'on', string>>>> =
  {
    prompt: {
      end: message('No prompts in this transcript.'),
      back: message('No earlier prompt.'),
      on: message('No later prompt.'),
    },
    question: {
      end: message('No questions in this transcript.'),
      back: message('No earlier question.'),
      on: message('No later question.'),
    },
    error: {
      end: message('No errors in this transcript.'),
      back: message('No earlier error.'),
      on: message('No later error.'),
    },
  };

export const ReaderContext = createContext<Reader | undefined>(undefined);

export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error('A component of the page is used outside of it.');
  return reader;
}

/** True while the host is silent, so that actions outside the page have no effect. */
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

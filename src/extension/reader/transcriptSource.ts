import { watch } from 'node:fs';
import type { ItemPlace, ReaderItem } from '../../shared/messages/readerItems';
import { emptyOverview, isUnread, type Overview } from '../../shared/messages/overview';
import { branchAt } from '../../shared/messages/rewoundBranch';
import type { FromReader, ReaderTarget, SeekTarget } from '../../shared/messages/readerMessages';
import { Emitter } from '../util/emitter';
import { type Disposable, DisposableSlot, DisposableStore, toDisposable } from '../util/lifetime';
import type { EntryPart } from '../agents/transcripts/entry';
import type { ReadableSessions } from './readableSessions';
import { textStyle } from './items/textStyle';
import type { ReaderFile } from './transcriptFile';
import { type ClipLimits, shownLimits } from './items/clip';
import { type Line, LineFile, type LineWindow } from '../transcript/file/lineFile';
import type { ConversationReader, TranscriptFormat } from '../agents/transcripts/format';
import { itemsOf, partsIn } from './items/readerItem';
import { outlineSearch } from './outline';
import { seekIn } from './seek';

export interface SourceParts {
  readonly target: ReaderTarget;
  readonly sessions: Pick<ReadableSessions, 'get'>;
  readonly file: ReaderFile;
  readonly home: string;
  /** Replaces the size of the windows, in bytes, for a page with a slow connection. */
  readonly windowBytes?: number;
  /** Replaces the limits of what a page gets at first. */
  readonly limits?: ClipLimits;
}

export interface ReadItems {
  readonly from: number;
  readonly to: number;
  readonly end: number;
  readonly items: readonly ReaderItem[];
}

/** A search through a complete transcript. */
export interface LineSearch<Found> {
  /** Returns false for a line that certainly has no match, so that it need not be parsed. */
  mayBeIn(line: Line): boolean;
  findPlaces(items: readonly ReaderItem[]): readonly Found[];
}

type ReadTarget = Extract<FromReader, { type: 'read' }>['where'];

const watchDelayMs = 60;
/** Interval in ms of the checks for changes that the watcher missed. */
const sweepMs = 2_000;
/** Number of items that fill a screen; their lines may need more than one window. */
const enoughItems = 40;
const maxWindows = 16;

/** Reads a session's transcript in windows, and reports its growth. Rejects with errors for the person. */
export class TranscriptSource implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new Emitter<'grew' | 'replaced'>());
  readonly onDidChange = this.changes.event;
  private readonly watcher = this.lifetime.add(new DisposableSlot());
  private watched = '';
  private identity: string | undefined;
  private size = 0;
  private timer: NodeJS.Timeout | undefined;
  private isChecking = false;
  private conversation: ConversationReader | undefined;
  private pendingReading: Promise<unknown> = Promise.resolve();
  private openedFormat: TranscriptFormat | undefined;
  /** Known end of the last complete line, in bytes. */
  end = 0;

  /** Owns `parts.file` and disposes it. */
  constructor(private readonly parts: SourceParts) {
    this.lifetime.add(parts.file);
    const sweep = setInterval(() => this.scheduleCheck(), sweepMs);
    this.lifetime.add(
      toDisposable(() => {
        clearInterval(sweep);
        clearTimeout(this.timer);
      }),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /**
   * Checks the file after the board changed: for a file on another machine nothing else reports
   * changes at once.
   */
  check(): void {
    if (this.watched === '') this.scheduleCheck();
  }

  get isDisposed(): boolean {
    return this.lifetime.isDisposed;
  }

  /** Reads items. `at` is any byte for `around`, otherwise the start of a line; other bytes give no items. */
  async read(where: ReadTarget, at: number): Promise<ReadItems> {
    return this.withFile(async (file) => {
      const { end } = this;
      const { windowBytes, limits = shownLimits } = this.parts;
      const style = this.style(limits);
      const show: ItemsOfWindow = (window) => window.lines.flatMap((line) => itemsOf(line, style));
      const back = (before: number) => readBackward(file, before, show, windowBytes);
      const on = (from: number) => readForward(file, from, show, windowBytes);
      if (where === 'end') return { ...(await back(end)), end };
      if (where === 'around') {
        const middle = await file.startOfLine(Math.min(at, end));
        const above = await back(middle);
        const below = await on(middle);
        return { from: above.from, to: below.to, end, items: [...above.items, ...below.items] };
      }
      if (at > end || !(await file.isLineStart(at))) return { from: at, to: at, end, items: [] };
      return {
        ...(where === 'before' ? await back(at) : await on(at)),
        end,
      };
    });
  }

  /** Returns an item; undefined if there is none at the place. */
  async item({ at, part }: ItemPlace, limits: ClipLimits): Promise<ReaderItem | undefined> {
    const line = await this.line(at);
    const items = line === undefined ? [] : itemsOf(line, this.style(limits));
    return items.find((item) => item.part === part);
  }

  /** Returns the entry with its uncut text. */
  async entry({ at, part }: ItemPlace): Promise<EntryPart | undefined> {
    const line = await this.line(at);
    return line && partsIn(line, this.format)[part]?.part;
  }

  async seek(
    target: SeekTarget,
    direction: 'back' | 'on',
    at: number,
  ): Promise<ItemPlace | undefined> {
    return this.withFile(async (file) => {
      const from = await file.startOfLine(Math.min(at, this.end));
      const style = this.style(shownLimits);
      const { takenBack } = this.conversation?.overview ?? emptyOverview;
      return seekIn(file, target, direction, from, (line) =>
        branchAt(takenBack, line.at) === undefined ? itemsOf(line, style) : [],
      );
    });
  }

  /**
   * Returns facts about the items from the complete file; a subagent's file has no abandoned
   * branches and no queue.
   */
  async overview(): Promise<Overview> {
    if (this.isSubagent) return emptyOverview;
    const reading = this.pendingReading.then(() =>
      this.withFile((file) => this.readConversation(file)),
    );
    this.pendingReading = reading.catch(() => undefined);
    await reading;
    return this.conversation?.overview ?? emptyOverview;
  }

  /**
   * Searches all complete lines from `from` on, and reports the places window by window. Returns
   * where it ended; `onFound` ends it by returning false.
   */
  async search<Found>(
    search: LineSearch<Found>,
    from: number,
    limits: ClipLimits,
    onFound: (places: readonly Found[]) => boolean,
  ): Promise<number> {
    return this.withFile(async (file) => {
      const style = this.style(limits);
      for (let at = from; ;) {
        const { to, lines } = await file.readAfter(at);
        if (lines.length === 0) return at;
        const items = lines
          .filter((line) => search.mayBeIn(line))
          .flatMap((line) => itemsOf(line, style));
        const places = search.findPlaces(await this.withoutRepeated(items));
        if (!onFound(places) || this.isDisposed) return to;
        at = to;
      }
    });
  }

  /** Returns all items of the file; only those at its end if it is larger than `maxBytes`. */
  async all(
    limits: ClipLimits,
    maxBytes: number,
  ): Promise<{
    /** Place of the file, shown to the person. */
    readonly place: string;
    readonly items: readonly ReaderItem[];
    readonly skippedBytes: number;
    readonly overview: Overview;
  }> {
    return this.withFile(async (file, place) => {
      const style = this.style(limits);
      const from = await file.startOfLine(Math.max(0, this.end - maxBytes));
      const items: ReaderItem[] = [];
      for (let at = from; ;) {
        const { to, lines } = await file.readAfter(at);
        if (lines.length === 0) {
          const shown = await this.withoutRepeated(items);
          return { place, items: shown, skippedBytes: from, overview: await this.overview() };
        }
        for (const line of lines) items.push(...itemsOf(line, style));
        at = to;
      }
    });
  }

  /** Leaves out queued prompts that other entries contain. */
  private async withoutRepeated(items: readonly ReaderItem[]): Promise<readonly ReaderItem[]> {
    if (!items.some(({ kind }) => kind === 'queued')) return items;
    const overview = await this.overview();
    return items.filter((item) => item.kind !== 'queued' || isUnread(overview, item));
  }

  /** Format of the file, which must have been opened. */
  private get format(): TranscriptFormat {
    if (this.openedFormat === undefined) throw new Error('No transcript was opened');
    return this.openedFormat;
  }

  private get isSubagent(): boolean {
    return this.parts.target.agentId !== undefined;
  }

  private newConversation(): ConversationReader | undefined {
    return this.format.conversation?.((line) => {
      const [prompt] = outlineSearch.findPlaces(itemsOf(line, this.style(shownLimits)));
      return prompt?.text ?? '';
    });
  }

  /** Reads the conversation from its last position to the end of the file. */
  private async readConversation(file: LineFile): Promise<void> {
    const conversation = (this.conversation ??= this.newConversation());
    if (conversation === undefined) return;
    while (conversation === this.conversation && !this.isDisposed) {
      const { lines } = await file.readAfter(conversation.to);
      if (lines.length === 0) return;
      for (const line of lines) conversation.add(line);
    }
  }

  private style(limits: ClipLimits) {
    const { sessions, target, home } = this.parts;
    const { relative } = textStyle(sessions.get(target.sessionId)?.projectPath ?? '', home);
    return { relative, format: this.format, isSubagent: this.isSubagent, limits };
  }

  private async line(at: number): Promise<Line | undefined> {
    return this.withFile(async (file) => {
      if (!(await file.isLineStart(at))) return undefined;
      return (await file.readAfter(at, 64 * 1024)).lines[0];
    });
  }

  private async withFile<T>(act: (file: LineFile, place: string) => Promise<T>): Promise<T> {
    const { bytes, path, place, format } = await this.parts.file.open();
    this.openedFormat = format;
    const file = LineFile.fromBytes(bytes);
    try {
      if (path !== undefined && path !== this.watched) this.watch(path);
      await this.compareFile(file);
      return await act(file, place);
    } finally {
      await file.close();
    }
  }

  /** Compares the file with its last known state and reports a change. */
  private async compareFile(file: LineFile): Promise<void> {
    const { identity, size } = file;
    if (identity === this.identity && size === this.size) return;
    const isFirst = this.identity === undefined;
    const isReplaced =
      this.identity !== undefined && !(await file.continuesFrom(this.identity, this.end));
    const end = await file.wholeEnd();
    const grew = end > this.end;
    Object.assign(this, { identity, size, end });
    if (isReplaced) this.conversation = undefined;
    if (this.isDisposed) return;
    if (isReplaced) this.changes.fire('replaced');
    else if (grew && !isFirst) this.changes.fire('grew');
  }

  private watch(path: string): void {
    this.watched = path;
    if (this.isDisposed) return;
    try {
      const watcher = watch(path, () => this.scheduleCheck());
      watcher.on('error', () => watcher.close());
      this.watcher.value = toDisposable(() => watcher.close());
    } catch {
      this.watcher.value = undefined; // The sweep finds the changes.
    }
  }

  private scheduleCheck(): void {
    if (this.identity === undefined || this.isChecking || this.isDisposed) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.isChecking = true;
      this.withFile(() => Promise.resolve())
        .catch(() => undefined) // The file may be moving to another folder; what was read stays.
        .finally(() => (this.isChecking = false));
    }, watchDelayMs);
  }
}

type ItemsOfWindow = (window: LineWindow) => readonly ReaderItem[];

async function readBackward(
  file: LineFile,
  at: number,
  show: ItemsOfWindow,
  windowBytes: number | undefined,
): Promise<Omit<ReadItems, 'end'>> {
  let from = at;
  const items: ReaderItem[] = [];
  for (let count = 0; from > 0 && items.length < enoughItems && count < maxWindows; count += 1) {
    const window = await file.readBefore(from, windowBytes);
    if (window.lines.length === 0) break;
    items.unshift(...show(window));
    ({ from } = window);
  }
  return { from, to: at, items };
}

async function readForward(
  file: LineFile,
  at: number,
  show: ItemsOfWindow,
  windowBytes: number | undefined,
): Promise<Omit<ReadItems, 'end'>> {
  let to = at;
  const items: ReaderItem[] = [];
  for (let count = 0; items.length < enoughItems && count < maxWindows; count += 1) {
    const window = await file.readAfter(to, windowBytes);
    if (window.lines.length === 0) break;
    items.push(...show(window));
    ({ to } = window);
  }
  return { from: at, to, items };
}

import type { TextEvent, TextProgress } from '../../../../shared/protocol/history';
import { type Disposable } from '../../../util/lifetime';
import type { Handlers, StreamedAnswer } from '../../serve/callRouter';
import { Refusal } from '../../serve/refusal';
import { answerTimeoutMs } from './callAllMachines';
import type { JoinedBoard } from './joinedBoard';
import { withShownId } from './joinedHistory';
import type { Machines } from '../machines';
import { searchedMachines } from './searchedMachines';

type SearchTexts = Handlers<'searchTexts'>['searchTexts'];

/** Creates the handler that searches the transcripts of all machines at once. */
export function joinedTexts(
  own: SearchTexts,
  machines: Pick<Machines, 'all' | 'homeOf' | 'ownAccount'>,
  board: Pick<JoinedBoard, 'shownFor' | 'ownAccount'>,
): SearchTexts {
  return async (asked) => {
    if (machines.all.length === 0) return own(asked, undefined);
    const { includesOwn, tokens, ...searched } = searchedMachines(asked.tokens, machines);
    const wanted = { ...asked, tokens };
    const here = includesOwn ? await own(wanted, undefined) : undefined;
    if (here instanceof Refusal) return here;
    const there = searched.remoteMachines.map((machine) => ({
      name: machine.card.name,
      start: machine.isConnected ? machine.call('searchTexts', '', wanted) : undefined,
    }));
    const startedSearches = await Promise.all(
      there.map(async ({ name, start }) => {
        const tell = await start;
        const isTell = typeof tell === 'function';
        return { name, ...(isTell && { tell: tell as StreamedAnswer<TextEvent> }) };
      }),
    );
    const missing = startedSearches.flatMap(({ name, tell }) => (tell === undefined ? [name] : []));
    return (telling) => {
      const search = new TextSearches(asked.limit, missing, telling, board);
      if (here !== undefined) search.add(undefined, here);
      for (const { name, tell } of startedSearches) if (tell !== undefined) search.add(name, tell);
      search.begin();
      return search;
    };
  };
}

interface Part {
  readonly name: string | undefined;
  progress: TextProgress;
  search: Disposable | undefined;
  isFinished: boolean;
  /** Timer that ends the part if its machine sends nothing. */
  silence: NodeJS.Timeout | undefined;
}

/** Merges the searches of several machines into one stream. */
class TextSearches implements Disposable {
  private readonly parts: { readonly part: Part; readonly tell: StreamedAnswer<TextEvent> }[] = [];
  private count = 0;
  private more = false;
  private isFinished = false;
  private readonly missing: string[];

  constructor(
    private readonly limit: number,
    missing: readonly string[],
    private readonly telling: Parameters<StreamedAnswer<TextEvent>>[0],
    private readonly board: Pick<JoinedBoard, 'shownFor' | 'ownAccount'>,
  ) {
    this.missing = [...missing];
  }

  /** `name` is that of the machine; undefined for this machine. */
  add(name: string | undefined, tell: StreamedAnswer<TextEvent>): void {
    const progress = { searchedBytes: 0, totalBytes: 0 };
    const part = { name, progress, search: undefined, isFinished: false, silence: undefined };
    this.parts.push({ part, tell });
  }

  begin(): void {
    if (this.parts.length === 0) return this.end();
    for (const { part, tell } of this.parts) {
      this.restartSilenceTimer(part);
      const search = tell({
        send: (event) => this.handle(part, event),
        end: () => this.abortPart(part),
      });
      if (this.isFinished || part.isFinished) search.dispose();
      else part.search = search;
    }
  }

  dispose(): void {
    this.isFinished = true;
    for (const { part } of this.parts) stop(part);
  }

  private handle(part: Part, event: TextEvent): void {
    if (this.isFinished || part.isFinished) return;
    this.restartSilenceTimer(part);
    switch (event.type) {
      case 'hit':
        this.count += 1;
        this.telling.send({
          ...event,
          data: { ...event.data, session: withShownId(event.data.session, this.board) },
        });
        if (this.count < this.limit) return undefined;
        this.more = true;
        return this.end();
      case 'progress':
        part.progress = event.data;
        return this.telling.send({ type: 'progress', data: this.progress });
      case 'end':
        this.more ||= event.data.more;
        return this.finishPart(part, undefined);
    }
  }

  private finishPart(part: Part, missing: string | undefined): void {
    if (this.isFinished || part.isFinished) return;
    stop(part);
    if (missing !== undefined) this.missing.push(missing);
    if (this.parts.every((one) => one.part.isFinished)) this.end();
  }

  /**
   * Ends a part whose stream was interrupted, and reports its machine as missing. If it is that of
   * this machine, the whole search ends without a result.
   */
  private abortPart(part: Part): void {
    if (part.name !== undefined) return this.finishPart(part, part.name);
    if (this.isFinished || part.isFinished) return;
    this.dispose();
    this.telling.end();
  }

  private end(): void {
    const { more, missing } = this;
    this.dispose();
    const data = { more, ...(missing.length > 0 && { missing: [...missing] }) };
    this.telling.send({ type: 'end', data });
    this.telling.end();
  }

  private restartSilenceTimer(part: Part): void {
    clearTimeout(part.silence);
    if (part.name === undefined) return;
    part.silence = setTimeout(() => this.finishPart(part, part.name), 5 * answerTimeoutMs);
  }

  private get progress(): TextProgress {
    const sum = (of: keyof TextProgress): number =>
      this.parts.reduce((total, { part }) => total + part.progress[of], 0);
    return { searchedBytes: sum('searchedBytes'), totalBytes: sum('totalBytes') };
  }
}

function stop(part: Part): void {
  part.isFinished = true;
  clearTimeout(part.silence);
  part.search?.dispose();
}

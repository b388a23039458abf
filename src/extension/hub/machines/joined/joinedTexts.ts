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
  return async (request) => {
    if (machines.all.length === 0) return own(request, undefined);
    const { includesOwn, tokens, ...searched } = searchedMachines(request.tokens, machines);
    const machineRequest = { ...request, tokens };
    const here = includesOwn ? await own(machineRequest, undefined) : undefined;
    if (here instanceof Refusal) return here;
    const searches = searched.remoteMachines.map((machine) => ({
      name: machine.card.name,
      start: machine.isConnected ? machine.call('searchTexts', '', machineRequest) : undefined,
    }));
    const startedSearches = await Promise.all(
      searches.map(async ({ name, start }) => {
        const startStream = await start;
        const isStarted = typeof startStream === 'function';
        return {
          name,
          ...(isStarted && { startStream: startStream as StreamedAnswer<TextEvent> }),
        };
      }),
    );
    const missing = startedSearches.flatMap(({ name, startStream }) =>
      startStream === undefined ? [name] : [],
    );
    return (stream) => {
      const search = new TextSearches(request.limit, missing, stream, board);
      if (here !== undefined) search.add(undefined, here);
      for (const { name, startStream } of startedSearches)
        if (startStream !== undefined) search.add(name, startStream);
      search.start();
      return search;
    };
  };
}

/** The search on one machine. */
interface MachineSearch {
  readonly name: string | undefined;
  progress: TextProgress;
  search: Disposable | undefined;
  isFinished: boolean;
  /** Ends the search if its machine sends nothing for a while. */
  silenceTimer: NodeJS.Timeout | undefined;
}

/** Merges the searches of several machines into one stream. */
class TextSearches implements Disposable {
  private readonly parts: {
    readonly part: MachineSearch;
    readonly startStream: StreamedAnswer<TextEvent>;
  }[] = [];
  private count = 0;
  private hasMore = false;
  private isFinished = false;
  private readonly missing: string[];

  constructor(
    private readonly limit: number,
    missing: readonly string[],
    private readonly stream: Parameters<StreamedAnswer<TextEvent>>[0],
    private readonly board: Pick<JoinedBoard, 'shownFor' | 'ownAccount'>,
  ) {
    this.missing = [...missing];
  }

  /** `name` is that of the machine; undefined for this machine. */
  add(name: string | undefined, startStream: StreamedAnswer<TextEvent>): void {
    const progress = { searchedBytes: 0, totalBytes: 0 };
    const part = { name, progress, search: undefined, isFinished: false, silenceTimer: undefined };
    this.parts.push({ part, startStream });
  }

  start(): void {
    if (this.parts.length === 0) return this.end();
    for (const { part, startStream } of this.parts) {
      this.restartSilenceTimer(part);
      const search = startStream({
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

  private handle(part: MachineSearch, event: TextEvent): void {
    if (this.isFinished || part.isFinished) return;
    this.restartSilenceTimer(part);
    switch (event.type) {
      case 'hit':
        this.count += 1;
        this.stream.send({
          ...event,
          data: { ...event.data, session: withShownId(event.data.session, this.board) },
        });
        if (this.count < this.limit) return undefined;
        this.hasMore = true;
        return this.end();
      case 'progress':
        part.progress = event.data;
        return this.stream.send({ type: 'progress', data: this.progress });
      case 'end':
        this.hasMore ||= event.data.more;
        return this.finishPart(part, undefined);
    }
  }

  private finishPart(part: MachineSearch, missing: string | undefined): void {
    if (this.isFinished || part.isFinished) return;
    stop(part);
    if (missing !== undefined) this.missing.push(missing);
    if (this.parts.every((one) => one.part.isFinished)) this.end();
  }

  /**
   * Ends the search of a machine after its stream was interrupted, and reports the machine as
   * missing. If it was this machine, all searches end without a result.
   */
  private abortPart(part: MachineSearch): void {
    if (part.name !== undefined) return this.finishPart(part, part.name);
    if (this.isFinished || part.isFinished) return;
    this.dispose();
    this.stream.end();
  }

  private end(): void {
    const { hasMore, missing } = this;
    this.dispose();
    const data = { more: hasMore, ...(missing.length > 0 && { missing: [...missing] }) };
    this.stream.send({ type: 'end', data });
    this.stream.end();
  }

  private restartSilenceTimer(part: MachineSearch): void {
    clearTimeout(part.silenceTimer);
    if (part.name === undefined) return;
    part.silenceTimer = setTimeout(() => this.finishPart(part, part.name), 5 * answerTimeoutMs);
  }

  private get progress(): TextProgress {
    const sum = (of: keyof TextProgress): number =>
      this.parts.reduce((total, { part }) => total + part.progress[of], 0);
    return { searchedBytes: sum('searchedBytes'), totalBytes: sum('totalBytes') };
  }
}

function stop(part: MachineSearch): void {
  part.isFinished = true;
  clearTimeout(part.silenceTimer);
  part.search?.dispose();
}

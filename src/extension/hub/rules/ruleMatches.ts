import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import { Emitter } from '../../util/emitter';
import { Slices } from '../../util/thread/slices';
import { ReadLane } from '../../transcript/file/readLane';
import type { SubjectWithFormat } from '../../transcript/fold/fold';
import type { TranscriptReadPart, TranscriptReader } from '../../transcript/fold/transcriptFile';
import { maxSignals } from '../domain/facts/signals';
import { turnOf } from './callFold';
import type { FoundSignal } from './matchedRule';
import {
  rereadAndMatch,
  matchEntries,
  noMatches,
  SetRun,
  type MatcherSet,
  type SetMatches,
} from './setMatches';

/**
 * Maximum size, in bytes, of a part whose entries are held in memory for matching; a larger part is
 * read from the file again.
 */
const maxHeldBytes = 256 * 1024;

/**
 * Length of a slice of matching, and of the pause after it, in ms: hooks are handled in between.
 */
const sliceMs = 2;
const pauseMs = 4;

/**
 * Maximum number of rule sets whose findings are stored, including sets that no window offers at
 * the moment.
 */
const maxStoredSets = 8;

/** The last read part of a transcript, with its entries. */
type HeldPart = Required<TranscriptReadPart>;

interface MatchedFile {
  readonly subject: SubjectWithFormat;
  /** Offset, in bytes, up to which the transcript has been read for its facts. */
  to: number;
  /** Time of the last read, by `performance.now`: the most recently read file is matched first. */
  readAt: number;
  held: HeldPart | undefined;
  /** Findings of each set, by its key. */
  matches: Map<string, SetMatches>;
}

/** All signals that rules found in a session, by the number of the rule set, in order of time. */
export interface SessionMatches {
  readonly sessionId: string;
  readonly sets: ReadonlyMap<number, readonly FoundSignal[]>;
}

/**
 * Matches the calls of the board's transcripts with rules, in slices of the hub's thread. It uses
 * the entries that are read for facts; only parts read before the rules existed are read again.
 */
export class RuleMatches implements TranscriptReader, Disposable {
  private readonly slices = new Slices(sliceMs, pauseMs);
  private readonly lane = new ReadLane(this.slices);
  private readonly files = new Map<string, MatchedFile>();
  /** Paths of the sessions' own transcripts, by session id. */
  private readonly mains = new Map<string, string>();
  private sets: readonly MatcherSet[] = [];
  private readonly queue = new Set<MatchedFile>();
  /** Sessions that may have new findings once all of their files are matched. */
  private readonly changedSessions = new Set<string>();
  /** Pending `whenMatched` calls, by session id. */
  private readonly waiters = new Map<string, (() => void)[]>();
  private isWorking = false;
  private disposed = false;
  private readonly findings = new Emitter<SessionMatches>();
  readonly onDidFind = this.findings.event;
  /** True after a change that is not in the cache yet. */
  hasChanged = false;

  constructor(private readonly log: Log) {}

  dispose(): void {
    this.disposed = true;
    this.queue.clear();
    this.resolveAllWaiters();
    this.findings.dispose();
  }

  /**
   * Replaces the rules. Findings of remaining sets are kept; new sets are matched with each
   * transcript from its start.
   */
  setRules(sets: readonly MatcherSet[]): void {
    this.sets = sets;
    if (sets.length === 0) {
      for (const file of this.files.values()) file.held = undefined;
      this.queue.clear();
      this.resolveAllWaiters();
      return;
    }
    for (const file of this.files.values()) {
      this.changedSessions.add(file.subject.sessionId);
      this.queue.add(file);
    }
    void this.matchQueue();
  }

  restore(subject: SubjectWithFormat, kept: unknown, to: number): void {
    const file = this.fileOf(subject);
    file.to = to;
    file.matches = new Map(kept as readonly (readonly [string, SetMatches])[] | undefined);
    this.changedSessions.add(subject.sessionId);
    this.enqueue(file);
  }

  read(subject: SubjectWithFormat, part: TranscriptReadPart): void {
    const file = this.fileOf(subject);
    if (part.from === 0) this.clear(file);
    file.to = part.to;
    file.readAt = performance.now();
    file.held = this.sets.length === 0 ? undefined : appendPart(file.held, part);
    this.enqueue(file);
  }

  setMain(sessionId: string, path: string): void {
    this.mains.set(sessionId, path);
    this.changedSessions.add(sessionId);
    const file = this.files.get(path);
    if (file !== undefined) this.enqueue(file);
  }

  /** Returns the findings in a file as the cache stores them. */
  kept(path: string): unknown {
    const matches = this.files.get(path)?.matches;
    return matches === undefined || matches.size === 0 ? undefined : [...matches];
  }

  forget(sessionId: string): void {
    for (const file of this.filesOf(sessionId)) {
      this.files.delete(file.subject.path);
      this.queue.delete(file);
    }
    this.mains.delete(sessionId);
    this.changedSessions.delete(sessionId);
    this.resolveWaiters(sessionId);
  }

  subjectsOf(sessionId: string): readonly SubjectWithFormat[] {
    const { main, agents } = this.partsOf(sessionId);
    return [...(main === undefined ? [] : [main]), ...agents].map(({ subject }) => subject);
  }

  /** Resolves when everything read of the session has been matched. */
  whenMatched(sessionId: string): Promise<void> {
    if (!this.isWaiting(sessionId)) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiters.set(sessionId, [...(this.waiters.get(sessionId) ?? []), resolve]);
    });
  }

  private filesOf(sessionId: string): readonly MatchedFile[] {
    return [...this.files.values()].filter(({ subject }) => subject.sessionId === sessionId);
  }

  private partsOf(sessionId: string): {
    readonly main: MatchedFile | undefined;
    readonly agents: readonly MatchedFile[];
  } {
    const files = this.filesOf(sessionId);
    const agents = files.filter(({ subject }) => subject.agentId !== undefined);
    const copies = files.filter(({ subject }) => subject.agentId === undefined);
    const path = this.mains.get(sessionId);
    return { main: copies.find(({ subject }) => subject.path === path) ?? copies.at(-1), agents };
  }

  private fileOf(subject: SubjectWithFormat): MatchedFile {
    const known = this.files.get(subject.path);
    if (known !== undefined) return known;
    const file = { subject, to: 0, readAt: 0, held: undefined, matches: new Map() };
    this.files.set(subject.path, file);
    return file;
  }

  /** Drops the findings of a file that was truncated or replaced. */
  private clear(file: MatchedFile): void {
    if (file.matches.size > 0) this.changedSessions.add(file.subject.sessionId);
    file.matches = new Map();
    file.held = undefined;
  }

  private enqueue(file: MatchedFile): void {
    if (this.sets.length === 0 || this.disposed) return;
    this.queue.add(file);
    void this.matchQueue();
  }

  private isWaiting(sessionId: string): boolean {
    return [...this.queue].some(({ subject }) => subject.sessionId === sessionId);
  }

  private async matchQueue(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    await this.slices.pause();
    for (let file = this.next(); file !== undefined; file = this.next()) {
      const isDone = await this.matchNextPart(file).catch((error: unknown) => {
        this.log.warn(`Cannot match ${file.subject.path}: ${String(error)}`);
        return true;
      });
      if (isDone) this.finish(file);
    }
    this.isWorking = false;
  }

  /** Returns the next file: one of a session in `waiters`, otherwise the most recently read one. */
  private next(): MatchedFile | undefined {
    let next: MatchedFile | undefined;
    for (const file of this.queue) {
      if (this.waiters.has(file.subject.sessionId)) return file;
      if (next === undefined || file.readAt > next.readAt) next = file;
    }
    return next;
  }

  /**
   * Matches the next part of a file with the sets whose offset is the lowest; returns true if all
   * sets have matched the complete file, or if the file is missing.
   */
  private async matchNextPart(file: MatchedFile): Promise<boolean> {
    const { sets } = this;
    const { subject, held, matches } = file;
    const offsetOf = ({ key }: MatcherSet): number => (matches.get(key) ?? noMatches).offset;
    const offsets = sets.map(offsetOf);
    const from = Math.min(...offsets);
    if (from >= file.to) return true;
    const isSubagent = subject.agentId !== undefined;
    const runs = sets
      .filter((set) => offsetOf(set) === from)
      .map((set) => new SetRun(set, matches.get(set.key) ?? noMatches, isSubagent));
    const stops = [...offsets, held?.from ?? file.to, file.to].filter((stop) => stop > from);
    const to = held?.from === from ? held.to : Math.min(...stops);
    if (held?.from === from) {
      file.held = undefined;
      await this.slices.run(matchEntries(held.entries, subject.format, runs));
    } else {
      const isThere = await this.lane.run(subject.path, (open) =>
        rereadAndMatch(open, subject.format, runs, from, to),
      );
      if (isThere === undefined) return true;
    }
    // The file was replaced during the match, or is no longer tracked.
    if (file.matches !== matches || this.files.get(subject.path) !== file) return false;
    for (const run of runs) {
      const isFirst = !matches.delete(run.key);
      matches.set(run.key, run.upTo(to));
      if (isFirst || run.hasNews) this.changedSessions.add(subject.sessionId);
    }
    this.hasChanged = true;
    this.dropUnused(matches);
    return false;
  }

  /**
   * Drops the oldest findings of sets that no window offers at the moment, if there are more than
   * `maxStoredSets` sets.
   */
  private dropUnused(matches: Map<string, SetMatches>): void {
    for (const key of matches.keys()) {
      if (matches.size <= maxStoredSets) return;
      if (!this.sets.some((set) => set.key === key)) matches.delete(key);
    }
  }

  private finish(file: MatchedFile): void {
    this.queue.delete(file);
    const { sessionId } = file.subject;
    if (this.isWaiting(sessionId)) return;
    if (this.changedSessions.delete(sessionId)) {
      this.findings.fire({ sessionId, sets: this.signalsOf(sessionId) });
    }
    this.resolveWaiters(sessionId);
  }

  private resolveWaiters(sessionId: string): void {
    for (const resolve of this.waiters.get(sessionId) ?? []) resolve();
    this.waiters.delete(sessionId);
  }

  private resolveAllWaiters(): void {
    for (const sessionId of this.waiters.keys()) this.resolveWaiters(sessionId);
  }

  private signalsOf(sessionId: string): SessionMatches['sets'] {
    const { main, agents } = this.partsOf(sessionId);
    const files = main === undefined ? agents : [main, ...agents];
    const all = new Map<number, readonly FoundSignal[]>();
    for (const { number, key } of this.sets) {
      const prompts = main?.matches.get(key)?.calls.prompts ?? [];
      const signals = files
        .flatMap(({ matches }) => matches.get(key)?.signals ?? [])
        .map((one) => ({ ...one, turn: turnOf(one, prompts) }))
        .sort((a, b) => a.at - b.at)
        .slice(-maxSignals);
      if (signals.length > 0) all.set(number, signals);
    }
    return all;
  }
}

/**
 * Appends a part to the held one if they are adjacent and small enough; undefined if the part has
 * no entries.
 */
function appendPart(held: HeldPart | undefined, part: TranscriptReadPart): HeldPart | undefined {
  const { from, to, entries } = part;
  if (entries === undefined) return undefined;
  const isAdjacent = held !== undefined && held.to === from && to - held.from <= maxHeldBytes;
  return isAdjacent
    ? { from: held.from, to, entries: [...held.entries, ...entries] }
    : { from, to, entries };
}

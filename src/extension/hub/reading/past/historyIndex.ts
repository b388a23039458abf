import { matchScore, searchWords, type Word } from '../../../../shared/text/searchWords';
import type { FoundFile, OnUnreadable } from '../../../agents/transcripts/files';
import type { TranscriptHomes } from '../../../agents/transcripts/transcriptHomes';
import type { Catalogue } from '../catalogue';
import type { MarkWords } from '../messages';
import type { FileCacheKind } from '../../../util/files/fileCache';
import { isSession, isUnchanged, projectNameOf, pastTitle } from './pastSession';
import {
  endsBufferBytes,
  readEnds,
  type PastSession,
} from '../../../transcript/fold/transcriptEnds';

export interface FoundSessions {
  readonly sessions: readonly PastSession[];
  /** Number of all matches, also beyond the limit. */
  readonly total: number;
}

const unmarked: MarkWords = { sessions: new Map(), projects: new Map() };

const weights = { title: 8, prompt: 4, place: 2, id: 1 } as const;

/** Increment when the stored data, or how they are read from transcripts, change. */
export const indexFile: FileCacheKind<PastSession> = { name: 'sessions.jsonl', version: '11' };

/** Index of all session transcripts of the catalogue, from their two ends. */
export class HistoryIndex {
  private known = new Map<string, PastSession>();
  private isClosed = false;
  /** True after a change that is not in the cache yet. */
  hasChanged = false;
  /** One entry for each session, latest first; computed on demand. */
  private sorted: readonly PastSession[] | undefined;
  private readonly buffer = Buffer.allocUnsafe(endsBufferBytes);

  constructor(
    private readonly homes: Pick<TranscriptHomes, 'formatOf' | 'ownTranscript' | 'titleOf'>,
    private readonly catalogue: Pick<Catalogue, 'files' | 'get'>,
    private readonly onUnreadable: OnUnreadable,
  ) {}

  /** The entries to store for the next start. */
  get entriesToStore(): Iterable<PastSession> {
    return this.known.values();
  }

  /** Loads the entries of the cache; the next `readNew` replaces those that are out of date. */
  restore(sessions: Map<string, PastSession>): void {
    this.known = sessions;
    this.sorted = undefined;
  }

  /** Stops a running read; what it has read so far stays. */
  close(): void {
    this.isClosed = true;
  }

  /** Reads the ends of new and changed transcripts, newest first. */
  *readNew(): Generator<undefined, void> {
    const present = new Set<string>();
    for (const file of this.catalogue.files) {
      if (file.kind.kind !== 'session') continue;
      present.add(file.path);
      const known = this.known.get(file.path);
      if (known !== undefined && isUnchanged(known, file)) {
        this.store(this.titled(known));
        continue;
      }
      if (this.isClosed) return;
      this.read(file);
      yield undefined;
    }
    for (const path of this.known.keys()) {
      if (!present.has(path)) this.drop(path);
    }
  }

  /**
   * Finds a session by its id, in the newest of its transcripts. A transcript that is not in the
   * index is read now.
   */
  session(sessionId: string): PastSession | undefined {
    const file = this.catalogue.files.find(
      ({ kind }) => kind.kind === 'session' && kind.sessionId === sessionId,
    );
    const session = file && this.sessionOf(file);
    return session !== undefined && isSession(session) ? session : undefined;
  }

  /** Returns the session of a transcript; a subagent's belongs to the session next to it. */
  sessionOf(found: FoundFile): PastSession | undefined {
    const main = this.homes.ownTranscript(found);
    const known = this.known.get(main);
    if (known !== undefined) return known;
    const file = this.catalogue.get(main);
    return file && this.read(file);
  }

  /**
   * Finds sessions by score, then latest first. Without words, all sessions that `has` accepts
   * match.
   */
  search(
    query: string,
    limit: number,
    marks: MarkWords = unmarked,
    has?: (session: PastSession) => boolean,
  ): FoundSessions {
    const latest = this.latestFirst();
    const all = has === undefined ? latest : latest.filter(has);
    const words = searchWords(query);
    if (words.length === 0) return { sessions: all.slice(0, limit), total: all.length };
    const isPath = /[/\\]/u.test(query);
    const found = all
      .map((session) => ({ session, score: scoreOf(session, words, isPath, marks) ?? 0 }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score); // `sort` is stable, so equal scores stay latest first.
    return {
      sessions: found.slice(0, limit).map(({ session }) => session),
      total: found.length,
    };
  }

  /** Adds the title that the program keeps in another file, which changes without the transcript. */
  private titled(session: PastSession): PastSession {
    const title = this.homes.titleOf(session.path, session.sessionId) ?? session.title;
    return title === session.title ? session : { ...session, title };
  }

  private store(session: PastSession): void {
    if (this.known.get(session.path) === session) return;
    this.known.set(session.path, session);
    this.sorted = undefined;
    this.hasChanged = true;
  }

  private read(file: FoundFile): PastSession | undefined {
    try {
      const session = this.titled(readEnds(file, this.homes.formatOf(file.path), this.buffer));
      this.store(session);
      return session;
    } catch (error) {
      this.drop(file.path);
      this.onUnreadable(file.path, error);
      return undefined;
    }
  }

  private drop(path: string): void {
    if (!this.known.delete(path)) return;
    this.sorted = undefined;
    this.hasChanged = true;
  }

  private latestFirst(): readonly PastSession[] {
    if (this.sorted !== undefined) return this.sorted;
    const newest = new Map<string, PastSession>();
    for (const session of this.known.values()) {
      if (!isSession(session)) continue;
      // Two folders may have the same transcript.
      const other = newest.get(session.sessionId);
      if (other === undefined || other.mtimeMs < session.mtimeMs) {
        newest.set(session.sessionId, session);
      }
    }
    this.sorted = [...newest.values()].sort((a, b) => b.lastActivityAt - a.lastActivityAt);
    return this.sorted;
  }
}

function scoreOf(
  session: PastSession,
  words: readonly Word[],
  isPath: boolean,
  { sessions, projects }: MarkWords,
): number | undefined {
  return matchScore(words, [
    { text: sessions.get(session.sessionId) ?? '', weight: weights.title },
    { text: projects.get(session.projectPath) ?? '', weight: weights.place },
    { text: pastTitle(session), weight: weights.title },
    { text: session.prompts, weight: weights.prompt },
    { text: session.lastPrompt, weight: weights.prompt },
    // The parts of paths are common to most folders, so only a query with a slash searches them.
    { text: isPath ? session.projectPath : projectNameOf(session), weight: weights.place },
    { text: session.gitBranch, weight: weights.place },
    { text: session.sessionId, weight: weights.id },
  ]);
}

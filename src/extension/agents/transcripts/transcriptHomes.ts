import { realpath } from 'node:fs/promises';
import { isIn } from '../../util/files/isIn';
import { isLocalPath } from '../../util/files/localPath';
import type { Log } from '../../util/log';
import type { FoundFile, OnUnreadable, TranscriptKind } from './files';
import type { TranscriptFormat } from './format';
import type {
  Companions,
  FileCopies,
  SessionIds,
  TranscriptHome,
  TranscriptWatch,
} from './transcriptHome';

/** The transcripts of all agents. A file belongs to the agent whose folder contains it. */
export class TranscriptHomes {
  /** The first home is that of the first agent in the list, to which the config home belongs. */
  constructor(private readonly homes: readonly [TranscriptHome, ...TranscriptHome[]]) {}

  /** Ids of the agents, in order. */
  get agents(): readonly string[] {
    return this.homes.map(({ agent }) => agent);
  }

  /** Folder to which stored paths are relative. */
  get root(): string {
    return this.homes[0].root;
  }

  *find(
    onUnreadable: OnUnreadable,
    wanted?: ReadonlySet<string>,
    known?: ReadonlyMap<string, FoundFile>,
  ): Generator<undefined, FoundFile[]> {
    const [first, ...others] = this.homes;
    const found = yield* first.find(onUnreadable, wanted, known);
    for (const home of others) {
      for (const file of yield* home.find(onUnreadable, wanted, known)) found.push(file);
    }
    return found;
  }

  classify(file: string): TranscriptKind | undefined {
    return this.homeOf(file)?.classify(file);
  }

  /**
   * True if a path with its links resolved is inside a folder of transcripts. Paths in payloads are
   * not trusted.
   */
  async isInside(file: string): Promise<boolean> {
    const home = this.homeOf(file);
    return home !== undefined && isInside(home.root, file);
  }

  /** Returns the format of a file in one of the homes. */
  formatOf(file: string): TranscriptFormat {
    return (this.homeOf(file) ?? this.homes[0]).format;
  }

  /** Returns the id of the agent of a file in one of the homes. */
  agentOf(file: string): string {
    return (this.homeOf(file) ?? this.homes[0]).agent;
  }

  /** Returns the session's own transcript for a file of the session. */
  ownTranscript({ path, kind: { kind, sessionId } }: Pick<FoundFile, 'path' | 'kind'>): string {
    const home = this.homeOf(path) ?? this.homes[0];
    return kind === 'session' ? path : home.sessionTranscriptOf(path, sessionId);
  }

  /** Returns undefined if the transcript's agent stores no copies of files. */
  async fileCopies(
    transcript: string,
    sessionId: string,
    turnAt?: number,
  ): Promise<FileCopies | undefined> {
    return this.homeOf(transcript)?.fileCopies?.(transcript, sessionId, turnAt);
  }

  /** True for a plan file of an agent's program. */
  isPlan(file: string): boolean {
    return this.homes.some(({ plans }) => plans !== undefined && isIn(file, plans));
  }

  /** Returns the title that the agent's program keeps apart from the session's transcript. */
  titleOf(transcript: string, sessionId: string): string | undefined {
    return this.homeOf(transcript)?.titleOf?.(sessionId);
  }

  sessionIdsOf(file: string): SessionIds | undefined {
    return this.homeOf(file)?.sessionIds;
  }

  companionsOf(file: string): Companions | undefined {
    return this.homeOf(file)?.companions;
  }

  watch(onChange: (file: string) => void, log: Log): TranscriptWatch {
    const watches = this.homes.map((home) => ({ home, watch: home.watch(onChange, log) }));
    return {
      start() {
        for (const { watch } of watches) watch.start();
      },
      followSession(transcript) {
        for (const { home, watch } of watches) {
          if (isIn(transcript, home.root)) watch.followSession(transcript);
        }
      },
      dispose() {
        for (const { watch } of watches) watch.dispose();
      },
    };
  }

  private homeOf(file: string): TranscriptHome | undefined {
    if (this.homes.length === 1) return this.homes[0];
    return this.homes.find(({ root }) => isIn(file, root));
  }
}

/** True if a path with its links resolved is inside a folder. */
export async function isInside(folder: string, file: string): Promise<boolean> {
  if (!isLocalPath(file, folder)) return false;
  try {
    const [root, target] = await Promise.all([realpath(folder), realpath(file)]);
    return target !== root && isIn(target, root);
  } catch {
    return false; // One of the paths does not exist.
  }
}

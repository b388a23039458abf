import { basename } from 'node:path';
import type { ReviewFile } from '../../../shared/protocol/work/review';
import { isIn } from '../../util/files/isIn';
import type { SessionFacts } from '../domain/facts/session';
import { sessionTouches } from '../domain/facts/touches';
import type { Resolve } from './subjects';

/** A session on the board. */
export interface KnownSession {
  readonly title: string;
  /** Folder that it works in. */
  readonly folder: string;
  readonly facts: SessionFacts;
}

export interface OthersParts {
  /** The session that is reviewed. */
  readonly own: string;
  /** When its changes began, in ms since 1970. */
  readonly from: number;
  readonly sessions: ReadonlyMap<string, KnownSession>;
  /** Its files by their real paths, with the time of its last change of each, in ms since 1970. */
  readonly files: ReadonlyMap<string, number>;
  readonly resolve: Resolve;
  /** The work tree that a folder is in, or the folder itself. */
  readonly areaOf: (folder: string) => Promise<string>;
}

/** A file written by so much later than the last act of a session, in ms, was not written by that act. */
const toleranceMs = 2_000;

type Other = NonNullable<ReviewFile['others']>[number];

/** Knows who else changed the files that are reviewed. */
export class Others {
  private readonly lastTouch = new Map<string, number>();
  private readonly bySession = new Map<string, readonly Other[]>();

  /** Where sessions work, and what is known of them. */
  private readonly areas: { readonly area: string; readonly facts: SessionFacts }[] = [];

  private constructor(private readonly from: number) {}

  /** Looks through what all sessions on the board changed. */
  static async of({ own, from, sessions, files, resolve, areaOf }: OthersParts): Promise<Others> {
    const others = new Others(from);
    const names = new Set([...files.keys()].map((path) => basename(path)));
    const all = [...sessions];
    const folders = [...new Set(all.map(([, { folder }]) => folder))];
    const areas = new Map(
      await Promise.all(folders.map(async (one) => [one, await areaOf(one)] as const)),
    );
    for (const [sessionId, { title, folder, facts }] of all) {
      const area = areas.get(folder) ?? '';
      if (area !== '') others.areas.push({ area, facts });
      // A link may have another name than its file: then the other one is not seen.
      const touches = sessionTouches(facts).filter(({ path }) => names.has(basename(path)));
      const real = await Promise.all(touches.map(({ path }) => resolve(path)));
      for (const [index, { at, since }] of touches.entries()) {
        const path = real[index];
        const ownAt = path === undefined ? undefined : files.get(path);
        if (path === undefined || ownAt === undefined) continue;
        others.lastTouch.set(path, Math.max(others.lastTouch.get(path) ?? 0, at));
        // What this session changed while the other's command ran is told as changed by that, too.
        const isOwn = since !== undefined && since <= ownAt && ownAt <= at;
        if (sessionId !== own && at >= from && !isOwn) others.add(path, { sessionId, title });
      }
    }
    return others;
  }

  /** Undefined where nobody else is known to have changed it; `writtenAt` is the file's time. */
  ofFile(path: string, writtenAt: number | undefined): readonly Other[] | undefined {
    const sessions = this.bySession.get(path) ?? [];
    const last = this.lastTouch.get(path) ?? 0;
    const isPersons =
      writtenAt !== undefined &&
      writtenAt >= this.from &&
      writtenAt > last + toleranceMs &&
      this.areas.every(({ area, facts }) => !isIn(path, area) || restedAt(facts, writtenAt));
    const others = isPersons ? [...sessions, {}] : sessions;
    return others.length === 0 ? undefined : others;
  }

  private add(path: string, other: Other): void {
    const known = this.bySession.get(path) ?? [];
    if (known.some(({ sessionId }) => sessionId === other.sessionId)) return;
    this.bySession.set(path, [...known, other]);
  }
}

/**
 * True where a session certainly did nothing at a time: it had ended its turn before and left nothing
 * running, and whatever it did since came later.
 */
function restedAt(facts: SessionFacts, time: number): boolean {
  const { hook, transcript } = facts;
  const isFree =
    transcript === undefined || transcript.launched.every(({ id }) => transcript.notified.has(id));
  if (!isFree) return false;
  const acts = [hook?.lastAt, transcript?.lastAt];
  for (const subagent of facts.subagentFiles.values()) acts.push(subagent.lastAt);
  const lastAct = Math.max(0, ...acts.flatMap((at) => at ?? []));
  const isOpen = [...(hook?.openTools ?? []), ...(transcript?.openTools ?? [])].length > 0;
  if (!isOpen && lastAct + toleranceMs < time) return true;
  const endedAt = hook?.stopped?.at;
  const prompts = [hook?.humanPromptAt, transcript?.humanPromptAt].flatMap((at) => at ?? []);
  const nextAt = Math.min(...prompts.filter((at) => at > (endedAt ?? Infinity)));
  return (
    endedAt !== undefined &&
    endedAt + toleranceMs < time &&
    time + toleranceMs < nextAt &&
    nextAt < Infinity
  );
}

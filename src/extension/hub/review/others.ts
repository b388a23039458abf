import { basename } from 'node:path';
import type { ReviewFile } from '../../../shared/protocol/work/review';
import { isIn } from '../../util/files/isIn';
import type { SessionFacts } from '../domain/facts/session';
import { sessionTouches } from '../domain/facts/touches';
import type { Resolve } from './subjects';

/** A session on the board. */
export interface KnownSession {
  readonly title: string;
  /** Folder in which the session works. */
  readonly folder: string;
  readonly facts: SessionFacts;
}

export interface OthersParts {
  /** Id of the reviewed session. */
  readonly own: string;
  /** Start of the reviewed changes, in ms since 1970. */
  readonly from: number;
  readonly sessions: ReadonlyMap<string, KnownSession>;
  /** Reviewed files by real path, with the time (ms since 1970) of the session's last change. */
  readonly files: ReadonlyMap<string, number>;
  readonly resolve: Resolve;
  /** Returns the top folder of a folder's work tree, or the folder itself outside git. */
  readonly areaOf: (folder: string) => Promise<string>;
}

/** Maximum time in ms between a session's activity and the mtime of a file that it wrote. */
const toleranceMs = 2_000;

type Other = NonNullable<ReviewFile['others']>[number];

/** Finds who else changed the reviewed files: other sessions, or a person. */
export class Others {
  private readonly lastTouch = new Map<string, number>();
  private readonly bySession = new Map<string, readonly Other[]>();

  /** Work trees or folders of all sessions, with the sessions' facts. */
  private readonly areas: { readonly area: string; readonly facts: SessionFacts }[] = [];

  private constructor(private readonly from: number) {}

  /** Searches the changes of all sessions on the board. */
  static async find({ own, from, sessions, files, resolve, areaOf }: OthersParts): Promise<Others> {
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
      // Filtered by base name, to resolve fewer paths; links with a different name are missed.
      const touches = sessionTouches(facts).filter(({ path }) => names.has(basename(path)));
      const real = await Promise.all(touches.map(({ path }) => resolve(path)));
      for (const [index, { at, since }] of touches.entries()) {
        const path = real[index];
        const ownAt = path === undefined ? undefined : files.get(path);
        if (path === undefined || ownAt === undefined) continue;
        others.lastTouch.set(path, Math.max(others.lastTouch.get(path) ?? 0, at));
        // Changes while a command ran are attributed to the command, even those by the reviewed
        // session.
        const isOwnChange = since !== undefined && since <= ownAt && ownAt <= at;
        if (sessionId !== own && at >= from && !isOwnChange) others.add(path, { sessionId, title });
      }
    }
    return others;
  }

  /**
   * Returns who else changed a file, `{}` for a person; undefined if nobody is known. `writtenAt`
   * is the file's mtime in ms since 1970.
   */
  ofFile(path: string, writtenAt: number | undefined): readonly Other[] | undefined {
    const sessions = this.bySession.get(path) ?? [];
    const last = this.lastTouch.get(path) ?? 0;
    const isByPerson =
      writtenAt !== undefined &&
      writtenAt >= this.from &&
      writtenAt > last + toleranceMs &&
      this.areas.every(({ area, facts }) => !isIn(path, area) || wasIdleAt(facts, writtenAt));
    const others = isByPerson ? [...sessions, {}] : sessions;
    return others.length === 0 ? undefined : others;
  }

  private add(path: string, other: Other): void {
    const known = this.bySession.get(path) ?? [];
    if (known.some(({ sessionId }) => sessionId === other.sessionId)) return;
    this.bySession.set(path, [...known, other]);
  }
}

/**
 * True if a session was certainly inactive at a time (ms since 1970): nothing ran in the
 * background, its turn had ended before, and the next prompt came later.
 */
function wasIdleAt(facts: SessionFacts, time: number): boolean {
  const { hook, transcript } = facts;
  const isBackgroundDone =
    transcript === undefined || transcript.launched.every(({ id }) => transcript.notified.has(id));
  if (!isBackgroundDone) return false;
  const activities = [hook?.lastAt, transcript?.lastAt];
  for (const subagent of facts.subagentFiles.values()) activities.push(subagent.lastAt);
  const lastActivity = Math.max(0, ...activities.flatMap((at) => at ?? []));
  const isOpen = [...(hook?.openTools ?? []), ...(transcript?.openTools ?? [])].length > 0;
  if (!isOpen && lastActivity + toleranceMs < time) return true;
  const endedAt = hook?.lastTurnEnd?.at;
  const prompts = [hook?.humanPromptAt, transcript?.humanPromptAt].flatMap((at) => at ?? []);
  const nextAt = Math.min(...prompts.filter((at) => at > (endedAt ?? Infinity)));
  return (
    endedAt !== undefined &&
    endedAt + toleranceMs < time &&
    time + toleranceMs < nextAt &&
    nextAt < Infinity
  );
}

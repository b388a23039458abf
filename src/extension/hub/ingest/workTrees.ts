import * as path from 'node:path';
import { Coalescer } from '../../util/coalesce';
import { readOrdinary } from '../../util/files/readOrdinary';
import type { Disposable } from '../../util/lifetime';
import type { WorkTreeEvent } from '../domain/facts/event';
import { findGitPlace } from '../../util/files/gitPlace';
import { unmergedFiles } from './gitIndex';
import { mayConflict } from './unfinished';

/** Poll interval in ms; long enough, because merges take minutes. */
const sweepMs = 3_000;
const maxIndexBytes = 64 * 1024 * 1024;

interface LiveProject {
  readonly sessionId: string;
  readonly folder: string;
}

/** Detects merge conflicts in the work trees of living sessions by reading files, without git. */
export class WorkTrees implements Disposable {
  private readonly reported = new Map<string, number>();
  private readonly checks = new Coalescer(() => this.countConflicts());
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly projects: () => readonly LiveProject[],
    private readonly emit: (event: WorkTreeEvent) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.checks.run(), sweepMs);
  }

  dispose(): void {
    clearInterval(this.timer);
  }

  private async countConflicts(): Promise<void> {
    const byFolder = new Map<string, Promise<number>>();
    for (const { sessionId, folder } of this.projects()) {
      const counting = byFolder.get(folder) ?? conflictsIn(folder);
      byFolder.set(folder, counting);
      const conflicts = await counting;
      if ((this.reported.get(sessionId) ?? 0) === conflicts) continue;
      this.reported.set(sessionId, conflicts);
      this.emit({ type: 'workTree', sessionId, at: Date.now(), conflicts });
    }
  }
}

/** Counts files with conflicts in the work tree of a folder; 0 outside git. */
export async function conflictsIn(folder: string): Promise<number> {
  const gitFolder = (await findGitPlace(folder))?.folder;
  if (gitFolder === undefined || !(await mayConflict(gitFolder))) return 0;
  try {
    const index = await readOrdinary(path.join(gitFolder, 'index'), maxIndexBytes);
    return index === undefined ? 0 : unmergedFiles(index).size;
  } catch {
    return 0; // Git is rewriting the index; the next poll reads the result.
  }
}

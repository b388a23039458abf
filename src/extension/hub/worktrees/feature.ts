import { realpath } from 'node:fs/promises';
import type { PrivateFolder } from '../../util/files/privateFolder';
import type { Log } from '../../util/log';
import { SerialQueue } from '../../util/thread/serialQueue';
import type { LiveBoard } from '../board/liveBoard';
import { findGit } from '../repositories/runGit';
import type { Handlers } from '../serve/callRouter';
import { Refusal, refusals } from '../serve/refusal';
import type { Feature } from '../feature';
import type { Sources } from '../sources';
import { isIn } from '../../util/files/isIn';
import { addWorktree } from './bringBack';
import { removeWorktree } from './removal';
import { deleteExpiredWorktrees } from './removedFolder';
import { WorktreeGit } from './worktreeGit';
import { inspectWorktree, type WorktreeInspection } from './worktreeInspection';
import { worktreeRefusals } from './worktreeRefusals';

export interface HubWorktreesParts {
  readonly folder: Pick<PrivateFolder, 'path'>;
  readonly log: Log;
  readonly board: Pick<LiveBoard, 'get' | 'liveProjects'>;
  readonly sources: {
    readonly registries: Pick<Sources['registries'], 'sessionIds'>;
    readonly processes: Pick<Sources['processes'], 'isAlive'>;
  };
}

export interface HubWorktrees extends Feature {
  readonly calls: Handlers<'worktree' | 'removeWorktree' | 'addWorktree'>;
  /** Resolves when all changes and the deletion of expired work trees have finished. */
  whenIdle(): Promise<void>;
}

/**
 * Creates the feature that reports what would be lost with a work tree, removes and restores it.
 */
export function createWorktreesFeature({
  folder: { path: scratch },
  log,
  board,
  sources,
}: HubWorktreesParts): HubWorktrees {
  /** Changes run one at a time, so that an inspection is still valid at the removal. */
  const changes = new SerialQueue();
  const sessionsIn = async (top: string): Promise<readonly string[]> => {
    const living = board.liveProjects().map(({ sessionId }) => sessionId);
    const titles: string[] = [];
    for (const sessionId of new Set([...living, ...sources.registries.sessionIds()])) {
      const { projectPath = '', title = '' } = board.get(sessionId) ?? {};
      const folder = projectPath && (await realpath(projectPath).catch(() => ''));
      if (folder !== '' && isIn(folder, top)) titles.push(title);
    }
    return titles;
  };
  const { processes } = sources;
  const inspect = async (sessionId: string): Promise<FoundTree | Refusal> => {
    const folder = board.get(sessionId)?.projectPath;
    if (folder === undefined) return refusals.session;
    const program = await findGit();
    if (program === undefined) return worktreeRefusals.noGit;
    const found = await inspectWorktree(folder, { program, log, scratch, processes, sessionsIn });
    return found === undefined ? worktreeRefusals.none : { ...found, program };
  };
  return {
    whenIdle: () => changes.whenIdle(),
    calls: {
      async worktree({ sessionId }) {
        const found = await inspect(sessionId);
        return found instanceof Refusal ? found : found.state;
      },
      removeWorktree: ({ sessionId, ...wanted }) =>
        changes.run(async () => {
          const found = await inspect(sessionId);
          if (found instanceof Refusal) return found;
          const { program, common, home } = found;
          const answer = await removeWorktree(found, wanted, { program, log, scratch });
          // Expired work trees may be large, so the answer does not wait for their deletion.
          const git = new WorktreeGit({ program, at: home, log, scratch });
          if (!(answer instanceof Refusal))
            void changes.run(() => deleteExpiredWorktrees(common, git, log));
          return answer;
        }),
      addWorktree: (removed) =>
        changes.run(async () => {
          const program = await findGit();
          if (program === undefined) return worktreeRefusals.noGit;
          return addWorktree(removed, { program, log, scratch });
        }),
    },
  };
}

interface FoundTree extends WorktreeInspection {
  readonly program: string;
}

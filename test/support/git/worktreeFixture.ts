import { Mounts } from '../mounted';
import type { LinkedWorktree } from './linkedWorktree';
import { WorktreeHub } from './worktreeHub';

/** Fixture that is created anew for each test. */
export interface WorktreeFixture {
  readonly one: WorktreeHub;
  readonly linked: LinkedWorktree;
  /** Undone after the test. */
  readonly mounts: Mounts;
}

/** Call in a `describe`. */
export function useWorktreeHub(): WorktreeFixture {
  const mounts = new Mounts();
  let hub: WorktreeHub | undefined;
  beforeEach(() => {
    hub = new WorktreeHub();
  });
  afterEach(async () => {
    mounts.undo();
    await hub?.dispose();
  });
  const made = (): WorktreeHub => {
    if (hub === undefined) throw new Error('The worktree is there only while tests run');
    return hub;
  };
  return {
    mounts,
    get one() {
      return made();
    },
    get linked() {
      return made().linked;
    },
  };
}

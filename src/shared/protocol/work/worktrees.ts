import * as z from '../schema';

/** Maximum number of ignored files to count, and of ignored files and programs to list by name. */
export const worktreeLimits = { ignored: 10_000, names: 5 } as const;

/** A ref name that git can't mistake for an option. */
const refName = () => z.string().check(z.maxLength(1000), z.regex(/^[^-]/));

/** `GET /api/live/sessions/:id/worktree`: the linked work tree of a session's folder. */
export const worktreeSchema = z.lazyObject(() => ({
  /** Path of its top folder without symbolic links. */
  path: z.string(),
  name: z.string(),
  branch: z.optional(z.string()),
  /** Full id of the commit that is checked out. */
  commit: z.string(),
  /** Path of the repository's main work tree; absent for a bare repository. */
  main: z.optional(z.string()),
  /** Reasons against its removal; empty if nothing would be lost. */
  keeps: z.array(
    z.enum([
      'uncommitted',
      'untracked',
      'unpushed',
      'stashed',
      'running',
      'locked',
      /** A merge, rebase, cherry-pick, revert or bisect is in progress. */
      'unfinished',
      /** A git command runs in it, or left its lock behind when it was killed. */
      'busy',
      'submodules',
      /** A file system is mounted in it; nothing further was checked. */
      'mounted',
      /** One of its folders contains a nested repository. */
      'nested',
      /** Git did not report everything. */
      'unknown',
    ]),
  ),
  /** Reason given with git's lock. */
  lock: z.optional(z.string()),
  /** Programs and sessions that run in its folder; at most a few are listed. */
  runs: z.array(z.string()),
  /** Number of files with uncommitted changes, and of untracked files. */
  uncommitted: z.number().check(z.int()),
  untracked: z.number().check(z.int()),
  /** Number of commits that are on no remote branch and not merged into the main branch. */
  unpushed: z.number().check(z.int()),
  /**
   * Number of ignored files that would be deleted with the folder, such as installed packages, up
   * to the limit.
   */
  ignored: z.number().check(z.int()),
  /** Names in the top folder that are ignored files or contain some; files first. */
  ignoredIn: z.array(z.string()),
  /**
   * Number of commits that no branch, tag or remote branch contains, such as those only in its
   * reflog.
   */
  unreferenced: z.number().check(z.int()),
  /** True if all of its commits are in the main branch. */
  merged: z.boolean(),
  /** True if git would delete its branch without force. */
  deletable: z.boolean(),
  /**
   * Digest of the state that the confirmation describes; it changes with a commit, a branch or an
   * ignored file.
   */
  seen: z.string(),
}));
export type RemovalObstacle = Worktree['keeps'][number];
export type Worktree = z.infer<typeof worktreeSchema>;

/**
 * `POST /api/live/sessions/:id/worktree/remove`; refused if the work tree changed since it was
 * shown.
 */
export const removeWorktreeSchema = z.lazyObject(() => ({
  /** `seen` of the work tree that was shown. */
  seen: z.string().check(z.minLength(1), z.maxLength(200)),
  /** True to delete its branch as well. */
  branch: z.boolean(),
}));

/**
 * Everything needed to restore a removed work tree: the hub returns it, and accepts it for undo.
 */
export const removedWorktreeSchema = z.lazyObject(() => ({
  path: z.string().check(z.minLength(1), z.maxLength(4096)),
  /** Folder of the main work tree, or of a bare repository. */
  main: z.string().check(z.minLength(1), z.maxLength(4096)),
  commit: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)),
  branch: z.optional(refName()),
  /** True if the branch was deleted as well. */
  branchDeleted: z.boolean(),
  /** The copy of its files, stored for a limited time; absent if an older hub removed it. */
  kept: z.optional(
    z.object({
      id: z.string().check(z.regex(/^[0-9TZ]{16}-[0-9a-f]{8}$/)),
      folder: z.string().check(z.maxLength(8192)),
      /** Git's name for the work tree. */
      name: z
        .string()
        .check(z.maxLength(300), z.regex(/^(?:[^./\\\0]|\.[^./\\\0]|\.\.[^/\\\0])[^/\\\0]*$/)),
      /**
       * False if the reflog of the deleted branch could not be saved, because git keeps it in a
       * reftable and not in a file.
       */
      isSaved: z.boolean(),
    }),
  ),
  /** Upstream of the deleted branch, such as `origin/feature`. */
  upstream: z.optional(refName()),
}));
/** Answer to `addWorktree`: the parts of the work tree that could not be restored. */
export const worktreeRestorationSchema = z.lazyObject(() => ({
  missing: z.array(
    z.enum([
      /** Ignored files and the work tree's own reflog, which are no longer kept. */
      'files',
      /** The branch's reflog or a setting of the branch. */
      'branch',
      /** The branch has moved since, and the restored files could not follow to its new commit. */
      'moved',
    ]),
  ),
}));
export type MissingPart = z.infer<typeof worktreeRestorationSchema>['missing'][number];
export type WorktreeRestoration = z.infer<typeof worktreeRestorationSchema>;

export type RemovedWorktree = z.infer<typeof removedWorktreeSchema>;

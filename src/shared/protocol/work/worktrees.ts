import * as z from '../schema';

/** Most ignored files that are counted, and names that are told of ignored files and of programs. */
export const worktreeLimits = { ignored: 10_000, names: 5 } as const;

/** A name that git would not take for an option. */
const refName = () => z.string().check(z.maxLength(1000), z.regex(/^[^-]/));

/** `GET /api/live/sessions/:id/worktree`: the linked work tree of a session's folder. */
export const worktreeSchema = z.lazyObject(() => ({
  /** Real path of its top folder. */
  path: z.string(),
  name: z.string(),
  branch: z.optional(z.string()),
  /** Commit that it is at, whole. */
  commit: z.string(),
  /** Path of the repository's main work tree; absent of a bare one. */
  main: z.optional(z.string()),
  /** What keeps it from being removed; empty where nothing would be lost. */
  keeps: z.array(
    z.enum([
      'uncommitted',
      'untracked',
      'unpushed',
      'stashed',
      'running',
      'locked',
      /** A merge, rebase, cherry-pick, revert or bisect is not over. */
      'unfinished',
      /** A git command runs in it, or one that was killed left its lock. */
      'busy',
      'submodules',
      /** Something is mounted in it; nothing else was asked. */
      'mounted',
      /** A repository of its own is in one of its folders. */
      'nested',
      /** Git did not tell everything. */
      'unknown',
    ]),
  ),
  /** Reason of git's lock, as whoever set it wrote it. */
  lock: z.optional(z.string()),
  /** Programs and sessions that work in its folder; `running` says that there are any. */
  runs: z.array(z.string()),
  /** Files with changes that no commit has, and new files that git does not know. */
  uncommitted: z.number().check(z.int()),
  untracked: z.number().check(z.int()),
  /** Commits that are on no remote branch and not merged into the repository's main branch. */
  unpushed: z.number().check(z.int()),
  /** Ignored files that would go with the folder, such as installed packages, up to the limit. */
  ignored: z.number().check(z.int()),
  /** Names in its top folder that these files are, or are in; those that are not folders first. */
  ignoredIn: z.array(z.string()),
  /** Commits that no branch, tag or remote branch has, as those that only its reflog names. */
  unreferenced: z.number().check(z.int()),
  /** True where its commits are all in the main branch. */
  merged: z.boolean(),
  /** True where git would delete its branch without force. */
  deletable: z.boolean(),
  /** Stands for all that the question names: another text once a commit, its branch or an ignored file is another. */
  seen: z.string(),
}));
export type WorktreeKeep = Worktree['keeps'][number];
export type Worktree = z.infer<typeof worktreeSchema>;

/** `POST /api/live/sessions/:id/worktree/remove`; refused where the work tree is not as it was shown. */
export const removeWorktreeSchema = z.lazyObject(() => ({
  /** As `worktree` told it. */
  seen: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Its branch is deleted, too. */
  branch: z.boolean(),
}));

/** All that brings a removed work tree back: the hub answers it, and takes it for undoing. */
export const removedWorktreeSchema = z.lazyObject(() => ({
  path: z.string().check(z.minLength(1), z.maxLength(4096)),
  /** Folder of the main work tree, or of a bare repository. */
  main: z.string().check(z.minLength(1), z.maxLength(4096)),
  commit: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)),
  branch: z.optional(refName()),
  /** True where the branch was deleted with it. */
  branchDeleted: z.boolean(),
  /** Where its files are kept for some time; absent from what an older hub removed. */
  kept: z.optional(
    z.object({
      id: z.string().check(z.regex(/^[0-9TZ]{16}-[0-9a-f]{8}$/)),
      folder: z.string().check(z.maxLength(8192)),
      /** Name by which git knew it. */
      name: z
        .string()
        .check(z.maxLength(300), z.regex(/^(?:[^./\\\0]|\.[^./\\\0]|\.\.[^/\\\0])[^/\\\0]*$/)),
      /** False where the deleted branch had a reflog that is no file. */
      isSaved: z.boolean(),
    }),
  ),
  /** Upstream of the deleted branch, such as `origin/feature`. */
  upstream: z.optional(refName()),
}));
/** What did not come back with a work tree. */
export const broughtBackSchema = z.lazyObject(() => ({
  missing: z.array(
    z.enum([
      /** Files that git ignores, and the work tree's own reflog: they are not kept any more. */
      'files',
      /** The reflog or a setting of its branch. */
      'branch',
      /** The branch moved on since, and its files could not follow. */
      'moved',
    ]),
  ),
}));
export type MissingPart = z.infer<typeof broughtBackSchema>['missing'][number];
export type BroughtBack = z.infer<typeof broughtBackSchema>;

export type RemovedWorktree = z.infer<typeof removedWorktreeSchema>;

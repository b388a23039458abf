import { formatPath } from '../../../shared/words/format';
import { counted, t } from '../../../shared/words/l10n';
import {
  worktreeLimits,
  type WorktreeRestoration,
  type MissingPart,
  type RemovedWorktree,
  type Worktree,
  type RemovalObstacle,
} from '../../../shared/protocol/work/worktrees';
import { plainLine, plainTitle } from '../../../shared/text/plainText';

const nameOf = ({ name }: Pick<Worktree, 'name'>): string => plainTitle(name, 80);

/** A text for a modal dialog: the question, and details below. */
export interface DialogText {
  readonly question: string;
  readonly detail: string;
}

/**
 * The confirmation of a removal: the folder, its branch, and everything that is deleted with it.
 */
export function removalQuestion(worktree: Worktree, home: string): DialogText {
  return {
    question: t('Remove the worktree {0}?', nameOf(worktree)),
    detail: [
      folderLine(worktree, home),
      branchLine(worktree),
      '',
      t('Its sessions can’t be resumed until the folder is back.'),
      ...ignoredLines(worktree),
      ...unreferencedLines(worktree),
      t(
        'For 30 days it is kept in the repository’s git folder, no more than the last 10: Undo brings everything back.',
      ),
    ].join('\n'),
  };
}

/** Explains what prevents the removal, one line per reason, and what to do. */
export function removalObstaclesText(worktree: Worktree, home: string): DialogText {
  const lines = worktree.keeps.map((keep) => obstacleTexts[keep](worktree));
  return {
    question: t('The worktree {0} can’t be removed yet.', nameOf(worktree)),
    detail: [...lines.map((line) => `• ${line}`), '', folderLine(worktree, home)].join('\n'),
  };
}

/** Message about what was removed, and where a copy is kept. */
export function removedText(
  worktree: Worktree,
  removed: RemovedWorktree,
  asked: boolean,
  home: string,
): string {
  const { kept } = removed;
  const text = removedPartsText(worktree, removed, asked);
  if (kept === undefined) return text;
  return `${text} ${t('It is kept for 30 days in {0}.', plainLine(formatPath(kept.folder, home), 300))}`;
}

/** Message about what was restored, and what was not. */
export function restoredText({ missing }: WorktreeRestoration): string {
  return [t('The worktree is back.'), ...missing.map((part) => missingTexts[part]())].join(' ');
}

const missingTexts: Readonly<Record<MissingPart, () => string>> = {
  files: () => t('Files that git ignores and its reflog aren’t: they were no longer kept.'),
  branch: () => t('The reflog or a setting of its branch isn’t; git keeps the commits.'),
  moved: () => t('Its branch moved on meanwhile; its files are still those of before.'),
};

function removedPartsText({ name }: Worktree, removed: RemovedWorktree, asked: boolean): string {
  const branch = plainTitle(removed.branch ?? '', 120);
  const shown = nameOf({ name });
  if (removed.branchDeleted)
    return t('Removed the worktree {0} and its branch {1}.', shown, branch);
  if (asked && branch !== '')
    return t(
      'Removed the worktree {0}. Its branch {1} stays: git didn’t delete it.',
      shown,
      branch,
    );
  return t('Removed the worktree {0}.', shown);
}

function folderLine({ path }: Worktree, home: string): string {
  return t('Folder: {0}', plainLine(formatPath(path, home), 300));
}

function branchLine({ branch, merged, deletable }: Worktree): string {
  if (branch === undefined) return t('Its commits stay in the repository.');
  const name = plainTitle(branch, 120);
  if (merged) return t('Branch: {0}, all merged', name);
  return deletable ? t('Branch: {0}, all pushed', name) : t('Branch: {0}, which stays', name);
}

function ignoredLines({ ignored, ignoredIn }: Worktree): readonly string[] {
  if (ignored === 0) return [];
  const names = ignoredIn.map((name) => plainTitle(name, 40)).join(', ');
  if (ignored >= worktreeLimits.ignored)
    return [
      t('{0} or more files that git ignores go with it, in {1}.', worktreeLimits.ignored, names),
    ];
  return [
    counted(
      ignored,
      '{0} file that git ignores goes with it: {1}.',
      '{0} files that git ignores go with it, in {1}.',
      names,
    ),
  ];
}

function unreferencedLines({ unreferenced }: Worktree): readonly string[] {
  if (unreferenced === 0) return [];
  return [
    counted(
      unreferenced,
      '{0} commit that no branch has goes with it.',
      '{0} commits that no branch has go with it.',
    ),
  ];
}

const obstacleTexts: Readonly<Record<RemovalObstacle, (worktree: Worktree) => string>> = {
  running: ({ runs }) =>
    t('Still at work in it: {0}. End it first.', runs.map((run) => plainTitle(run, 60)).join(', ')),
  uncommitted: ({ uncommitted }) =>
    counted(
      uncommitted,
      '{0} file isn’t committed. Commit it, or discard the change.',
      '{0} files aren’t committed. Commit them, or discard the changes.',
    ),
  untracked: ({ untracked }) =>
    counted(
      untracked,
      '{0} new file isn’t committed. Commit or delete it.',
      '{0} new files aren’t committed. Commit or delete them.',
    ),
  unpushed: ({ unpushed }) =>
    counted(
      unpushed,
      '{0} commit is neither pushed nor merged. Push or merge its branch.',
      '{0} commits are neither pushed nor merged. Push or merge the branch.',
    ),
  stashed: () => t('Changes are stashed on its branch. Apply or drop them.'),
  unfinished: () => t('A merge, rebase or similar isn’t finished. Finish or abort it.'),
  busy: () => t('A git command runs in it, or left its lock file behind.'),
  locked: ({ lock = '' }) =>
    lock === ''
      ? t('It is locked in git. Unlock it with “git worktree unlock”.')
      : t('It is locked in git: {0}. Unlock it with “git worktree unlock”.', plainLine(lock, 120)),
  submodules: () => t('It has submodules; git removes such a worktree only by force.'),
  mounted: () => t('Something is mounted in it. Unmount that first.'),
  nested: () => t('Another git repository lies in it. Move that out.'),
  unknown: () => t('Git doesn’t tell everything about it; the log says why.'),
};

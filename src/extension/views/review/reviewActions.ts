import * as vscode from 'vscode';
import type { ReviewFile } from '../../../shared/protocol/work/review';
import { counted, t } from '../../../shared/words/l10n';
import type { Calls } from '../../link/hubClient';
import { escapeForNotification } from '../markdown';
import { warnOnError } from '../warnOnError';
import { type EditorRepository, editorRepository, requireTrust } from './gitExtension';
import { othersText } from '../../../shared/board/texts/reviewText';
import { pickFile } from './pickFile';
import { planRevert, findUnchangedFile } from './revertFile';
import { reviewTimeoutMs } from './reviewTexts';
import type { ListedReview } from './reviews';
import { literalPath, stagedPaths } from './stagedPaths';
import { stagedState } from './stagedState';

/** Stages the file in the argument, or one that the person picks. */
export async function stageFile({ review }: ListedReview, argument: unknown): Promise<void> {
  const file = await pickFile(review.files, argument, t('Select a file to stage'));
  if (file !== undefined) await stage(review.top, [file]);
}

/** Stages all files of the review; asks first if not all of them are shown. */
export async function stageAll({ review, part }: ListedReview): Promise<void> {
  if (part !== undefined) {
    const button = t('Stage All {0} Files', part.count);
    const shown = part.end - part.start;
    const answer = await vscode.window.showWarningMessage(
      t('Stage all {0} files of this review?', part.count),
      { modal: true, detail: t('Only {0} of them are shown here.', shown) },
      button,
    );
    if (answer !== button) return;
  }
  await stage(review.top, review.files);
}

/**
 * Reverts a file to its state before the session's changes, after a confirmation; can be undone.
 */
export async function revertFile(
  hub: Calls<'review' | 'reviewText'>,
  { sessionId, review }: ListedReview,
  argument: unknown,
): Promise<void> {
  requireTrust();
  const picked = await pickFile(review.files, argument, t('Select a file to revert'));
  if (picked === undefined) return;
  const signal = AbortSignal.timeout(reviewTimeoutMs);
  const now = await hub.call('review', { sessionId, scope: review.scope }, signal);
  const file = findUnchangedFile(review, now, picked);
  const name = escapeForNotification(file.name);
  refuseUnsaved(file);
  const { scope } = review;
  const revert = await planRevert(file, review, async () => {
    const request = { sessionId, scope, path: file.path, side: 'before' } as const;
    return (await hub.call('reviewText', request)).text;
  });
  const button = file.kind === 'new' ? t('Delete File') : t('Revert File');
  const others = othersText(file);
  const theirs = others && t('{0}: those changes go, too.', others);
  const index = review.top && t('What is staged of it stays staged.');
  const detail = [revert.detail, theirs, index, t('You can undo that right afterwards.')];
  const answer = await vscode.window.showWarningMessage(
    file.kind === 'new' ? t('Delete {0}?', name) : t('Revert {0}?', name),
    { modal: true, detail: detail.filter((line) => line !== undefined).join('\n') },
    button,
  );
  if (answer !== button) return;
  refuseUnsaved(file);
  const undoRevert = await revert.run();
  const undo = t('Undo');
  const notice = t('{0} is as it was before.', name);
  if ((await vscode.window.showInformationMessage(notice, undo)) !== undo) return;
  await warnOnError(undoRevert);
}

/** Commits only what is staged; if nothing is, asks whether to stage the review's files. */
export async function commitStaged({ review }: ListedReview): Promise<void> {
  const repository = await editorRepository(review.top);
  if (repository === undefined) return;
  await repository.status();
  if (repository.state.indexChanges.length === 0) {
    const count = review.files.length;
    const button = t('Stage and Commit…');
    const answer = await vscode.window.showWarningMessage(
      t('Nothing is staged.'),
      {
        modal: true,
        detail: counted(
          count,
          'Stage the file of this review, whole, and commit it?',
          'Stage the {0} files of this review, whole, and commit them?',
        ),
      },
      button,
    );
    if (answer !== button) return;
    await stageIn(repository, review.files);
    await repository.status();
  }
  const { indexChanges } = repository.state;
  const own = new Set(review.files.flatMap(({ path, from = path }) => [path, from]));
  const foreign = indexChanges.filter(({ uri }) => !own.has(uri.fsPath)).length;
  const shown = await stagedState(repository);
  const message = await vscode.window.showInputBox({
    title: t('Commit'),
    value: review.message,
    ignoreFocusOut: true,
    prompt:
      counted(indexChanges.length, 'Commits {0} staged file.', 'Commits {0} staged files.') +
      (foreign === 0
        ? ''
        : ` ${counted(foreign, '{0} of them is not of this review.', '{0} of them are not of this review.')}`),
    validateInput: (text) => (text.trim() === '' ? t('Write a commit message.') : undefined),
  });
  if (message === undefined) return;
  await repository.status();
  if ((await stagedState(repository)) !== shown) {
    throw new Error(
      t('What is staged, or the branch, changed in the meantime: nothing was committed.'),
    );
  }
  await repository.commit(message, { postCommitCommand: null });
  const made = repository.state.HEAD?.commit;
  const undo = t('Undo Last Commit');
  const notice = t(
    'Committed to {0}.',
    escapeForNotification(repository.state.HEAD?.name ?? 'HEAD'),
  );
  if ((await vscode.window.showInformationMessage(notice, undo)) !== undo) return;
  await repository.status();
  if (repository.state.HEAD?.commit !== made) {
    throw new Error(t('Another commit was made since, so nothing was undone.'));
  }
  await vscode.commands.executeCommand('git.undoCommit', repository.rootUri);
}

async function stage(top: string | undefined, files: readonly ReviewFile[]): Promise<void> {
  const repository = await editorRepository(top);
  if (repository === undefined) return;
  await repository.status();
  const count = await stageIn(repository, files);
  const notice = counted(count, '{0} file is staged', '{0} files are staged');
  vscode.window.setStatusBarMessage(notice, 4_000);
}

/** Stages files, after refreshing the repository's status; returns their number. */
async function stageIn(
  repository: EditorRepository,
  files: readonly ReviewFile[],
): Promise<number> {
  const changed = repository.state.workingTreeChanges.map(({ uri }) => uri.fsPath);
  const all = files.map((one) => stagedPaths([one], repository.rootUri.fsPath, new Set(changed)));
  const paths = all.flat();
  if (paths.length === 0) throw new Error(t('There is nothing to stage here.'));
  await repository.add(paths.map((one) => literalPath(one)));
  return all.filter(({ length }) => length > 0).length;
}

function refuseUnsaved({ path, name }: ReviewFile): void {
  const document = vscode.workspace.textDocuments.find(
    ({ uri }) => uri.scheme === 'file' && uri.fsPath === path,
  );
  if (document?.isDirty !== true) return;
  throw new Error(t('{0} has unsaved changes. Save or discard them first.', name));
}

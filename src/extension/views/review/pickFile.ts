import * as vscode from 'vscode';
import type { ReviewFile } from '../../../shared/protocol/work/review';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import { reviewScheme } from '../../manifest';
import { escapeIcons } from '../markdown';
import { othersText } from '../../../shared/board/texts/reviewText';

/** The file whose document a menu passed, otherwise one that the person picks. */
export async function pickFile(
  files: readonly ReviewFile[],
  argument: unknown,
  placeHolder: string,
): Promise<ReviewFile | undefined> {
  if (argument instanceof vscode.Uri && ['file', reviewScheme].includes(argument.scheme)) {
    const named = files.find(({ path }) => path === argument.fsPath);
    if (named !== undefined) return named;
  }
  const kinds = {
    changed: 'diff-modified',
    new: 'diff-added',
    deleted: 'diff-removed',
    renamed: 'diff-renamed',
  } as const;
  const picked = await vscode.window.showQuickPick(
    files.map((file) => ({
      label: `$(${kinds[file.kind]}) ${escapeIcons(plainTitle(file.name, 200))}`,
      description: escapeIcons(othersText(file) ?? ''),
      file,
    })),
    { placeHolder, title: t('Files of This Review'), matchOnDescription: true },
  );
  return picked?.file;
}

import { createHash, randomUUID } from 'node:crypto';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';

/** Characters that a file name may not have on some system, or that the editor reads as more. */
const notInNames = /[/\\:*?"<>|#%]+/g;

/** Which plan it is, in a word: two presentations of the same text are the same plan. */
export function planDigest(plan: string): string {
  return createHash('sha256').update(plan).digest('hex').slice(0, 16);
}

/**
 * The path of a plan's document. Its last part is what the tab shows and nothing more. Each
 * presentation has its own: the editor may still hold what was written in the one before.
 */
export function planPath(title: string): string {
  const name = plainTitle(title.replace(notInNames, ' '), 40).replace(/^\.+/, '');
  const shown = name === '' ? t('Plan') : t('Plan of {0}', name);
  return `/${randomUUID().slice(0, 8)}/${shown}.md`;
}

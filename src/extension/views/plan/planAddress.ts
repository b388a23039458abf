import { createHash } from 'node:crypto';
import { t } from '../../../shared/l10n';
import { plainLine } from '../../../shared/plainText';

/** Characters that a file name may not have on some system, or that the editor reads as more. */
const notInNames = /[/\\:*?"<>|#%]+/g;

/** Which plan it is, in a word: two presentations of the same text are the same plan. */
export function planDigest(plan: string): string {
  return createHash('sha256').update(plan).digest('hex').slice(0, 16);
}

/** The path of a plan's document. Its last part is what the tab shows and nothing more. */
export function planPath(sessionId: string, plan: string, title: string): string {
  const name = plainLine(title.replace(notInNames, ' '), 40).replace(/^\.+/, '');
  const shown = name === '' ? t('Plan') : t('Plan of {0}', name);
  return `/${planDigest(`${sessionId} ${plan}`).slice(0, 8)}/${shown}.md`;
}

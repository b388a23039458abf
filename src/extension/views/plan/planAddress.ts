import { createHash, randomUUID } from 'node:crypto';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';

/** Characters that a file name may not have on some system, or that the editor reads as more. */
const notInNames = /[/\\:*?"<>|#%]+/g;

/** A short key of a plan: two presentations of the same text are the same plan. */
export function planDigest(plan: string): string {
  return createHash('sha256').update(plan).digest('hex').slice(0, 16);
}

/** Lines of a plan among which its heading is looked for. */
const headLines = 20;

/**
 * The path of a plan's document. Its last part is what the tab shows: the plan's first heading, else
 * the session's title. Each presentation has a path of its own: the editor may still hold what was
 * written in the one before.
 */
export function planPath(plan: string, title: string): string {
  const name = fileName(headingOf(plan)) || fileName(title);
  const shown = name === '' ? t('Plan') : t('Plan – {0}', name);
  return `/${randomUUID().slice(0, 8)}/${shown}.md`;
}

/** The words of the first heading; “Plan:” before them is what the tab says already. */
function headingOf(plan: string): string {
  const lines = plan.slice(0, 4_000).split('\n', headLines);
  const heading = lines.find((line) => /^#{1,6} /.test(line)) ?? '';
  return heading
    .replace(/^#+/, '')
    .trim()
    .replace(/^plan\b[ :–—-]*/i, '');
}

function fileName(text: string): string {
  return plainTitle(text.replace(notInNames, ' '), 40).replace(/^\.+/, '');
}

import { createHash, randomUUID } from 'node:crypto';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';

/**
 * Characters that an operating system does not allow in file names, or that the editor interprets.
 */
const notInNames = /[/\\:*?"<>|#%]+/g;

/** Short digest of a plan's text, which identifies the plan when it is presented again. */
export function planDigest(plan: string): string {
  return createHash('sha256').update(plan).digest('hex').slice(0, 16);
}

/** Number of lines in which a plan's heading is searched for. */
const headLines = 20;

/**
 * Creates a path for a plan's document. The tab shows its last part: the plan's first heading,
 * otherwise the session's title. Each presentation gets a new path, because the editor may still
 * have unsaved text for the previous one.
 */
export function planPath(plan: string, title: string): string {
  const name = fileName(headingOf(plan)) || fileName(title);
  const shown = name === '' ? t('Plan') : t('Plan – {0}', name);
  return `/${randomUUID().slice(0, 8)}/${shown}.md`;
}

/** Text of the first heading, without a leading “Plan:”, which the tab already shows. */
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

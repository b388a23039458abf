import type { BackgroundJob } from '../protocol/background';
import { plainTitle } from '../text/plainText';
import { attachCommand, isShellSafeId } from '../text/shellSafeId';
import { t } from '../words/l10n';

/** Lines about a job in the background: that it is one, what it needs or does, and how to attach to it. */
export function backgroundLines(job: BackgroundJob): readonly string[] {
  const name = plainTitle(job.name ?? '', 80);
  const { jobId } = job;
  return [
    name === '' ? t('Background job') : t('Background job “{0}”', name),
    job.needs === undefined
      ? plainTitle(job.detail ?? '', 160)
      : t('Needs: {0}', plainTitle(job.needs, 160)),
    isShellSafeId(jobId) ? t('Attach with “{0}”', attachCommand('claude', jobId)) : '',
  ].filter((line) => line !== '');
}

import type { BackgroundJob } from '../protocol/background';
import { plainTitle } from '../text/plainText';
import { t } from '../words/l10n';

/** The command that brings a job to a terminal; ids that a shell could read as something else give none. */
function attachCommand({ jobId }: BackgroundJob): string | undefined {
  return /^[0-9A-Za-z][0-9A-Za-z_-]{0,63}$/u.test(jobId)
    ? ['claude', 'attach', jobId].join(' ')
    : undefined;
}

/** Lines about a job in the background: that it is one, what it needs or does, and how to attach to it. */
export function backgroundLines(job: BackgroundJob): readonly string[] {
  const name = plainTitle(job.name ?? '', 80);
  const command = attachCommand(job);
  return [
    name === '' ? t('Background job') : t('Background job “{0}”', name),
    job.needs === undefined
      ? plainTitle(job.detail ?? '', 160)
      : t('Needs: {0}', plainTitle(job.needs, 160)),
    command === undefined ? '' : t('Attach with “{0}”', command),
  ].filter((line) => line !== '');
}

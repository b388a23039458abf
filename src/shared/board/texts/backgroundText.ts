import type { BackgroundJob } from '../../protocol/session/background';
import { plainTitle } from '../../text/plainText';
import { attachCommand, isShellSafeId } from '../../text/shellSafeId';
import { t } from '../../words/l10n';

/** Lines about a background job: that it is one, what it needs or does, and how to attach to it. */
export function backgroundLines(job: BackgroundJob): readonly string[] {
  const name = plainTitle(job.name ?? '', 80);
  const { jobId } = job;
  return [
    name === '' ? t('Background job') : t('Background job “{0}”', name),
    job.needs === undefined
      ? plainTitle(job.detail ?? '', 160)
      : plainTitle(needText(job.needs), 200),
    isShellSafeId(jobId) ? t('Attach with “{0}”', attachCommand('claude', jobId)) : '',
  ].filter((line) => line !== '');
}

/**
 * Rephrases an instruction to the person, as client 2.1.332 writes it: "answer: Which colour? (Red
 * · Blue)".
 */
function needText(needs: string): string {
  const [, question] = /^answer: (.+)$/su.exec(needs) ?? [];
  if (question !== undefined) return t('Asks you: {0}', question);
  if (needs === 'answer question') return t('Asked you a question');
  if (needs === 'approve plan') return t('Plan ready for review');
  const [, agent, call] = /^(?:(.+?) · )?approve (.+)$/su.exec(needs) ?? [];
  if (call !== undefined)
    return agent === undefined
      ? t('Needs permission: {0}', call)
      : t('Needs permission: {0} ({1} subagent)', call, agent);
  const [input, what] = /^awaiting input(?:: (.+))?$/su.exec(needs) ?? [];
  if (input === undefined) return t('Needs: {0}', needs);
  return what === undefined ? t('Waits for your input') : t('Waits for your input: {0}', what);
}

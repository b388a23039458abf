import { runTimesAfter } from '../../../../src/extension/hub/domain/words/cronTime';
import type { LateCall } from './tools';

/** Greatest age of a job, in ms, as the client reports it. */
const maxAgeMs = 30 * 24 * 3_600_000;

/** Creates a recurring job of the session, which ends with its process. */
export const schedule = (cron: string, prompt: string): LateCall => ({
  make(session) {
    const id = session.random.hex(8);
    const nextFireAt = runTimesAfter(cron, id, session.epoch)?.shifted;
    session.crons.push({ id, schedule: cron, recurring: true, prompt });
    return {
      name: 'CronCreate',
      input: { cron, prompt, recurring: true },
      response: { id, humanSchedule: cron, recurring: true, durable: false, nextFireAt, maxAgeMs },
      text: `Scheduled recurring job ${id} (${cron}). Session-only (not written to disk, dies when Claude exits). Auto-expires after 30 days. Use CronDelete to cancel sooner.`,
      seconds: 0.1,
    };
  },
});

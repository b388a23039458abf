import { fork } from 'node:child_process';
import * as os from 'node:os';
import { t } from '../../../shared/words/l10n';
import { runnerNewsSchema, type RunnerJob } from '../../../shared/protocol/runner';
import { startFailure } from './startFailure';

/**
 * A start with an unknown result: the runner ended without a report, or another runner has the
 * session. The prompt may have reached it.
 */
export class UncertainStart extends Error {}

/**
 * Starts the process that runs a session without a terminal; it outlives this window. Resolves when
 * the session has received its first prompt. Rejects with a sentence for the person: with an
 * `UncertainStart` if the prompt may have been delivered. `onLate` receives the sentence of a
 * failure after the start.
 */
export function startRunner(
  script: string,
  job: RunnerJob,
  onLate: (problem: string) => void,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const runner = fork(script, [], {
    cwd: os.homedir(),
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...environment, ELECTRON_RUN_AS_NODE: '1' },
    execArgv: [],
  });
  runner.unref();
  runner.channel?.unref();
  return new Promise((resolve, reject) => {
    let isStarted = false;
    const fail = (problem: string, isCertain = false): void => {
      if (isStarted) onLate(problem);
      else reject(isCertain ? new Error(problem) : new UncertainStart(problem));
    };
    runner.on('message', (message) => {
      const news = runnerNewsSchema.safeParse(message).data;
      if (news?.type === 'failed')
        return fail(startFailure(news, job.command), news.reason !== 'held');
      isStarted ||= news?.type === 'started';
      if (isStarted) resolve();
    });
    runner.once('error', ({ message }) =>
      fail(t('The session couldn’t be started: {0}', message), true),
    );
    runner.once('exit', () => {
      if (!isStarted) fail(t('The session couldn’t be started: {0}', t('its runner ended')));
    });
    runner.send(job, (error) => {
      if (error !== null) fail(t('The session couldn’t be started: {0}', error.message));
    });
  });
}

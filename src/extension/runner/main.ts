import { runnerJobSchema, type RunnerNews } from '../../shared/protocol/runner';
import { runSession } from './runSession';

/**
 * Runs as a separate process that outlives the window that started it: reads a job from its parent
 * and reports news while that window listens.
 */
function sendNews(news: RunnerNews): void {
  if (process.connected) process.send?.(news, () => undefined);
}

process.on('SIGHUP', () => undefined); // Sent when the terminal that started the editor closes.
process.once('message', (message) => {
  process.channel?.unref();
  void runSession(runnerJobSchema.parse(message), sendNews).then(() => {
    if (process.connected) process.disconnect();
  });
});

import { runnerJobSchema, type RunnerNews } from '../../shared/protocol/runner';
import { runSession } from './runSession';

/**
 * Reports news to the window that started this process, while it listens. The process runs one job
 * and outlives that window.
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

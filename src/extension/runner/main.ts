import { runnerJobSchema, type RunnerNews } from '../../shared/protocol/runner';
import { runSession } from './runSession';

/** Runs as a process of its own, so that it outlives the window that started it: a job comes in, news go out while that window listens. */
function tell(news: RunnerNews): void {
  if (process.connected) process.send?.(news, () => undefined);
}

process.on('SIGHUP', () => undefined); // The terminal that the editor was started from.
process.once('message', (message) => {
  process.channel?.unref();
  void runSession(runnerJobSchema.parse(message), tell).then(() => {
    if (process.connected) process.disconnect();
  });
});

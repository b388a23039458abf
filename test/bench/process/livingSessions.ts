import * as fs from 'node:fs';
import * as path from 'node:path';
import { startPlaceholder, registryHead } from '../../support/processes/placeholder';
import type { History } from '../history/history';

const day = 24 * 60 * 60_000;
const count = 12;

export interface LivingSessions extends Disposable {
  readonly sessionIds: ReadonlySet<string>;
}

/**
 * Starts placeholder processes for some of the history's latest sessions, including the longest of
 * them, so that they count as live.
 */
export function reviveSessions({ folder, sessions, parameters }: History): LivingSessions {
  const latest = [...sessions].sort((a, b) => b.endedAt - a.endedAt);
  const longest = latest
    .filter(({ endedAt }, index) => index === 0 || endedAt > parameters.until - 2 * day)
    .reduce((a, b) => (a.bytes > b.bytes ? a : b));
  const chosen = [...new Set([longest, ...latest])].slice(0, count);
  const registry = path.join(folder, 'sessions');
  fs.rmSync(registry, { recursive: true, force: true });
  fs.mkdirSync(registry);
  const processes = chosen.map(({ sessionId, project, endedAt }, index) => {
    const process = startPlaceholder();
    const entry = {
      ...registryHead(process, sessionId, project, endedAt - 60_000),
      status: ['idle', 'busy', 'waiting'][index % 3],
      ...(index % 3 === 2 && { waitingFor: 'permission prompt' }),
      updatedAt: endedAt,
      statusUpdatedAt: endedAt,
    };
    fs.writeFileSync(path.join(registry, `${process.pid}.json`), JSON.stringify(entry));
    return process;
  });
  return {
    sessionIds: new Set(chosen.map(({ sessionId }) => sessionId)),
    [Symbol.dispose]() {
      for (const process of processes) process.kill();
      fs.rmSync(registry, { recursive: true, force: true });
    },
  };
}

import { hubPorts } from '../../shared/protocol/protocol';
import { findHub } from '../link/findHub';
import { configHome } from '../util/files/configHome';
import type { Log } from '../util/log';
import { isPortTaken, startHub, type RunningHub } from './hub';

/** Runs the hub by itself in a terminal, on a machine without an editor. */
export async function runInTerminal(scripts: string): Promise<void> {
  const home = configHome();
  const hub = await startOrFollow(home, scripts);
  if (hub === undefined) return;
  process.stdout.write(`Mission Control hub: ${hub.endpoint.url} (config home ${home})\n`);
  const stop = (): void => void hub.close().then(() => process.exit(0));
  void hub.retired.finally(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** Undefined where one listens already. A port that is taken in the meantime is passed over. */
async function startOrFollow(home: string, scripts: string): Promise<RunningHub | undefined> {
  const unbindable = new Set<number>();
  for (;;) {
    const found = await findHub(home, hubPorts, unbindable);
    if (found.kind === 'follow') {
      process.stdout.write(`A hub for ${home} listens already at ${found.url}\n`);
      return undefined;
    }
    if (found.kind === 'none') throw new Error(found.reason);
    try {
      return await startHub({ configHome: home, port: found.port, scripts, log, showCode });
    } catch (error) {
      if (!isPortTaken(error) || unbindable.has(found.port)) throw error;
      unbindable.add(found.port);
    }
  }
}

/** Its terminal is a person's place: whoever reads it there may answer. */
function showCode(code: string): void {
  process.stdout.write(
    `To answer from a window, choose Ask to Be Accepted there and type ${code}\n`,
  );
}

const say =
  (level: string) =>
  (message: string): void =>
    void process.stderr.write(`${level}: ${message}\n`);
const log: Log = {
  debug: () => undefined,
  info: say('info'),
  warn: say('warn'),
  error: say('error'),
};

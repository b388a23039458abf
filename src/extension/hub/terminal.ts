import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { hubPorts } from '../../shared/protocol/protocol';
import { findHub } from '../link/findHub';
import { configHome } from '../agents/claude/home/configHome';
import { isPortTaken, startHub, type RunningHub } from './hub';
import { PhoneTerminal } from './phone/terminal/phoneTerminal';
import { stderrLog } from '../util/stderrLog';

/** Options of the command line. */
interface TerminalOptions {
  readonly phone: boolean;
  readonly url: string | undefined;
}

/** Runs the hub in a terminal, on a machine without an editor. */
export async function runInTerminal(scripts: string): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const home = configHome();
  const hub = await startUnlessRunning(home, scripts, options);
  if (hub === undefined) return;
  process.stdout.write(`Mission Control hub: ${hub.endpoint.url} (config home ${home})\n`);
  const stop = (): void => void hub.close().then(() => process.exit(0));
  void hub.retired.finally(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (!options.phone) return;
  const lines = createInterface({ input: process.stdin });
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  await new PhoneTerminal({ phones: hub.phones, url: options.url, lines, print }).start();
}

function parseOptions(args: readonly string[]): TerminalOptions {
  try {
    const allowed = { phone: { type: 'boolean' }, url: { type: 'string' } } as const;
    const { phone = false, url } = parseArgs({ args: [...args], options: allowed }).values;
    if (url !== undefined && !phone) throw new Error('--url goes with --phone');
    return { phone, url };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}\nUsage: npm run hub [-- --phone [--url https://…]]`, {
      cause: error,
    });
  }
}

/**
 * Starts a hub; undefined if one is already listening. A port that another program took meanwhile
 * is skipped.
 */
async function startUnlessRunning(
  home: string,
  scripts: string,
  { phone }: TerminalOptions,
): Promise<RunningHub | undefined> {
  const unbindable = new Set<number>();
  for (;;) {
    const found = await findHub(home, hubPorts, unbindable);
    if (found.kind === 'follow') {
      const notice = `A hub for ${home} listens already at ${found.url}`;
      if (phone)
        throw new Error(`${notice}. Connect the phone in its editor, or close that editor first.`);
      process.stdout.write(`${notice}\n`);
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

/** Prints the code that confirms a key; nobody but the terminal's user can read it. */
function showCode(code: string): void {
  process.stdout.write(
    `To answer from a window, choose Ask to Be Accepted there and type ${code}\n`,
  );
}

const log = stderrLog(['info', 'warn', 'error']);

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { cast } from './cast';
import { rules } from './content';
import type { Part } from './play';
import { playAt, type PlayedHomeOptions } from './stage/playedHome';
import { SecondMachine, secondMachine } from './stage/secondMachine';

/** Settings of an editor that shows the demo. */
export const demoSettings: Readonly<Record<string, unknown>> = {
  'missionControl.rules': rules,
  'missionControl.machines': [secondMachine],
};

export interface Demo {
  readonly configHome: string;
  /** Contains the projects and, by default, the config home. */
  readonly home: string;
  /** One of the temporary projects, to open in an editor. */
  readonly projectFolder: string;
  /** Resolves once a frozen demo has reached its moment and its hooks are delivered. */
  readonly settled: Promise<void>;
  /** Undefined if the demo has one machine. */
  readonly secondMachine: SecondMachine | undefined;
  /** Environment of an editor that shows the demo. */
  readonly env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

export interface DemoOptions extends PlayedHomeOptions {
  /** A folder without sessions; a temporary one if absent. */
  readonly configHome?: string;
  /** Adds a second machine, which needs a shell. */
  readonly withMachine?: boolean;
  /** Filter of the day's sessions; all if absent. */
  readonly has?: (part: Part) => boolean;
}

/** Fills a temporary config home with a team's day, and continues playing until it is stopped. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  if (options.configHome !== undefined) assertUnused(options.configHome);
  const base = fs.realpathSync(os.tmpdir());
  const root = fs.mkdtempSync(path.join(base, 'mission-control-demo-'));
  const configHome = options.configHome ?? path.join(root, '.claude');
  fs.mkdirSync(configHome, { recursive: true, mode: 0o700 });
  const home = fs.realpathSync(configHome);
  const code = path.join(root, 'code');
  const parts = cast.filter(options.has ?? (() => true));
  const desk = await playAt({ configHome: home, code }, parts, { ...options, hasPerson: true });
  const isWanted = options.withMachine === true && process.platform !== 'win32';
  const machine = isWanted ? await SecondMachine.start(root, options) : undefined;
  return {
    configHome: home,
    home: root,
    projectFolder: path.join(code, 'ledger-api'),
    settled: Promise.all([desk.settled, machine?.settled]).then(() => undefined),
    secondMachine: machine,
    env: { CLAUDE_CONFIG_DIR: home, ...machine?.env },
    async stop() {
      desk.stop();
      await machine?.stop();
      await fs.promises.rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The demo writes sessions of its own, which must never mix with real ones. */
function assertUnused(configHome: string): void {
  for (const name of ['projects', 'sessions', 'settings.json']) {
    if (!fs.existsSync(path.join(configHome, name))) continue;
    throw new Error(`${configHome} is in use: the demo needs a config home of its own.`);
  }
}

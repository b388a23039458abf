import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { installHooks } from '../../support/watchedHub';
import { writeAbsence } from './absence';
import { HubAudience } from './audience';
import { cast } from './cast/cast';
import { Conductor } from './conductor';
import { HookCommands } from './hookCommands';
import { listenerOf } from './listener';
import { writePastDay } from './pastDay';
import { Play } from './play';
import type { Project } from './project';
import { beginRepository, type Worktree } from './repository';
import { scratchStage } from './scratchStage';
import { worktreePath } from './session';
import { clientVersion } from './speaker';
import type { Folders } from './stage';

export interface Demo {
  readonly configHome: string;
  /** Holds the projects and, unless told otherwise, the config home. */
  readonly home: string;
  /** One of the scratch projects, to open in an editor. */
  readonly projectFolder: string;
  /** Resolves when a frozen demo has come to its point and its hooks are delivered. */
  readonly settled: Promise<void>;
  stop(): Promise<void>;
}

export interface DemoOptions {
  /** Without sessions in it; a scratch folder if absent. */
  readonly configHome?: string;
  /** How many times faster than life. */
  readonly speed?: number;
  /** Whether the sessions begin anew after their last scene; true if absent. */
  readonly loop?: boolean;
  /** Seconds of play after which nothing changes any more. */
  readonly frozenAt?: number;
  /** Whether the first scene may begin besides; it waits for a hub in any case. */
  readonly begins?: () => boolean;
}

/** A frozen demo rushes to its point. */
const rush = 12;

/** Fills a scratch config home with a team's day, and plays on until it is stopped. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  if (options.configHome !== undefined) assertUnused(options.configHome);
  const base = fs.realpathSync(os.tmpdir());
  const root = fs.mkdtempSync(path.join(base, 'mission-control-demo-'));
  const configHome = options.configHome ?? path.join(root, '.claude');
  fs.mkdirSync(configHome, { recursive: true, mode: 0o700 });
  const folders: Folders = {
    configHome: fs.realpathSync(configHome),
    code: path.join(root, 'code'),
  };
  writeProjects(folders);
  await installHooks(folders.configHome, { path: 'claude', version: clientVersion });
  const hooks = new HookCommands(folders.configHome);
  // A frozen demo is the same whoever looks.
  const audience = options.frozenAt === undefined ? new HubAudience(folders.configHome) : undefined;
  const play = new Play({
    folders,
    stage: scratchStage(hooks, audience),
    parts: cast,
    curtainEpoch: Date.now(),
    speed: options.speed ?? (options.frozenAt === undefined ? 1 : rush),
    loop: options.loop ?? true,
  });
  await writePastDay(folders.configHome, play.statuses, Date.now());
  await writeAbsence(folders.configHome, Date.now());
  play.raise();
  const conductor = new Conductor(play, {
    listener: () => listenerOf(folders.configHome),
    ...(options.begins && { begins: options.begins }),
    ...(options.frozenAt !== undefined && { until: options.frozenAt * 1000 }),
  });
  conductor.start();
  audience?.watch();
  return {
    configHome: folders.configHome,
    home: root,
    projectFolder: path.join(folders.code, 'ledger-api'),
    settled: conductor.ended.then(() => hooks.settle()),
    async stop() {
      conductor.stop();
      audience?.leave();
      play.dispose();
      hooks.stop();
      await fs.promises.rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The demo writes sessions of its own making: never among somebody's real ones. */
function assertUnused(configHome: string): void {
  for (const name of ['projects', 'sessions', 'settings.json']) {
    if (!fs.existsSync(path.join(configHome, name))) continue;
    throw new Error(`${configHome} is in use: the demo needs a config home of its own.`);
  }
}

function writeProjects({ code }: Folders): void {
  for (const project of new Set(cast.map((part) => part.project))) {
    const folder = path.join(code, project.name);
    writeFiles(folder, project.files);
    if (project.uncommitted === undefined) continue;
    const worktrees = worktreesOf(project);
    beginRepository(folder, worktrees);
    const places = worktrees.length > 0 ? worktrees.map((one) => one.folder) : [''];
    for (const place of places) writeFiles(path.join(folder, place), project.uncommitted);
  }
}

function worktreesOf(project: Project): readonly Worktree[] {
  return cast.flatMap(({ project: own, worktree, branch }) =>
    own !== project || worktree === undefined
      ? []
      : [{ folder: path.join(...worktreePath(worktree)), branch }],
  );
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'config-home': { type: 'string' },
      speed: { type: 'string' },
      once: { type: 'boolean', default: false },
      'frozen-at': { type: 'string' },
    },
  });
  const demo = await startDemo({
    loop: !values.once,
    ...(values['config-home'] !== undefined && { configHome: values['config-home'] }),
    ...(values.speed !== undefined && { speed: Number(values.speed) }),
    ...(values['frozen-at'] !== undefined && { frozenAt: Number(values['frozen-at']) }),
  });
  console.log(demo.configHome);
  // A frozen demo has nothing to do, and its sessions live as long as it does.
  setInterval(() => {}, 60_000);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void demo.stop().then(() => process.exit(0)));
  }
}

if (require.main === module) void main();

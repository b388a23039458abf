import { spawn, type ChildProcess } from 'node:child_process';
import * as path from 'node:path';
import { runCommand } from './command';
import type { InstalledEditor } from './install/install';

const startTimeoutMs = 90_000;
const stopTimeoutMs = 8_000;

export interface ServerOptions {
  /** Folder of user data and extensions. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** 0, the default, selects a free one. */
  readonly port?: number;
  readonly args?: readonly string[];
  /** Enables the question whether a folder is trusted. */
  readonly workspaceTrust?: boolean;
}

/** The editor's server process, with every process it starts. */
export class EditorServer {
  private constructor(
    readonly url: string,
    /** Resolves once the server has ended, by `stop` or by itself. */
    readonly ended: Promise<void>,
    private readonly process: ChildProcess,
    private readonly printed: readonly string[],
  ) {}

  static async start(installed: InstalledEditor, options: ServerOptions): Promise<EditorServer> {
    const args = [
      installed.entry,
      ...places(options.root),
      `--bind-addr=127.0.0.1:${String(options.port ?? 0)}`,
      '--auth=none',
      '--disable-telemetry',
      '--disable-update-check',
      ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
      '--disable-getting-started-override',
      '--ignore-last-opened',
      ...(options.args ?? []),
    ];
    const printed: string[] = [];
    // A separate process group, so that extension hosts and terminals end with it.
    const server = spawn(installed.node, args, {
      env: options.env,
      cwd: options.root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const endWithUs = (): void => signalGroup(server, 'SIGKILL');
    process.once('exit', endWithUs);
    const ended = new Promise<void>((resolve) => {
      server.once('close', () => {
        process.off('exit', endWithUs);
        resolve();
      });
    });
    const url = await address(server, printed);
    return new EditorServer(url, ended, server, printed);
  }

  get output(): string {
    return this.printed.join('');
  }

  async stop(): Promise<void> {
    const timer = setTimeout(() => signalGroup(this.process, 'SIGKILL'), stopTimeoutMs);
    signalGroup(this.process, 'SIGTERM');
    await this.ended;
    clearTimeout(timer);
    signalGroup(this.process, 'SIGKILL');
  }
}

/** Installs a `.vsix` file; an older version of the same extension is replaced. */
export async function installExtension(
  installed: InstalledEditor,
  { root, env }: ServerOptions,
  extension: string,
): Promise<void> {
  const args = [installed.entry, ...places(root), '--force', '--install-extension', extension];
  await runCommand(installed.node, args, { env, cwd: root });
}

/** Uninstalls `<publisher>.<name>`; open windows keep using it until they are reloaded. */
export async function uninstallExtension(
  installed: InstalledEditor,
  { root, env }: ServerOptions,
  id: string,
): Promise<void> {
  const args = [installed.entry, ...places(root), '--uninstall-extension', id];
  await runCommand(installed.node, args, { env, cwd: root });
}

function places(root: string): readonly string[] {
  return [
    `--config=${path.join(root, 'config.yaml')}`,
    `--user-data-dir=${path.join(root, 'data')}`,
    `--extensions-dir=${path.join(root, 'extensions')}`,
  ];
}

async function address(server: ChildProcess, printed: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (what: string): void => {
      clearTimeout(timer);
      signalGroup(server, 'SIGKILL');
      reject(new Error(`The editor ${what}:\n${printed.join('')}`));
    };
    const timer = setTimeout(() => fail('did not start in time'), startTimeoutMs);
    server.once('error', (error) => fail(`could not be run (${error.message})`));
    server.once('close', () => fail('ended while it started'));
    let url: string | undefined;
    const listen = (text: string): void => {
      printed.push(text);
      url ??= /listening on (http:\/\/[^\s/]+)/.exec(printed.join(''))?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    server.stdout?.setEncoding('utf8').on('data', listen);
    server.stderr?.setEncoding('utf8').on('data', listen);
  });
}

function signalGroup(server: ChildProcess, signal: NodeJS.Signals): void {
  if (server.pid === undefined) return;
  try {
    process.kill(-server.pid, signal);
  } catch {
    // Every process of the group has ended already.
  }
}

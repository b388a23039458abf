import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { builtOnce } from '../build/builtOnce';
import { buildScript } from '../build/buildScript';
import { projectRoot } from '../editor/paths';

/** The end of a run of the tool. */
export interface CliEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The tool as the package has it: `dist/` with the programs, and the files beside it. */
export async function builtCli(): Promise<string> {
  const root = await builtOnce('programs of the package', async (folder) => {
    await (await buildScript()).buildPrograms(path.join(folder, 'dist'));
    await fs.cp(path.join(projectRoot, 'media/l10n'), path.join(folder, 'media/l10n'), {
      recursive: true,
    });
    await fs.copyFile(path.join(projectRoot, 'package.json'), path.join(folder, 'package.json'));
  });
  return path.join(root, 'dist', 'cli.js');
}

/** Surroundings of a tool that are not the usual ones. */
export interface CliPlace {
  /** A file descriptor for the output, which is not read then. */
  readonly stdout?: 'pipe' | number;
  /** A working folder that is deleted before the tool starts. */
  readonly deletedCwd?: string;
}

/** A running tool; its standard input stays open and empty, as that of a status bar may. */
export class CliProcess {
  stdout = '';
  stderr = '';
  readonly ended: Promise<CliEnd>;

  private constructor(readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = once(child, 'close').then(([code]) => {
      const { stdout, stderr } = this;
      return { code: code as number | null, stdout, stderr };
    });
  }

  static async start(
    configHome: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    { stdout = 'pipe', deletedCwd }: CliPlace = {},
  ): Promise<CliProcess> {
    const { PATH, HOME } = process.env;
    const command = [process.execPath, await builtCli(), ...args];
    // The folder can only be deleted by a process that is in it already.
    const inDeleted = ['/bin/sh', '-c', 'rmdir "$PWD" && exec "$@"', 'sh', ...command];
    const [file = '', ...rest] = deletedCwd === undefined ? command : inDeleted;
    const child = spawn(file, rest, {
      env: { PATH, HOME, CLAUDE_CONFIG_DIR: configHome, ...env },
      stdio: ['pipe', stdout, 'pipe'],
      ...(deletedCwd !== undefined && { cwd: deletedCwd }),
    });
    return new CliProcess(child);
  }

  get lines(): readonly string[] {
    return this.stdout.split('\n').slice(0, -1);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

/** Runs the tool to its end. */
export async function runCli(
  configHome: string,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<CliEnd> {
  return (await CliProcess.start(configHome, args, env)).ended;
}

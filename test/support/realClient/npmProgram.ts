import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';

/** A program of the npm registry whose installations lie in the work tree's cache. */
export interface NpmProgram {
  readonly packageName: string;
  /** Folder of the cache; it has a folder for each version. */
  readonly cache: string;
  /** Paths at which a version may have its executable, relative to `node_modules`. */
  readonly executables: readonly string[];
}

const cacheRoot = path.resolve(__dirname, '../../../.cache');
const installTimeoutMs = 300_000;

const run = promisify(execFile);

/** Installations of this process by folder, so that concurrent tests share one. */
const installs = new Map<string, Promise<string>>();

/** Path of the program's executable, installed once per version into the work tree's cache. */
export function installProgram(program: NpmProgram, version: string): Promise<string> {
  const folder = path.join(cacheRoot, program.cache, version);
  const begun = installs.get(folder) ?? installOnce(program, version, folder);
  installs.set(folder, begun);
  return begun;
}

async function installOnce(program: NpmProgram, version: string, folder: string): Promise<string> {
  const present = await findExecutable(program, folder);
  if (present !== undefined) return present;
  const partial = `${folder}.${process.pid}.partial`;
  try {
    await installInto(partial, program, version);
    await replace(partial, folder, program);
  } finally {
    await fs.rm(partial, { recursive: true, force: true });
  }
  const executable = await findExecutable(program, folder);
  if (executable !== undefined) return executable;
  throw new Error(`${program.packageName}@${version} left no executable`);
}

async function installInto(folder: string, program: NpmProgram, version: string): Promise<void> {
  const wanted = `${program.packageName}@${version}`;
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(folder, 'package.json'), '{"private":true}\n');
  const args = ['install', wanted, '--prefix', folder];
  args.push('--include=optional', '--ignore-scripts', '--no-package-lock', '--no-save');
  try {
    await run('npm', [...args, '--no-audit', '--no-fund'], {
      cwd: folder,
      timeout: installTimeoutMs,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The client ${wanted} could not be installed from the npm registry into ${folder}. ` +
        `The tests that drive the real client need it.\n${reason}`,
      { cause: error },
    );
  }
  if ((await findExecutable(program, folder)) !== undefined) return;
  throw new Error(`${wanted} has no executable for ${process.platform}-${process.arch}`);
}

/** If another process has installed the same version meanwhile, its copy stays. */
async function replace(from: string, to: string, program: NpmProgram): Promise<void> {
  try {
    await fs.rename(from, to);
  } catch (error) {
    if ((await findExecutable(program, to)) === undefined) throw error;
  }
}

async function findExecutable(program: NpmProgram, folder: string): Promise<string | undefined> {
  for (const executable of program.executables) {
    const candidate = path.join(folder, 'node_modules', executable);
    try {
      await fs.access(candidate, fs.constants.X_OK);
      return candidate;
    } catch {
      // This version has no such file.
    }
  }
  return undefined;
}

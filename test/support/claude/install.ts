import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';

/** The client version of every scenario that names no other. */
export const pinnedVersion = '2.1.329';

/** The newest version that was measured; the truth bench plays it in addition to the pinned one. */
export const newestVersion = '2.1.332';

export const clientPackage = '@anthropic-ai/claude-code';
const cacheFolder = path.resolve(__dirname, '../../../.cache/claude-code');
const installTimeoutMs = 300_000;

const run = promisify(execFile);

/** Installations of this process by version, so that concurrent scenarios share one. */
const installs = new Map<string, Promise<string>>();

/** Path of the client's executable, installed once per version into the work tree's cache. */
export function installClient(version = pinnedVersion): Promise<string> {
  const begun = installs.get(version) ?? installOnce(version);
  installs.set(version, begun);
  return begun;
}

async function installOnce(version: string): Promise<string> {
  const folder = path.join(cacheFolder, version);
  const present = await findExecutable(folder);
  if (present !== undefined) return present;
  const partial = `${folder}.${process.pid}.partial`;
  try {
    await installInto(partial, version);
    await replace(partial, folder);
  } finally {
    await fs.rm(partial, { recursive: true, force: true });
  }
  const executable = await findExecutable(folder);
  if (executable === undefined) throw new Error(`${clientPackage}@${version} left no executable`);
  return executable;
}

async function installInto(folder: string, version: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(folder, 'package.json'), '{"private":true}\n');
  const args = ['install', `${clientPackage}@${version}`, '--prefix', folder];
  args.push('--include=optional', '--ignore-scripts', '--no-package-lock', '--no-save');
  try {
    await run('npm', [...args, '--no-audit', '--no-fund'], {
      cwd: folder,
      timeout: installTimeoutMs,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The client ${clientPackage}@${version} could not be installed from the npm registry into ` +
        `${folder}. The tests that drive the real client need it.\n${reason}`,
      { cause: error },
    );
  }
  if ((await findExecutable(folder)) !== undefined) return;
  throw new Error(
    `${clientPackage}@${version} has no executable for ${process.platform}-${process.arch}`,
  );
}

/** If another process has installed the same version meanwhile, its copy stays. */
async function replace(from: string, to: string): Promise<void> {
  try {
    await fs.rename(from, to);
  } catch (error) {
    if ((await findExecutable(to)) === undefined) throw error;
  }
}

/** Newer versions ship a native binary in a package per platform, older ones a script. */
async function findExecutable(folder: string): Promise<string | undefined> {
  const modules = path.join(folder, 'node_modules');
  const binary = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const platform = `${process.platform}-${process.arch}`;
  const candidates = [
    path.join(modules, `${clientPackage}-${platform}`, binary),
    path.join(modules, `${clientPackage}-${platform}-musl`, binary),
    path.join(modules, clientPackage, 'cli.js'),
  ];
  for (const candidate of candidates) {
    try {
      await fs.access(candidate, fs.constants.X_OK);
      return candidate;
    } catch {
      // This version has no such file.
    }
  }
  return undefined;
}

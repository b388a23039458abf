import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { clientFolderName } from '../../../../shared/agents/claude/places';
import { compareVersions } from '../../../../shared/text/compareVersions';

export interface ClientSearch {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Folders for system-wide installations. */
  readonly systemFolders?: readonly string[];
}

/** An executable of the client, and the version that it reports. */
export interface InstalledClient {
  readonly path: string;
  readonly version: string;
}

const versionTimeoutMs = 10_000;

/**
 * The oldest client on this machine, since all of them read the same settings; undefined without
 * any. Asking for the version starts no session.
 */
export async function findOldestClient(search: ClientSearch): Promise<InstalledClient | undefined> {
  const found = await Promise.all((await executables(search)).map(readVersion));
  return found
    .filter((client) => client !== undefined)
    .sort((left, right) => compareVersions(left.version, right.version))[0];
}

/** Every `claude` on the PATH and in the usual installation folders, without duplicates. */
async function executables({
  env,
  home,
  platform,
  systemFolders = platform === 'win32' ? [] : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin'],
}: ClientSearch): Promise<readonly string[]> {
  const windows = platform === 'win32';
  const names = windows ? ['claude.exe', 'claude.cmd'] : ['claude'];
  const onPath = (env['PATH'] ?? env['Path'] ?? '').split(windows ? ';' : ':');
  const usual = [
    path.join(home, '.local', 'bin'),
    path.join(home, clientFolderName, 'local'),
    path.join(home, '.npm-global', 'bin'),
    path.join(home, '.bun', 'bin'),
    path.join(home, '.volta', 'bin'),
    path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'npm'),
    ...systemFolders,
  ];
  const candidates = [...onPath, ...usual]
    .filter((folder) => path.isAbsolute(folder))
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  const resolved = await Promise.all(
    candidates.map(async (file) => {
      const target = await fs.realpath(file).catch(() => undefined);
      return [target, file] as const;
    }),
  );
  // The path under which the client was found is kept, because the shim of a version manager
  // depends on it.
  const byTarget = new Map(resolved.filter(([target]) => target !== undefined).toReversed());
  return Array.from(byTarget.values());
}

async function readVersion(file: string): Promise<InstalledClient | undefined> {
  const text = file.endsWith('.cmd') ? await packageVersion(file) : await printedVersion(file);
  const version = /\b\d+\.\d+\.\d+\b/.exec(text)?.[0];
  return version === undefined ? undefined : { path: file, version };
}

function printedVersion(file: string): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(
      file,
      ['--version'],
      {
        timeout: versionTimeoutMs,
        windowsHide: true,
        env: { ...process.env, DISABLE_AUTOUPDATER: '1' },
      },
      (error, stdout) => resolve(error === null ? stdout : ''),
    );
    child.stdin?.end();
  });
}

/** A `.cmd` of npm cannot be started without a shell, so the version is read from the package beside it. */
async function packageVersion(file: string): Promise<string> {
  const manifest = path.join(
    path.dirname(file),
    'node_modules',
    '@anthropic-ai',
    'claude-code',
    'package.json',
  );
  const text = await fs.readFile(manifest, 'utf8').catch(() => '');
  return /"version"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? '';
}

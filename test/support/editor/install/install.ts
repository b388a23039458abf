import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { cleanEnvironment, runCommand } from '../command';
import { cacheFolder } from '../paths';
import { ensureBuildTools } from './systemPackages';

/** One pinned release of VS Code's server and workbench. */
export interface EditorRelease {
  readonly codeServer: string;
  readonly vscode: string;
  readonly node: string;
  /** Native packages to build: those of the server, and those of the editor inside it. */
  readonly rebuild: { readonly server: readonly string[]; readonly vscode: readonly string[] };
  readonly themes: Readonly<Record<Theme, string>>;
}

export type Theme = 'dark' | 'light' | 'highContrast';

export interface InstalledEditor {
  readonly release: EditorRelease;
  readonly node: string;
  readonly entry: string;
  /** Folder of the bundled extensions. */
  readonly builtIns: string;
  /** Script of its windows. */
  readonly workbench: string;
}

export const newestEditor: EditorRelease = {
  codeServer: '4.139.1',
  vscode: '1.139.1',
  node: '24.21.0',
  rebuild: { server: [], vscode: ['@vscode/spdlog', '@vscode/native-watchdog'] },
  themes: { dark: 'Dark Modern', light: 'Light Modern', highContrast: 'Default High Contrast' },
};

/** The lower bound of `engines.vscode`. */
export const oldestEditor: EditorRelease = {
  codeServer: '4.100.3',
  vscode: '1.100.3',
  node: '20.19.6',
  rebuild: {
    server: ['argon2'],
    vscode: ['@vscode/spdlog', '@vscode/native-watchdog', 'node-pty'],
  },
  themes: {
    dark: 'Default Dark Modern',
    light: 'Default Light Modern',
    highContrast: 'Default High Contrast',
  },
};

const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
const npmFlags = ['--omit=dev', '--ignore-scripts', ...quiet];

/** Installs the editor into the cache on the first call; later calls only return its paths. */
export async function installEditor(release = newestEditor): Promise<InstalledEditor> {
  const folder = path.join(cacheFolder, 'editor', `code-server-${release.codeServer}`);
  // The folder gets its final name only when it is complete.
  if (!existsSync(folder)) await installInto(folder, release);
  return {
    release,
    node: path.join(nodeFolder(folder), 'bin', 'node'),
    entry: path.join(packageFolder(folder), 'out', 'node', 'entry.js'),
    builtIns: path.join(vscodeFolder(folder), 'extensions'),
    workbench: path.join(vscodeFolder(folder), 'out/vs/code/browser/workbench/workbench.js'),
  };
}

async function installInto(folder: string, release: EditorRelease): Promise<void> {
  if (process.platform === 'win32') {
    throw new Error('The local editor runs on Linux and macOS. Here, put `code` on the PATH.');
  }
  await ensureBuildTools();
  console.log(
    `Installing VS Code ${release.vscode} (code-server) into .cache, once; about a minute.`,
  );
  const partial = `${folder}.partial-${String(process.pid)}`;
  await fs.rm(partial, { recursive: true, force: true });
  await fs.mkdir(partial, { recursive: true });
  await fs.writeFile(path.join(partial, 'package.json'), '{ "private": true }\n');
  try {
    await installParts(partial, release);
    await publishFolder(partial, folder);
  } finally {
    await fs.rm(partial, { recursive: true, force: true });
  }
}

async function installParts(partial: string, release: EditorRelease): Promise<void> {
  const env = cleanEnvironment({
    ...registrySettings(),
    // A build script fetches its builder by npx.
    npm_config_yes: 'true',
    npm_config_nodedir: nodeFolder(partial),
    PATH: [path.join(nodeFolder(partial), 'bin'), process.env['PATH']].join(path.delimiter),
  });
  const npm = (cwd: string, args: readonly string[]): Promise<string> =>
    runCommand('npm', args, { cwd, env });

  await npm(partial, ['install', ...npmFlags, `${nodePackage}@${release.node}`]);
  await npm(partial, ['install', ...npmFlags, `code-server@${release.codeServer}`]);
  const vscode = vscodeFolder(partial);
  await npm(vscode, ['install', ...npmFlags]);
  await npm(path.join(vscode, 'extensions'), ['install', ...npmFlags]);
  const { rebuild } = release;
  if (rebuild.server.length > 0) await npm(partial, ['rebuild', ...quiet, ...rebuild.server]);
  await npm(vscode, ['rebuild', ...quiet, ...rebuild.vscode]);
}

/** Registry settings of the npm that runs the tests; its other settings belong to this project. */
function registrySettings(): NodeJS.ProcessEnv {
  const wanted = /^npm_config_(registry|userconfig|globalconfig|cache|cafile|(https?_)?proxy)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => wanted.test(name)));
}

/**
 * Renames a finished folder to its final name; if another process was faster, its folder is used.
 */
export async function publishFolder(partial: string, folder: string): Promise<void> {
  try {
    await fs.rename(partial, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

const nodePackage = `node-${process.platform}-${process.arch}`;

function nodeFolder(folder: string): string {
  return path.join(folder, 'node_modules', nodePackage);
}

function packageFolder(folder: string): string {
  return path.join(folder, 'node_modules', 'code-server');
}

function vscodeFolder(folder: string): string {
  return path.join(packageFolder(folder), 'lib', 'vscode');
}

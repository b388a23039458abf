import { accessSync, constants, existsSync } from 'node:fs';
import { findFirefox } from '../../phone/firefox';
import { isOnPath, runCommand } from '../command';

/** The first is Chromium without its window system parts, in which pages take half the time. */
const chromiumPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of the browser that drives the editor and the pages; `CHROMIUM` overrides it. */
export async function ensureChromium(): Promise<string> {
  const present = findChromium();
  if (present !== undefined) return present;
  const why = 'Chromium is needed to drive the editor and the pages.';
  // Some releases of Debian have no package for the headless shell.
  await installOrExplain(['chromium-headless-shell'], why).catch(() =>
    installOrExplain(['chromium'], why),
  );
  const installed = findChromium();
  if (installed === undefined)
    throw new Error('chromium was installed, yet it is in no known place');
  return installed;
}

/** Installs the compilers for the editor's native parts. */
export async function ensureBuildTools(): Promise<void> {
  const missing = await missingOf(['g++', 'make', 'python3']);
  if (missing.length === 0) return;
  await installOrExplain(missing, "A compiler is needed to build the editor's native parts.");
}

/** Installs the shells in which the hook script has to run; tests of missing shells are skipped. */
export async function offerShells(): Promise<void> {
  const missing = await missingOf(['busybox', 'dash', 'mksh', 'zsh']);
  if (missing.length === 0) return;
  await offer(missing, 'The relay is tested in the shells that people have.');
}

/**
 * Installs Debian's SSH server, login shells and a tool that shifts clocks; tests of missing
 * programs are skipped. The server is not installed where systemd would start it and open it to
 * others.
 */
export async function offerMachines(): Promise<void> {
  const isOpened = existsSync('/run/systemd/system') && !existsSync('/usr/sbin/sshd');
  for (const [program, name] of [
    ...(isOpened ? [] : [['/usr/sbin/sshd', 'openssh-server'] as const]),
    ['fish', 'fish'],
    ['tcsh', 'tcsh'],
    ['faketime', 'faketime'],
  ] as const) {
    if (!(await isOnPath(program)))
      await offer([name], 'Machines are tested behind a real SSH, in real shells.');
  }
}

/** Installs tmux, whose panes hold teammates; its test is skipped if it is missing. */
export async function offerTmux(): Promise<void> {
  if (process.platform === 'win32' || (await isOnPath('tmux'))) return;
  await offer(['tmux'], 'Teammates are tested in panes of a real tmux.');
}

/** Installs the GitHub CLI, which reads pull requests; its tests are skipped if it is missing. */
export async function offerGitHub(): Promise<void> {
  if (await isOnPath('gh')) return;
  await offer(['gh'], 'Reading pull requests is tested with the real gh.');
}

async function offer(packages: readonly string[], why: string): Promise<void> {
  await installOrExplain(packages, why).catch((error: unknown) => console.warn(String(error)));
}

/** Path of the browser that shows pushes. */
export async function ensureFirefox(): Promise<string> {
  const present = findFirefox();
  if (present !== undefined) return present;
  await installOrExplain(['firefox-esr'], 'Pushes to phones are tested with Firefox.');
  const installed = findFirefox();
  if (installed === undefined)
    throw new Error('firefox-esr was installed, yet it is in no known place');
  return installed;
}

/** Installs Firefox if possible; its tests are skipped if it is missing. */
export async function offerFirefox(): Promise<void> {
  await ensureFirefox().catch((error: unknown) => console.warn(String(error)));
}

async function missingOf(commands: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(commands.map((command) => isOnPath(command)));
  return commands.filter((_, index) => found[index] !== true);
}

/** Path of an installed Chromium; undefined if there is none. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  return [...(named === undefined ? [] : [named]), ...chromiumPlaces].find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false; // Missing; the next place is tried.
    }
  });
}

async function installOrExplain(packages: readonly string[], why: string): Promise<void> {
  const names = packages.join(' ');
  const debian = await isOnPath('apt-get');
  if (!debian || process.getuid?.() !== 0) {
    const how = debian ? `sudo apt-get install ${names}` : `your system's package of: ${names}`;
    throw new Error(`${why} It is missing here. Install it: ${how}`);
  }
  console.log(`${why} Installing ${names} by apt-get.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  // After a failed update the existing package lists may still work.
  await runCommand('apt-get', [...wait, 'update'], { env }).catch((error: unknown) => {
    console.warn(String(error));
  });
  await runCommand('apt-get', [...wait, 'install', '-y', '--no-install-recommends', ...packages], {
    env,
  });
}

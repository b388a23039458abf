import { accessSync, constants, existsSync } from 'node:fs';
import { findFirefox } from '../../phone/firefox';
import { isOnPath, runCommand } from '../command';

/** The first is Chromium without the parts that only a window needs: pages take half the time in it. */
const chromiumPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser that drives the editor and the pages; `CHROMIUM` names another one. */
export async function ensureChromium(): Promise<string> {
  const present = findChromium();
  if (present !== undefined) return present;
  const why = 'Chromium is needed to drive the editor and the pages.';
  // Not every release of Debian has a package with only the headless shell.
  await installOrExplain(['chromium-headless-shell'], why).catch(() =>
    installOrExplain(['chromium'], why),
  );
  const installed = findChromium();
  if (installed === undefined)
    throw new Error('chromium was installed, yet it is in no known place');
  return installed;
}

/** What the editor's native parts are built with. */
export async function ensureBuildTools(): Promise<void> {
  const missing = await missingOf(['g++', 'make', 'python3']);
  if (missing.length === 0) return;
  await installOrExplain(missing, "A compiler is needed to build the editor's native parts.");
}

/** The shells that the hooks' script has to run in; tests of one that cannot be installed are skipped. */
export async function offerShells(): Promise<void> {
  const missing = await missingOf(['busybox', 'dash', 'mksh', 'zsh']);
  if (missing.length === 0) return;
  await offer(missing, 'The relay is tested in the shells that people have.');
}

/**
 * Debian's server for SSH, login shells that people have behind it, and clocks that are off; tests of
 * what can't be installed are skipped. Where the system starts services by itself, the server would be
 * open to others.
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

/** The terminals in which teammates have panes; their test is skipped where it cannot be installed. */
export async function offerTmux(): Promise<void> {
  if (process.platform === 'win32' || (await isOnPath('tmux'))) return;
  await offer(['tmux'], 'Teammates are tested in panes of a real tmux.');
}

/** GitHub's own program, which is asked for pull requests; its tests are skipped where it cannot be installed. */
export async function offerGitHub(): Promise<void> {
  if (await isOnPath('gh')) return;
  await offer(['gh'], 'Reading pull requests is tested with the real gh.');
}

async function offer(packages: readonly string[], why: string): Promise<void> {
  await installOrExplain(packages, why).catch((error: unknown) => console.warn(String(error)));
}

/** The browser in which pushes are shown. */
export async function ensureFirefox(): Promise<string> {
  const present = findFirefox();
  if (present !== undefined) return present;
  await installOrExplain(['firefox-esr'], 'Pushes to phones are tested with Firefox.');
  const installed = findFirefox();
  if (installed === undefined)
    throw new Error('firefox-esr was installed, yet it is in no known place');
  return installed;
}

/** The same; tests are skipped where it cannot be installed. */
export async function offerFirefox(): Promise<void> {
  await ensureFirefox().catch((error: unknown) => console.warn(String(error)));
}

async function missingOf(commands: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(commands.map((command) => isOnPath(command)));
  return commands.filter((_, index) => found[index] !== true);
}

/** Finds an installed Chromium; undefined if there is none. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  return [...(named === undefined ? [] : [named]), ...chromiumPlaces].find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false; // Not there: the next place may be.
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
  // A failed update still leaves the lists of last time to install from.
  await runCommand('apt-get', [...wait, 'update'], { env }).catch((error: unknown) => {
    console.warn(String(error));
  });
  await runCommand('apt-get', [...wait, 'install', '-y', '--no-install-recommends', ...packages], {
    env,
  });
}

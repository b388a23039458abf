import { realpath } from 'node:fs/promises';
import { findLaunchers, removeLaunchers } from '../commandLine/launcher/launcherFiles';
import { t } from '../../shared/words/l10n';
import { missionControlFolder } from '../util/files/missionControlFolder';
import { PrivateFolder } from '../util/files/privateFolder';
import { findHubLocation } from '../util/hub/hubFolder';
import { waitForProcessEnd } from '../util/processEnd';
import type { HookHome } from './hookHomes';
import type { SettingsPreview } from './installer';
import { findTraces, removeTraces, type Traces } from './traces';

/** The hooks and files that are removed from one config home. */
export interface HomeRemoval {
  readonly home: HookHome;
  /** The removal of the hooks; undefined if there are none. */
  readonly hooks: SettingsPreview | undefined;
  readonly leftovers: readonly string[];
  /** Files of the command line tool. */
  readonly launchers: readonly string[];
  readonly traces: Traces | undefined;
}

/**
 * Finds the hooks and files to remove, and returns a sentence for each home of another account that
 * can't be read. A folder that several homes lead to through links is removed once.
 */
export async function planRemoval(
  homes: readonly HookHome[],
): Promise<readonly [removals: readonly HomeRemoval[], unreadable: readonly string[]]> {
  const removals: HomeRemoval[] = [];
  const unreadable: string[] = [];
  const folders = new Set<string>();
  for (const [at, home] of homes.entries()) {
    try {
      const folder = await realpath(home.path).catch(() => home.path);
      if (folders.has(folder)) continue;
      folders.add(folder);
      const removal = await removalOf(home);
      if (!isEmpty(removal)) removals.push(removal);
    } catch (error) {
      if (at === 0) throw error;
      unreadable.push(t('{0} can’t be read and stays as it is.', home.path));
    }
  }
  return [removals, unreadable];
}

/** Removes the hooks first, because the client would still call them without the relay. */
export async function removeAll(
  removals: readonly HomeRemoval[],
  whileStopped: (act: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const { home, hooks, launchers } of removals) {
    if (hooks !== undefined) await home.installer.remove(hooks);
    await home.installer.removeLeftovers();
    await removeLaunchers(launchers);
  }
  await whileStopped(async () => {
    for (const { home } of removals) {
      if (home.agent !== undefined) continue;
      // The hub of another account ends once this window's hub has; until then it could write to
      // the folder.
      await waitForHubEnd(home.path);
      await removeTraces(home.path);
    }
  });
}

async function removalOf(home: HookHome): Promise<HomeRemoval> {
  const preview = await home.installer.previewRemove();
  const leftovers = await home.installer.leftovers();
  // All other files are in config homes.
  const isConfigHome = home.agent === undefined;
  const traces = isConfigHome ? await findTraces(home.path) : undefined;
  const launchers = isConfigHome ? await findLaunchers(home.path) : [];
  const hooks = preview.before === preview.after ? undefined : preview;
  return { home, hooks, leftovers, launchers, traces };
}

function isEmpty({ hooks, leftovers, traces }: HomeRemoval): boolean {
  return hooks === undefined && leftovers.length === 0 && traces === undefined;
}

/**
 * Waits for the end of a config home's hub, but only a few seconds, because a window of another
 * editor may keep it running.
 */
async function waitForHubEnd(configHome: string): Promise<void> {
  const folder = new PrivateFolder(missionControlFolder(configHome));
  const location = await findHubLocation(folder).catch(() => undefined);
  const pid = location?.endpoint?.pid;
  if (pid !== undefined && pid !== process.pid) await waitForProcessEnd(pid);
}

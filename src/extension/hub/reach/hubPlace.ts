import { readdir, stat } from 'node:fs/promises';
import { PrivateFolder } from '../../util/files/privateFolder';
import { removeFolder } from '../../util/files/removeFolder';
import { endpointIn, hostFolder, hostFolderName, isOfOtherHost } from '../../util/hub/hubFolder';

/** Interval in ms at which a hub rewrites its token to show that it is alive. */
export const heartbeatIntervalMs = 5_000;
/** Time in ms without a heartbeat after which a hub is assumed to have ended. */
const staleMs = 20_000;
/**
 * Time in ms without a heartbeat after which another host's folder is removed. It is long because
 * that host may only have been asleep.
 */
const abandonedMs = 24 * 60 * 60_000;

const tokenName = 'token';

/**
 * Folder of the files by which a hub is found: the shared folder in the config home, or, while a
 * hub on another host uses that, a subfolder for this host. Both hubs keep running, since neither
 * can reach the windows and clients of the other host.
 */
export class HubPlace {
  private others = false;

  private constructor(
    private readonly shared: PrivateFolder,
    private readonly host: string,
    readonly folder: PrivateFolder,
    private readonly onOthers: () => void,
  ) {}

  /**
   * Chooses the folder, and creates it if needed. `onOthers` is called when `hasOthers` has
   * changed.
   */
  static async choose(
    shared: PrivateFolder,
    host: string,
    onOthers: () => void = () => undefined,
  ): Promise<HubPlace> {
    // If this host's folder cannot be created, the shared one is used: once this hub writes its
    // token there, the other host's hub finds it and retires.
    const folder = await chooseFolder(shared, host).catch(() => shared);
    const place = new HubPlace(shared, host, folder, onOthers);
    place.others = place.usesHostFolder;
    await place.deleteCrashedFolders().catch(() => undefined);
    return place;
  }

  /**
   * True if this hub uses its host's folder, because another host's hub used the shared one when
   * this hub started.
   */
  get usesHostFolder(): boolean {
    return this.folder !== this.shared;
  }

  /** True while hubs of other hosts use the config home; always true if `usesHostFolder` is. */
  get hasOthers(): boolean {
    return this.others;
  }

  /**
   * True if a later hub of this host serves from the shared folder, so that this hub in its host's
   * folder must retire. `HubFiles` compares the token in its own folder only.
   */
  async isReplaced(): Promise<boolean> {
    if (!this.usesHostFolder) return false;
    const endpoint = await endpointIn(this.shared);
    return endpoint?.host === this.host;
  }

  /** Writes a heartbeat, and checks which other hubs are alive. */
  async writeHeartbeat(token: string): Promise<void> {
    await this.folder.refresh(tokenName, token);
    if (this.usesHostFolder) return;
    const names = await this.otherFolders();
    const now = names.length === 0 ? 0 : ((await this.folder.writtenAt(tokenName)) ?? 0);
    const ages = await Promise.all(names.map((name) => heartbeatAge(this.shared.file(name), now)));
    const hasOthers = ages.some((age) => age <= staleMs);
    if (hasOthers === this.others) return;
    this.others = hasOthers;
    this.onOthers();
  }

  /** Removes this host's folder if this hub used it; no other hub has files in it. */
  async leave(): Promise<void> {
    if (this.usesHostFolder) await removeFolder(this.folder.path).catch(() => undefined);
  }

  /**
   * Removes folders of crashed hubs: this host's, if this hub uses the shared folder, and other
   * hosts' after a day without a heartbeat (`abandonedMs`). Sets `others` if another hub is alive.
   */
  private async deleteCrashedFolders(): Promise<void> {
    if (!this.usesHostFolder)
      await removeFolder(hostFolder(this.shared, this.host).path).catch(() => undefined);
    const names = await this.otherFolders();
    if (names.length === 0) return;
    const now = await this.shared.now();
    for (const name of names) {
      const folder = this.shared.file(name);
      const age = await heartbeatAge(folder, now);
      if (age > abandonedMs) await removeFolder(folder).catch(() => undefined);
      else if (age <= staleMs) this.others = true;
    }
  }

  private async otherFolders(): Promise<readonly string[]> {
    const names = await readdir(this.shared.path).catch((): string[] => []);
    const own = hostFolder(this.shared, this.host).path;
    return names.filter((name) => hostFolderName.test(name) && this.shared.file(name) !== own);
  }
}

/**
 * Returns this host's folder (created if missing) while another host's hub has a heartbeat in the
 * shared folder, otherwise the shared folder.
 */
async function chooseFolder(shared: PrivateFolder, host: string): Promise<PrivateFolder> {
  const endpoint = await endpointIn(shared);
  if (endpoint === undefined || !isOfOtherHost(endpoint, host)) return shared;
  const [now, written] = [await shared.now(), await shared.writtenAt(tokenName)];
  if (written === undefined || now - written > staleMs) return shared;
  const folder = hostFolder(shared, host);
  await folder.ensureWithin();
  return folder;
}

/**
 * Returns the time since a hub's last heartbeat, in ms; without a token, the time since the folder
 * last changed.
 */
async function heartbeatAge(folder: string, now: number): Promise<number> {
  const written = await new PrivateFolder(folder).writtenAt(tokenName).catch(() => undefined);
  if (written !== undefined) return now - written;
  const stats = await stat(folder).catch(() => undefined);
  return stats === undefined ? Infinity : now - stats.mtimeMs;
}

import { readdir, stat } from 'node:fs/promises';
import { PrivateFolder } from '../../util/files/privateFolder';
import { removeFolder } from '../../util/files/removeFolder';
import { endpointIn, hostFolder, hostFolderName, isOfOtherHost } from '../../util/hub/hubFolder';

/** A hub writes its token over so often, in ms, to show that it lives. */
export const beatMs = 5_000;
/** A hub that has not done so for this long, in ms, is gone, or as good as gone. */
const staleMs = 20_000;
/** A folder whose hub has been gone for so long, in ms, is swept away: its host may only have slept. */
const sweptMs = 24 * 60 * 60_000;

const tokenName = 'token';

/**
 * Where a hub leaves what it is found by: in our folder, or, while the hub of another host that has the
 * same config home is there, in a folder of its own host in it. Both stay: neither can reach the
 * windows and clients of the other.
 */
export class HubPlace {
  private others = false;

  private constructor(
    private readonly ours: PrivateFolder,
    private readonly host: string,
    readonly folder: PrivateFolder,
    private readonly onOthers: () => void,
  ) {}

  /** `onOthers` is called when `hasOthers` has changed. */
  static async choose(
    ours: PrivateFolder,
    host: string,
    onOthers: () => void = () => undefined,
  ): Promise<HubPlace> {
    // Where nothing can be written, it is tried in our folder until it can, and the other hub moves.
    const folder = await guestFolder(ours, host).catch(() => ours);
    const place = new HubPlace(ours, host, folder, onOthers);
    place.others = place.isGuest;
    await place.sweep().catch(() => undefined);
    return place;
  }

  /** True where another host's hub has our folder. */
  get isGuest(): boolean {
    return this.folder !== this.ours;
  }

  /** Whether hubs of other hosts live in our folder. */
  get hasOthers(): boolean {
    return this.others;
  }

  /** Whether a later hub of this host serves from our folder, which its host's own cannot tell. */
  async isReplaced(): Promise<boolean> {
    if (!this.isGuest) return false;
    const there = await endpointIn(this.ours);
    return there?.host === this.host;
  }

  /** Shows that the hub lives, and looks which others do. */
  async beat(token: string): Promise<void> {
    await this.folder.refresh(tokenName, token);
    if (this.isGuest) return;
    const names = await this.otherFolders();
    const now = names.length === 0 ? 0 : ((await this.folder.writtenAt(tokenName)) ?? 0);
    const ages = await Promise.all(names.map((name) => ageOf(this.ours.file(name), now)));
    const hasOthers = ages.some((age) => age <= staleMs);
    if (hasOthers === this.others) return;
    this.others = hasOthers;
    this.onOthers();
  }

  /** Takes away the folder of its own, while no other hub of this host can have files there. */
  async leave(): Promise<void> {
    if (this.isGuest) await removeFolder(this.folder.path).catch(() => undefined);
  }

  /** Takes away what hubs that crashed have left: the folder of this host where ours is used, others when they are old. */
  private async sweep(): Promise<void> {
    if (!this.isGuest)
      await removeFolder(hostFolder(this.ours, this.host).path).catch(() => undefined);
    const names = await this.otherFolders();
    if (names.length === 0) return;
    const now = await this.ours.now();
    for (const name of names) {
      const folder = this.ours.file(name);
      const age = await ageOf(folder, now);
      if (age > sweptMs) await removeFolder(folder).catch(() => undefined);
      else if (age <= staleMs) this.others = true;
    }
  }

  private async otherFolders(): Promise<readonly string[]> {
    const names = await readdir(this.ours.path).catch((): string[] => []);
    const own = hostFolder(this.ours, this.host).path;
    return names.filter((name) => hostFolderName.test(name) && this.ours.file(name) !== own);
  }
}

/** Our folder itself where no other host's hub lives in it. */
async function guestFolder(ours: PrivateFolder, host: string): Promise<PrivateFolder> {
  const there = await endpointIn(ours);
  if (there === undefined || !isOfOtherHost(there, host)) return ours;
  const [now, written] = [await ours.now(), await ours.writtenAt(tokenName)];
  if (written === undefined || now - written > staleMs) return ours;
  const folder = hostFolder(ours, host);
  await folder.ensureWithin();
  return folder;
}

/** How long ago a hub gave a sign of life there, in ms; without a token, how long ago anything changed. */
async function ageOf(folder: string, now: number): Promise<number> {
  const written = await new PrivateFolder(folder).writtenAt(tokenName).catch(() => undefined);
  if (written !== undefined) return now - written;
  const there = await stat(folder).catch(() => undefined);
  return there === undefined ? Infinity : now - there.mtimeMs;
}

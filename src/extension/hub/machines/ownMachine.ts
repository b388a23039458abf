import type { Log } from '../../util/log';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { machineIdentity } from '../../util/hub/machineIdentity';

/** The id by which other boards identify this computer. */
export class OwnMachine {
  private known: string | undefined;

  /** Undefined until the id is loaded, and if it could not be stored. */
  get id(): string | undefined {
    return this.known;
  }

  /** Reads the id from our folder, or creates and stores one. */
  async identify(folder: PrivateFolder, log: Log): Promise<void> {
    // Without a stored id, for example on a full disk, this computer cannot appear on another
    // board.
    try {
      this.known = (await machineIdentity(folder)).machineId;
    } catch (error) {
      log.warn(`This machine has no name: ${String(error)}`);
    }
  }
}

import type { Log } from '../../util/log';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { machineIdentity } from '../../util/hub/machineIdentity';

/** This computer, as the boards of others know it. */
export class OwnMachine {
  private known: string | undefined;

  /** Undefined before it is known, and where it has none. */
  get id(): string | undefined {
    return this.known;
  }

  /** Reads the id from our folder, or makes one. */
  async identify(folder: PrivateFolder, log: Log): Promise<void> {
    // Without a name of its own, on a full disk, this computer is no machine of another board.
    try {
      this.known = (await machineIdentity(folder)).machineId;
    } catch (error) {
      log.warn(`This machine has no name: ${String(error)}`);
    }
  }
}

import type { Log } from '../../util/log';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { machineIdentity } from '../../util/hub/machineIdentity';

/** This computer, as the boards of others know it. */
export class OwnMachine {
  private known: string | undefined;

  /** Undefined before the id is known, and if it could not be stored. */
  get id(): string | undefined {
    return this.known;
  }

  /** Reads the id from our folder, or creates one. */
  async identify(folder: PrivateFolder, log: Log): Promise<void> {
    // Without a stored id, as on a full disk, this computer can't appear on another board.
    try {
      this.known = (await machineIdentity(folder)).machineId;
    } catch (error) {
      log.warn(`This machine has no name: ${String(error)}`);
    }
  }
}

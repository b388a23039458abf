import type { CarrierState, ConnectPhone } from '../../../../shared/protocol/phones';
import type { Event } from '../../../util/emitter';
import type { SavedResult } from '../../../util/files/savedResult';

/** Opens the carrier that a person chose, by which phones reach the listener. */
export interface Carriers {
  readonly state: CarrierState | undefined;
  readonly onDidChange: Event<void>;
  /** Host names that lead to the listener now, with the port if the address has one. */
  readonly hosts: readonly string[];
  /** Replaces the carrier and stores the choice. Rejects with `NotSavedError`. */
  choose(choice: ConnectPhone, port: number): Promise<SavedResult>;
  /** Opens the carrier that was chosen last, if any. */
  resume(port: number): void;
  /** Closes the carrier; resolves after everything has stopped. */
  close(): Promise<void>;
}

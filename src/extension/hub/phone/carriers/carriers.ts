import type { CarrierState, ConnectPhone } from '../../../../shared/protocol/phones';
import type { Event } from '../../../util/emitter';
import type { Kept } from '../../../util/files/kept';

/** The way by which phones come to the listener. */
export interface Carriers {
  readonly state: CarrierState | undefined;
  readonly onDidChange: Event<void>;
  /** Hosts, each with its port where it has one, that lead to the listener now. */
  readonly hosts: readonly string[];
  /** Keeps that way open from now on, in place of the one before. Rejects with `NotKept`. */
  choose(way: ConnectPhone, port: number): Promise<Kept>;
  /** Opens the way that was chosen last, if there was one. */
  resume(port: number): void;
  /** Settles when nothing of it is left. */
  close(): Promise<void>;
}

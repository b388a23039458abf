import type { CarrierNotice, CarrierStep } from '../../../../shared/phone/carrierSlugs';
import type { Attempt } from './attempt';
import type { CarrierFault } from './carrierFault';
import type { PageRoute } from './fetchSmall';

/** A connection, such as a tunnel, through which phones reach the listener of this computer. */
export interface Carrier {
  /**
   * Set if the host may require a sign-in before the page, which only the browser of the phone can
   * complete.
   */
  readonly isBehindSignIn?: boolean;
  readonly notice?: CarrierNotice;
  /** Opens the carrier. Rejects with a `CarrierFault`, after everything has stopped. */
  open(attempt: Attempt): Promise<RunningCarrier>;
}

export interface RunningCarrier {
  /** Address of the page, with `/` at its end. */
  readonly url: string;
  /** Set if the page takes time to become reachable; faults in that time are retried. */
  readonly isNew?: boolean;
  /** Set if the carrier gets a different address when it is reopened. */
  readonly isTemporary?: boolean;
  readonly notice?: CarrierNotice;
  /** Replaces a fault of the page by a more specific one of this carrier, if there is one. */
  readonly explain?: (fault: CarrierFault) => Promise<CarrierFault>;
  /** Resolves when the program that keeps the carrier open has ended. */
  readonly ended?: Promise<unknown>;
  /** Closes the carrier; resolves after everything has stopped, and never rejects. */
  close(): Promise<void>;
}

/** Dependencies on the machine, which tests replace. */
export interface CarrierHost extends PageRoute {
  /** Folder of the script that ends programs together with the hub. */
  readonly scripts: string;
  readonly env: NodeJS.ProcessEnv;
  /** Folders outside the `PATH` that are searched for programs. */
  readonly folders?: readonly string[];
  readonly limits?: Partial<Readonly<Record<CarrierStep, number>>>;
  /** Delays in ms between attempts. */
  readonly retryMs?: readonly number[];
  /** Interval in ms of the checks of an open carrier. */
  readonly checkMs?: number;
}

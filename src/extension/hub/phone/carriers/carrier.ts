import type { CarrierNotice, CarrierStep } from '../../../../shared/phone/carrierSlugs';
import type { Attempt } from './attempt';
import type { CarrierFault } from './carrierFault';
import type { PageRoute } from './fetchSmall';

/** A carrier by which phones reach the listener. */
export interface Carrier {
  /** Set if the host requires a sign-in before the page, which only the phone's browser can pass. */
  readonly isBehindSignIn?: boolean;
  readonly notice?: CarrierNotice;
  /** Opens the carrier. Rejects with a `CarrierFault`, after everything has stopped. */
  open(attempt: Attempt): Promise<RunningCarrier>;
}

export interface RunningCarrier {
  /** Address of the page, with `/` at its end. */
  readonly url: string;
  /** Set if the page needs a while to become reachable; early faults are then retried. */
  readonly isNew?: boolean;
  /** Set if reopening gives another address. */
  readonly isTemporary?: boolean;
  readonly notice?: CarrierNotice;
  /** Replaces a fault of the page by a more specific one of this carrier. */
  readonly explain?: (fault: CarrierFault) => Promise<CarrierFault>;
  /** Resolves when the program that keeps the carrier open has ended. */
  readonly ended?: Promise<unknown>;
  /** Closes the carrier; resolves after everything has stopped, and never rejects. */
  close(): Promise<void>;
}

/** Dependencies on the machine, which tests replace. */
export interface CarrierHost extends PageRoute {
  /** Folder of the script that ties programs to the hub. */
  readonly scripts: string;
  readonly env: NodeJS.ProcessEnv;
  /** Folders outside the `PATH` in which programs are looked for. */
  readonly folders?: readonly string[];
  readonly limits?: Partial<Readonly<Record<CarrierStep, number>>>;
  /** Waits between two attempts, and the interval of checks of an open carrier, in ms. */
  readonly retryMs?: readonly number[];
  readonly checkMs?: number;
}

import type { CarrierNotice, CarrierStep } from '../../../../shared/phone/carrierSlugs';
import type { Attempt } from './attempt';
import type { CarrierFault } from './carrierFault';
import type { PageRoute } from './fetchSmall';

/** A way by which phones reach the listener. */
export interface Way {
  /** Set where a sign-in of its host stands before the page, which only the phone's browser can pass. */
  readonly isBehindSignIn?: boolean;
  readonly notice?: CarrierNotice;
  /** Rejects with a `CarrierFault`, and then leaves nothing behind. */
  open(attempt: Attempt): Promise<OpenWay>;
}

export interface OpenWay {
  /** Address of the page, with `/` at its end. */
  readonly url: string;
  /** Set where it takes a while until the page answers, and faults at first mean nothing. */
  readonly isNew?: boolean;
  /** Set where opening it again gives another address. */
  readonly isTemporary?: boolean;
  readonly notice?: CarrierNotice;
  /** What a fault of the page means for this way in particular. */
  readonly explain?: (fault: CarrierFault) => Promise<CarrierFault>;
  /** Settles when the program that keeps it open has ended. */
  readonly ended?: Promise<unknown>;
  /** Settles when nothing of it is left; never rejects. */
  close(): Promise<void>;
}

/** What depends on the machine; tests have their own. */
export interface CarrierHost extends PageRoute {
  /** Folder with the script that ties programs to the hub. */
  readonly scripts: string;
  readonly env: NodeJS.ProcessEnv;
  /** Folders beside the `PATH` in which programs are looked for. */
  readonly folders?: readonly string[];
  readonly limits?: Partial<Readonly<Record<CarrierStep, number>>>;
  /** Waits between two tries, and between two checks of an open way, in ms. */
  readonly retryMs?: readonly number[];
  readonly checkMs?: number;
}

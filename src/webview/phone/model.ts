import type { OwnDevice } from '../../shared/phone/phoneMessages';
import type { Store } from '../store';

/** State of a phone's page in addition to the board. */
export interface PhoneState {
  /** `waiting`: to be accepted at the computer; `offline`: the last board is shown. */
  readonly phase:
    'starting' | 'unpaired' | 'pairing' | 'waiting' | 'connecting' | 'live' | 'offline';
  /** Matching code, while `waiting` or `live`. */
  readonly code?: string;
  /**
   * True if the phone has the scope `answer`, but a person has to compare the code at the computer
   * first.
   */
  readonly mustConfirm?: boolean;
  readonly machine?: string;
  readonly device?: OwnDevice;
  /** When the last board was received, ms since 1970, by this phone's clock. */
  readonly boardAt?: number;
  /** Why pairing failed or the phone is not connected, and what to do, as a sentence. */
  readonly problem?: string;
  readonly notifications: 'unsupported' | 'installFirst' | 'ask' | 'denied' | 'off' | 'on';
  /** Result of the newest test push: the time in ms until it was shown. */
  readonly shownAfterMs?: number;
}

export interface PhoneModel {
  readonly state: Store<PhoneState>;
  enableNotifications(): Promise<void>;
  testPush(): void;
  /** Pairs with a typed or pasted link. */
  pairBy(link: string): void;
  /** Unpairs this phone from its hub, after the person confirmed. */
  forget(): Promise<void>;
  reconnect(): void;
  /** Called when the person closes `problem`; an equal problem is shown again. */
  closeProblem(): void;
}

import type { OwnDevice } from '../../shared/phone/phoneMessages';
import type { Store } from '../store';

/** What the page of a phone knows beside the board. */
export interface PhoneState {
  /** `waiting`: the desk has to accept; `offline`: the last board is shown. */
  readonly phase:
    'starting' | 'unpaired' | 'pairing' | 'waiting' | 'connecting' | 'live' | 'offline';
  /** Characters to compare with those at the desk, while `waiting` or `live`. */
  readonly code?: string;
  /** It may answer, but a person has to compare the code at the desk first. */
  readonly mustConfirm?: boolean;
  readonly machine?: string;
  readonly device?: OwnDevice;
  /** When the last board was received, ms since 1970, by this phone's clock. */
  readonly boardAt?: number;
  /** A sentence for the person: why pairing failed, why it is not connected, with what to do. */
  readonly problem?: string;
  readonly notifications: 'unsupported' | 'installFirst' | 'ask' | 'denied' | 'off' | 'on';
  /** The newest test push, in ms until it was shown. */
  readonly shownAfterMs?: number;
}

export interface PhoneModel {
  readonly state: Store<PhoneState>;
  enableNotifications(): Promise<void>;
  testPush(): void;
  /** Pairs by a typed or pasted link. */
  pairBy(link: string): void;
  /** Forgets this hub on this phone, after the person confirmed. */
  forget(): Promise<void>;
  reconnect(): void;
  /** The person has read `problem`; the next one is said again, though it be the same. */
  closeProblem(): void;
}

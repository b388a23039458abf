import {
  carrierKindSchema,
  type CarrierKind,
  type CarrierState,
  type PhoneDevice,
} from '../protocol/phones';
import * as z from '../protocol/schema';

/** A carrier that the panel offers: a way on which the phone reaches the hub, such as a tunnel. */
export interface OfferedCarrier {
  readonly way: CarrierKind;
  /** Host of the address, if it is known before the carrier is opened. */
  readonly host?: string;
  /** `insecure`: without TLS. `loopback`: reachable only by browsers on this machine. */
  readonly limit?: 'insecure' | 'loopback';
}

/** State of connecting a phone, which the panel shows as one of its steps. */
export type PairingStep =
  | { readonly type: 'choose' }
  /** `step` is a slug of `CarrierStep`. */
  | { readonly type: 'opening'; readonly way: CarrierKind; readonly step?: string }
  | {
      readonly type: 'faulty';
      readonly way: CarrierKind;
      readonly fault: NonNullable<CarrierState['fault']>;
      readonly url?: string;
    }
  | {
      readonly type: 'scan';
      readonly way: CarrierKind;
      /** Address with the ticket's secret. */
      readonly link: string;
      /** Time at which the ticket expires, ms since 1970. */
      readonly until: number;
      /** A `CarrierNotice`: what the person has to know about the carrier. */
      readonly notice?: string;
    }
  | {
      readonly type: 'asking';
      readonly device: string;
      readonly name: string;
      readonly code: string;
      /** True once the person's verdict was sent to the hub. */
      readonly isJudged: boolean;
    }
  | { readonly type: 'connected'; readonly device: string }
  | {
      readonly type: 'over';
      readonly why: 'expired' | 'gone' | 'refused';
      readonly way: CarrierKind | undefined;
    };

/** The result of a test push. */
export interface TestedPush {
  readonly device: string;
  readonly isShown?: boolean;
  /**
   * Time from sending until the phone showed it, in ms; absent if only its opening was reported.
   */
  readonly shownAfterMs?: number;
  /** A sentence for the person. */
  readonly problem?: string;
}

/** A paired phone in the panel. */
export interface ListedPhone extends Omit<
  PhoneDevice,
  'signingKey' | 'agreementKey' | 'isKeyChanged'
> {
  /** True if it was last connected with keys that differ from the listed ones. */
  readonly isKeyChanged: boolean;
  /**
   * True if its code has to be compared before it may answer, because this editor does not know its
   * keys.
   */
  readonly mustCompare: boolean;
}

export interface PhonePanelState {
  /** `manage` shows only the list of phones. */
  readonly view: 'connect' | 'manage';
  /** Time of the window's machine, ms since 1970; all times in this state are compared with it. */
  readonly now: number;
  /** False while no hub can be reached. */
  readonly isLive: boolean;
  /** The first is the recommended one. */
  readonly ways: readonly OfferedCarrier[];
  /** Address that the person entered before; empty if none. */
  readonly ownUrl: string;
  /** Port of the listener, to which the person's own address has to forward. */
  readonly port: number;
  readonly step: PairingStep;
  readonly devices: readonly ListedPhone[];
  readonly tests: readonly TestedPush[];
  /** Why the last message to the person's own URL for notifications failed, in English. */
  readonly pingProblem?: string;
  /** Why the last request failed, as a sentence. */
  readonly problem?: string;
}

/** Messages from host to panel; sent after the panel's `ready`, and after each change. */
export interface ToPhonePanel {
  readonly type: 'state';
  readonly state: PhonePanelState;
}

const device = z.lazy(() => z.string().check(z.maxLength(100)));

/** Messages from panel to host; validated by the host. */
export const fromPhonePanelSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('ready') }),
  /** Leaves the list of phones for the choice of carriers. */
  z.object({ type: z.literal('begin') }),
  /** Opens that carrier and shows a code. `url` is used only for `ownUrl` and `forwarded`. */
  z.object({
    type: z.literal('connect'),
    way: carrierKindSchema,
    url: z.optional(z.string().check(z.maxLength(2_000))),
  }),
  /** Requests a new code on the open carrier. */
  z.object({ type: z.literal('renew') }),
  /** Returns to the choice of carriers and ends the pairing. */
  z.object({ type: z.literal('cancel') }),
  z.object({
    type: z.literal('judge'),
    device,
    verdict: z.enum(['watch', 'answer', 'refuse']),
  }),
  /** Shows only the list of phones. */
  z.object({ type: z.literal('manage') }),
  /** `code`: the code in the panel that the person confirmed to be equal on the phone. */
  z.object({
    type: z.literal('setScope'),
    device,
    scope: z.enum(['watch', 'answer']),
    code: z.optional(z.string().check(z.maxLength(20))),
  }),
  z.object({ type: z.literal('testPush'), device }),
  z.object({ type: z.literal('remove'), device }),
  /** The next four messages act on the link, the command and the help page that are shown. */
  z.object({ type: z.literal('copyLink') }),
  z.object({ type: z.literal('copyCommand') }),
  z.object({ type: z.literal('openHelp') }),
  z.object({ type: z.literal('showPorts') }),
]);
export type FromPhonePanel = z.infer<typeof fromPhonePanelSchema>;

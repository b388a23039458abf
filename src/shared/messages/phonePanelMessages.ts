import {
  carrierKindSchema,
  type CarrierKind,
  type CarrierState,
  type PhoneDevice,
} from '../protocol/phones';
import * as z from '../protocol/schema';

export interface OfferedWay {
  readonly way: CarrierKind;
  /** Host of the address, where it is known before the way is opened. */
  readonly host?: string;
  /** `insecure`: without TLS. `loopback`: browsers of the very machine alone reach it. */
  readonly limit?: 'insecure' | 'loopback';
}

/** How far the person is with a phone. */
export type PairingStep =
  | { readonly type: 'choose' }
  /** `step` is a slug of the way. */
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
      /** Slug of what the person has to know of the way. */
      readonly notice?: string;
    }
  | {
      readonly type: 'asking';
      readonly device: string;
      readonly name: string;
      readonly code: string;
      /** The hub has been told what the person said. */
      readonly isJudged: boolean;
    }
  | { readonly type: 'connected'; readonly device: string }
  | {
      readonly type: 'over';
      readonly why: 'expired' | 'gone' | 'refused';
      readonly way: CarrierKind | undefined;
    };

/** What came of a test push. */
export interface TestedPush {
  readonly device: string;
  readonly isShown?: boolean;
  /** From its sending until the phone showed it, in ms; absent where only its opening was heard of. */
  readonly shownAfterMs?: number;
  /** A sentence for the person. */
  readonly problem?: string;
}

/** A paired phone in the panel. */
export interface ListedPhone extends Omit<
  PhoneDevice,
  'signingKey' | 'agreementKey' | 'isKeyChanged'
> {
  /** It was connected with other keys than it is listed with. */
  readonly isKeyChanged: boolean;
  /** Its code has to be compared before it may answer: this editor does not know its keys. */
  readonly mustCompare: boolean;
}

export interface PhonePanelState {
  /** `manage`: the list of phones alone, until a phone is to be connected. */
  readonly view: 'connect' | 'manage';
  /** The time of the window's machine, by which all other times here count. */
  readonly now: number;
  /** False while no hub can be reached. */
  readonly isLive: boolean;
  /** The first is the recommended one. */
  readonly ways: readonly OfferedWay[];
  /** Address that the person gave before; empty without one. */
  readonly ownUrl: string;
  /** Port of the listener, to which an address of the person's own has to lead. */
  readonly port: number;
  readonly step: PairingStep;
  readonly devices: readonly ListedPhone[];
  readonly tests: readonly TestedPush[];
  /** In English: why the message to the person's own address was not taken. */
  readonly pingProblem?: string;
  /** Why the last wish was not carried out, as a sentence. */
  readonly problem?: string;
}

/** Messages from host to panel, which sends `ready` to be told all. */
export interface ToPhonePanel {
  readonly type: 'state';
  readonly state: PhonePanelState;
}

const device = z.lazy(() => z.string().check(z.maxLength(100)));

/** Messages from panel to host; checked by the host. */
export const fromPhonePanelSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('ready') }),
  /** From the list to the choice of ways. */
  z.object({ type: z.literal('begin') }),
  /** Opens that way and shows a code. `url` counts for the ways `ownUrl` and `forwarded` alone. */
  z.object({
    type: z.literal('connect'),
    way: carrierKindSchema,
    url: z.optional(z.string().check(z.maxLength(2_000))),
  }),
  /** A new code by the way that is open. */
  z.object({ type: z.literal('renew') }),
  /** Back to the choice of ways; a pairing ends. */
  z.object({ type: z.literal('cancel') }),
  z.object({
    type: z.literal('judge'),
    device,
    verdict: z.enum(['watch', 'answer', 'refuse']),
  }),
  /** Shows the list of phones alone. */
  z.object({ type: z.literal('manage') }),
  /** `code`: what the panel showed when the person said that the phone shows the same. */
  z.object({
    type: z.literal('setScope'),
    device,
    scope: z.enum(['watch', 'answer']),
    code: z.optional(z.string().check(z.maxLength(20))),
  }),
  z.object({ type: z.literal('testPush'), device }),
  z.object({ type: z.literal('remove'), device }),
  /** These mean the link, the command and the page of help that are shown. */
  z.object({ type: z.literal('copyLink') }),
  z.object({ type: z.literal('copyCommand') }),
  z.object({ type: z.literal('openHelp') }),
  z.object({ type: z.literal('showPorts') }),
]);
export type FromPhonePanel = z.infer<typeof fromPhonePanelSchema>;

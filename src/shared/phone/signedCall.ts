import type { CallBy, CallWith } from '../protocol/calls';
import { addressIn } from '../protocol/machines/address';
import type { MachineCard } from '../protocol/machines/machineNews';
import type { SignedAct } from '../protocol/signed';
import type { PhoneCall } from './phoneMessages';

/** The statement that a phone signs for a call, without what differs by time and connection. */
export interface SignedCall {
  readonly act: SignedAct;
  /** Session of the call's path. */
  readonly session: string;
  /** Hub of the session's machine, for which it is signed; absent for the hub that serves the phone. */
  readonly hub?: string;
  /** Name of the connection to that machine; absent as `hub` is. */
  readonly line?: string;
  /** What that machine's clock is ahead of the hub's that serves the phone, in ms. */
  readonly aheadMs: number;
  /** The whole request as the hub hands it on. */
  readonly body: object;
}

/** Calls that a phone makes under its seal, with the act of their row: a page has no table of calls. */
const acts: {
  readonly [Name in CallBy<'seal'>]: SignedAct &
    { [Act in SignedAct]: Name extends CallWith<{ signed: Act }> ? Act : never }[SignedAct];
} = { decide: 'decide', changePrompts: 'prompts', act: 'act' };

/** Undefined for a call that needs no seal. */
export function signedCallOf(
  call: PhoneCall,
  window: string,
  machines: readonly MachineCard[] = [],
): SignedCall | undefined {
  if (!isSealed(call)) return undefined;
  const { sessionId, ...request } = call.request;
  const { window: named, ...about } = recipientOf(sessionId, window, machines);
  return {
    act: acts[call.name],
    session: sessionId,
    ...about,
    body: { ...request, window: named },
  };
}

function isSealed(call: PhoneCall): call is PhoneCall<CallBy<'seal'>> {
  return Object.hasOwn(acts, call.name);
}

type Recipient = Pick<SignedCall, 'hub' | 'line' | 'aheadMs'> & { readonly window: string };

/**
 * Whom a phone's call about a session is signed for. On another machine, whoever acts does so as the
 * desk, which is a window of the hub there. A machine that is not connected counts as none: its call
 * is signed, and comes to nothing.
 */
export function recipientOf(
  session: string,
  window: string,
  machines: readonly MachineCard[] = [],
): Recipient {
  const address = addressIn(session);
  const there = machines.find(({ machineId }) => machineId === address?.machineId)?.there;
  if (address === undefined || there === undefined) return { aheadMs: 0, window };
  const { hub, line, aheadMs = 0 } = there;
  return { hub, line, aheadMs, window: there.window };
}

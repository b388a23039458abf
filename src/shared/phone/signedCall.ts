import type { CallBy, CallWith } from '../protocol/calls';
import { addressIn } from '../protocol/machines/address';
import type { MachineCard } from '../protocol/machines/machineNews';
import type { SignedAct } from '../protocol/signed';
import type { PhoneCall } from './phoneMessages';

/** The statement that a phone signs for a call, without the fields for time and connection. */
export interface SignedCall {
  readonly act: SignedAct;
  /** The session in the call's path. */
  readonly session: string;
  /**
   * Hub of the session's machine, to which the statement is bound; absent for the hub that serves
   * the phone.
   */
  readonly hub?: string;
  /** Name of the connection to that machine; absent if `hub` is. */
  readonly line?: string;
  /** Clock of that machine minus the clock of the hub that serves the phone, in ms. */
  readonly aheadMs: number;
  /** The complete request as the hub forwards it. */
  readonly body: object;
}

/**
 * The signed act of each call that a phone signs, as in the table of calls; repeated here because
 * pages do not contain that table.
 */
const acts: {
  readonly [Name in CallBy<'seal'>]: SignedAct &
    { [Act in SignedAct]: Name extends CallWith<{ signed: Act }> ? Act : never }[SignedAct];
} = { decide: 'decide', giveGrant: 'giveGrant', changePrompts: 'prompts', act: 'act' };

/** The statement to sign for a call; undefined for a call that needs no seal. */
export function signedCallOf(
  call: PhoneCall,
  window: string,
  machines: readonly MachineCard[] = [],
): SignedCall | undefined {
  if (!isSealed(call)) return undefined;
  const { sessionId, ...request } = call.request;
  const { window: windowId, ...recipient } = recipientOf(sessionId, window, machines);
  return {
    act: acts[call.name],
    session: sessionId,
    ...recipient,
    body: { ...request, window: windowId },
  };
}

function isSealed(call: PhoneCall): call is PhoneCall<CallBy<'seal'>> {
  return Object.hasOwn(acts, call.name);
}

type Recipient = Pick<SignedCall, 'hub' | 'line' | 'aheadMs'> & { readonly window: string };

/**
 * The hub and window for which a phone signs a call about a session. On another machine the caller
 * acts as the desk, which is a window of that machine's hub. If the machine is not connected, the
 * call is signed for this hub and then fails.
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

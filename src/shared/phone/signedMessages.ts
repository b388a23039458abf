import type { FromPage } from '../messages/pageMessages';
import type { CallName, CallWith } from '../protocol/calls';
import { addressIn } from '../protocol/machines/address';
import type { MachineCard } from '../protocol/machines/machineNews';
import type { SignedAct } from '../protocol/signed';

/** A call that a message of a phone's page asks for, with the very body that is signed. */
export interface SignedCall {
  readonly name: CallName & CallWith<{ signed: SignedAct }>;
  readonly act: SignedAct;
  /** Session of the call's path, which is what is signed. */
  readonly session: string;
  /** Hub of the session's machine, for which it is signed; absent for the hub that serves the phone. */
  readonly hub?: string;
  /** Name of the connection to that machine; absent as `hub` is. */
  readonly line?: string;
  /** What that machine's clock is ahead of the hub's that serves the phone, in ms. */
  readonly aheadMs: number;
  readonly body: object;
}

/**
 * The signed call of a message; undefined where it needs no signature. Phone and hub make the same of
 * it. A machine that is not connected counts as none: its call is signed, and comes to nothing.
 */
export function signedCallOf(
  message: FromPage,
  window: string,
  machines: readonly MachineCard[] = [],
): SignedCall | undefined {
  if (message.type === 'decide') {
    const { sessionId, call, shown, decision } = message;
    const { window: named, ...about } = aboutOf(sessionId, window, machines);
    const body = { call, shown, window: named, decision };
    return { name: 'decide', act: 'decide', ...about, body };
  }
  if (message.type === 'changePrompts') {
    const { window: named, ...about } = aboutOf(message.sessionId, window, machines);
    const body = { window: named, change: message.change };
    return { name: 'changePrompts', act: 'prompts', ...about, body };
  }
  if (message.type === 'sessionCommand' && message.command === 'interruptSession') {
    const { window: named, ...about } = aboutOf(message.sessionId, window, machines);
    return { name: 'act', act: 'act', ...about, body: { window: named, act: 'interrupt' } };
  }
  return undefined;
}

type About = Pick<SignedCall, 'session' | 'hub' | 'line' | 'aheadMs'> & { readonly window: string };

/** On another machine, whoever acts does so as the desk, which is a window of the hub there. */
function aboutOf(session: string, window: string, machines: readonly MachineCard[]): About {
  const address = addressIn(session);
  const there = machines.find(({ machineId }) => machineId === address?.machineId)?.there;
  if (address === undefined || there === undefined) return { session, aheadMs: 0, window };
  const { hub, line, aheadMs = 0 } = there;
  return { session, hub, line, aheadMs, window: there.window };
}

import type { FromPage } from '../messages/pageMessages';
import type { CallName, CallWith } from '../protocol/calls';
import type { SignedAct } from '../protocol/signed';

/** A call that a message of a phone's page asks for, with the very body that is signed. */
export interface SignedCall {
  readonly name: CallName & CallWith<{ signed: SignedAct }>;
  readonly act: SignedAct;
  readonly session: string;
  readonly body: object;
}

/** The signed call of a message; undefined where it needs no signature. Phone and hub make the same of it. */
export function signedCallOf(message: FromPage, window: string): SignedCall | undefined {
  if (message.type === 'decide') {
    const { sessionId, call, shown, decision } = message;
    const body = { call, shown, window, decision };
    return { name: 'decide', act: 'decide', session: sessionId, body };
  }
  if (message.type === 'changePrompts') {
    const { sessionId, change } = message;
    return { name: 'changePrompts', act: 'prompts', session: sessionId, body: { window, change } };
  }
  if (message.type === 'sessionCommand' && message.command === 'interruptSession') {
    const body = { window, act: 'interrupt' };
    return { name: 'act', act: 'act', session: message.sessionId, body };
  }
  return undefined;
}

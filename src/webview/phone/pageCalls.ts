import type { FromPage, ToPage } from '../../shared/messages/pageMessages';
import type { PhoneCall } from '../../shared/phone/phoneMessages';

type Unnumbered<T> = T extends unknown ? Omit<T, 'sequence'> : never;
type Refusal = Unnumbered<
  Extract<ToPage, { readonly type: 'undecided' | 'promptProblem' | 'unanswered' }>
>;

/** The call for a message of a phone's page; undefined for messages that only an editor handles. */
export function toPhoneCall(message: FromPage): PhoneCall | undefined {
  switch (message.type) {
    case 'decide': {
      const { type: _type, ...request } = message;
      return { name: 'decide', request };
    }
    case 'giveGrant': {
      const { type: _type, ...request } = message;
      return { name: 'giveGrant', request };
    }
    case 'changePrompts': {
      const { sessionId, change } = message;
      return { name: 'changePrompts', request: { sessionId, change } };
    }
    case 'shown': {
      const { sessionId, call } = message;
      return { name: 'shown', request: { sessionId, call, place: 'card' } };
    }
    case 'sessionCommand': {
      // The only command of the editor that is also a call.
      const { command, sessionId } = message;
      const isCall = command === 'interruptSession';
      return isCall ? { name: 'act', request: { sessionId, act: 'interrupt' } } : undefined;
    }
    case 'ask':
    case 'act':
      return { name: message.name, request: message.request } as PhoneCall;
    default:
      return undefined;
  }
}

/**
 * Returns the message that tells the page that its call failed; undefined if a sentence for the
 * person is enough.
 */
export function toFailureMessage(message: FromPage, problem: string): Refusal | undefined {
  switch (message.type) {
    case 'decide':
    case 'giveGrant':
      return { type: 'undecided', call: message.call, problem };
    case 'changePrompts': {
      const { sessionId, change } = message;
      return {
        type: 'promptProblem',
        sessionId,
        problem,
        ...('id' in change && { id: change.id }),
      };
    }
    case 'ask':
      return { type: 'unanswered', name: message.name, reason: problem };
    default:
      return undefined;
  }
}

import type { Calls, EventCall } from '../../../src/extension/link/hubClient';
import type { CallAnswer, CallName, CallInput } from '../../../src/shared/protocol/calls';

type Answering<Name extends CallName> = (
  said: CallInput<Name>,
) => CallAnswer<Name> | Promise<CallAnswer<Name>>;

/** A hub whose answers to these calls come from the test. */
export function fakeCalls<Names extends Exclude<CallName, EventCall>>(answers: {
  readonly [Name in Names]: Answering<Name>;
}): Calls<Names> {
  return {
    async call<Name extends Exclude<Names, EventCall>>(name: Name, request: CallInput<Name>) {
      const answer: Answering<Name> = answers[name];
      return answer(request);
    },
  };
}

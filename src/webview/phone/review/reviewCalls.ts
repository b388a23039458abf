import type { CallAnswer, CallInput } from '../../../shared/protocol/calls';
import type { FromPhone, ReviewQuery, ToPhone } from '../../../shared/phone/phoneMessages';
import { t } from '../../../shared/words/l10n';

/**
 * Requests a part of a review from the hub; rejects with a sentence for the person, or when
 * `signal` aborts.
 */
export type AskAboutReview = <Name extends ReviewQuery>(
  name: Name,
  request: CallInput<Name>,
  signal: AbortSignal,
) => Promise<CallAnswer<Name>>;

type Question = Extract<FromPhone, { readonly type: 'call'; readonly name: ReviewQuery }>;
type Answer = Extract<ToPhone, { readonly type: 'answer' }>;

/** The part of the phone's connection that reviews use. */
export interface ReviewWire {
  /** Messages sent while there is no connection are lost. */
  send(message: Question | Extract<FromPhone, { readonly type: 'leaveCall' }>): void;
  /** Returns a function that unsubscribes. */
  onMessage(listener: (message: ToPhone) => void): () => void;
}

interface Waiting {
  readonly question: Question;
  readonly accept: (message: Answer) => void;
}

/**
 * Sends requests over the phone's connection. A pending request is sent again on the next
 * connection.
 */
export function createReviewRequester(wire: ReviewWire): AskAboutReview {
  const waiting = new Map<string, Waiting>();
  wire.onMessage((message) => {
    if (message.type === 'welcome')
      for (const { question } of waiting.values()) wire.send(question);
    if (message.type === 'answer') waiting.get(message.id)?.accept(message);
  });
  return (name, request, signal) =>
    new Promise((resolve, reject) => {
      const id = crypto.randomUUID();
      const question = { type: 'call', id, name, request } as Question;
      const onAbort = (): void => {
        if (!waiting.delete(id)) return;
        wire.send({ type: 'leaveCall', id });
        reject(signal.reason as Error);
      };
      const accept: Waiting['accept'] = (message) => {
        waiting.delete(id);
        signal.removeEventListener('abort', onAbort);
        if (message.problem !== undefined) reject(new Error(t(message.problem)));
        // Safe: the answer has the id of this request.
        else resolve(message.answer as CallAnswer<typeof name>);
      };
      waiting.set(id, { question, accept });
      signal.addEventListener('abort', onAbort, { once: true });
      wire.send(question);
    });
}

import type { CallAnswer, CallSaid } from '../../../shared/protocol/calls';
import type {
  AskReview,
  FromPhone,
  ReviewQuestion,
  ToPhone,
} from '../../../shared/phone/phoneMessages';
import { t } from '../../../shared/words/l10n';

/** Asks the hub about a review; rejects with a sentence for the person, or once `signal` aborts. */
export type AskAboutReview = <Name extends ReviewQuestion>(
  name: Name,
  request: CallSaid<Name>,
  signal: AbortSignal,
) => Promise<CallAnswer<Name>>;

/** The phone's connection, as far as reviews need one. */
export interface ReviewWire {
  /** What is said while there is no connection is lost. */
  send(message: Extract<FromPhone, { readonly type: 'review' | 'leaveReview' }>): void;
  /** Returns the way to stop listening. */
  onMessage(listener: (message: ToPhone) => void): () => void;
}

interface Waiting {
  readonly question: AskReview;
  readonly take: (message: Extract<ToPhone, { readonly type: 'review' }>) => void;
}

/** Asks over the phone's connection. A question outlives its connection: the next one asks it again. */
export function askOver(wire: ReviewWire): AskAboutReview {
  const waiting = new Map<string, Waiting>();
  wire.onMessage((told) => {
    if (told.type === 'welcome') for (const { question } of waiting.values()) wire.send(question);
    if (told.type === 'review') waiting.get(told.id)?.take(told);
  });
  return (name, request, signal) =>
    new Promise((resolve, reject) => {
      const id = crypto.randomUUID();
      const question = { type: 'review', id, name, request } as AskReview;
      const onAbort = (): void => {
        if (!waiting.delete(id)) return;
        wire.send({ type: 'leaveReview', id });
        reject(signal.reason as Error);
      };
      const take: Waiting['take'] = (told) => {
        waiting.delete(id);
        signal.removeEventListener('abort', onAbort);
        if ('problem' in told) reject(new Error(t(told.problem)));
        else resolve(told.answer as CallAnswer<typeof name>); // It has the id of this question.
      };
      waiting.set(id, { question, take });
      signal.addEventListener('abort', onAbort, { once: true });
      wire.send(question);
    });
}

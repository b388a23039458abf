import {
  maxPhoneText,
  type PhoneCallOutcome,
  type FromPhone,
  type ReviewQuery,
} from '../../../shared/phone/phoneMessages';
import { fieldsOf, textOf, type Fields } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';
import type { CallAnswer } from '../../../shared/protocol/calls';
import type { Disposable } from '../../util/lifetime';
import type { PhoneCalls } from './phoneCalls';

/** Maximum number of running calls; one page needs fewer: the list and the two texts of a file. */
const maxRunning = 16;

export interface PhoneReviewsParts {
  readonly calls: Pick<PhoneCalls, 'call'>;
  /** Sends the outcome of the call with that id. */
  readonly answer: (id: string, outcome: PhoneCallOutcome) => void;
}

type ReviewCall = Extract<FromPhone, { readonly type: 'call'; readonly name: ReviewQuery }>;

/** True for a call that reads a review. Such calls are limited, because each is expensive. */
export function isReviewCall(
  call: Extract<FromPhone, { readonly type: 'call' }>,
): call is ReviewCall {
  return call.name === 'review' || call.name === 'reviewText';
}

/** Makes the calls of one phone that read reviews; scope `watch` is sufficient for them. */
export class PhoneReviews implements Disposable {
  /** Ids of the calls whose answers the phone still expects. */
  private readonly expectedIds = new Set<string>();
  /** Number of running calls, including canceled ones, because these cost as much. */
  private running = 0;

  constructor(private readonly parts: PhoneReviewsParts) {}

  async handle({ id, name, request }: Omit<ReviewCall, 'type'>): Promise<void> {
    const { answer } = this.parts;
    if (this.running >= maxRunning) {
      return answer(id, { problem: t('Too much is asked for at once. Try again.') });
    }
    this.expectedIds.add(id);
    this.running += 1;
    try {
      const found = await this.read(name, fieldsOf(request));
      if (textOf(fieldsOf(found)['text']).length > maxPhoneText) throw new Error(tooLargeText());
      // The table of calls guarantees the type of the answer.
      if (this.expectedIds.has(id)) answer(id, { answer: found as CallAnswer<ReviewQuery> });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (this.expectedIds.has(id)) answer(id, { problem });
    } finally {
      this.running -= 1;
      this.expectedIds.delete(id);
    }
  }

  /**
   * Reads a review or one of its texts. A hub has only texts of lists that it created. The list of
   * the phone may come from the previous hub, so after a failure the list is read again and then
   * the text.
   */
  private async read(name: ReviewQuery, request: Fields): Promise<unknown> {
    const { calls } = this.parts;
    try {
      return await calls.call(name, request);
    } catch (error) {
      if (name === 'review') throw error;
      const { sessionId, scope } = request;
      await calls.call('review', { sessionId, scope });
      return calls.call(name, request);
    }
  }

  cancel(id: string): void {
    this.expectedIds.delete(id);
  }

  dispose(): void {
    this.expectedIds.clear();
  }
}

function tooLargeText(): string {
  return t('This file is too large for a phone. Look at it at the computer.');
}

import {
  maxPhoneText,
  type PhoneCallOutcome,
  type FromPhone,
  type ReviewQuestion,
} from '../../../shared/phone/phoneMessages';
import { fieldsOf, textOf, type Fields } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';
import type { CallAnswer } from '../../../shared/protocol/calls';
import type { Disposable } from '../../util/lifetime';
import type { PhoneCalls } from './phoneCalls';

/**
 * Maximum number of open questions, more than the list and the two texts of a file that one page
 * waits for.
 */
const maxWaiting = 16;

export interface PhoneReviewsParts {
  readonly calls: Pick<PhoneCalls, 'call'>;
  /** Answers the call with that id. */
  readonly answer: (id: string, outcome: PhoneCallOutcome) => void;
}

type Question = Extract<FromPhone, { readonly type: 'call'; readonly name: ReviewQuestion }>;

/** True for a call that reads a review; these are limited, since each is expensive. */
export function isReviewCall(
  call: Extract<FromPhone, { readonly type: 'call' }>,
): call is Question {
  return call.name === 'review' || call.name === 'reviewText';
}

/** Answers one phone's questions about reviews, for which scope `watch` is enough. */
export class PhoneReviews implements Disposable {
  /** Ids of the questions that the phone still waits for. */
  private readonly waiting = new Set<string>();
  /** Number of questions that the hub works on, including abandoned ones, which cost as much. */
  private running = 0;

  constructor(private readonly parts: PhoneReviewsParts) {}

  async handle({ id, name, request }: Omit<Question, 'type'>): Promise<void> {
    const { answer } = this.parts;
    if (this.running >= maxWaiting) {
      return answer(id, { problem: t('Too much is asked for at once. Try again.') });
    }
    this.waiting.add(id);
    this.running += 1;
    try {
      const found = await this.read(name, fieldsOf(request));
      if (textOf(fieldsOf(found)['text']).length > maxPhoneText) throw new Error(tooLarge());
      // The handler's answer has the type of the table of calls.
      if (this.waiting.has(id)) answer(id, { answer: found as CallAnswer<ReviewQuestion> });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (this.waiting.has(id)) answer(id, { problem });
    } finally {
      this.running -= 1;
      this.waiting.delete(id);
    }
  }

  /**
   * Reads a review or a text of it. A hub has texts only for lists that it made; the phone's list
   * may come from the previous hub, so a failed text is retried after the list.
   */
  private async read(name: ReviewQuestion, request: Fields): Promise<unknown> {
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
    this.waiting.delete(id);
  }

  dispose(): void {
    this.waiting.clear();
  }
}

function tooLarge(): string {
  return t('This file is too large for a phone. Look at it at the computer.');
}

import { maxPhoneText, type AskReview, type ToPhone } from '../../../shared/phone/phoneMessages';
import { fieldsOf, textOf, type Fields } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';
import type { CallAnswer } from '../../../shared/protocol/calls';
import type { Disposable } from '../../util/lifetime';
import type { PhoneCalls } from './phoneCalls';

/** Far beyond the two texts of a file and the list that one page waits for. */
const maxWaiting = 16;

export interface PhoneReviewsParts {
  readonly calls: Pick<PhoneCalls, 'call'>;
  readonly post: (message: Extract<ToPhone, { readonly type: 'review' }>) => void;
}

/** Answers what one phone asks about reviews; it may only watch for that. */
export class PhoneReviews implements Disposable {
  /** Questions by id that somebody waits for. */
  private readonly waiting = new Set<string>();
  /** Number of those that the hub works on: one that is left costs as much. */
  private running = 0;

  constructor(private readonly parts: PhoneReviewsParts) {}

  async take({ id, name, request }: Pick<AskReview, 'id' | 'name' | 'request'>): Promise<void> {
    const { post } = this.parts;
    if (this.running >= maxWaiting) {
      return post({ type: 'review', id, problem: t('Too much is asked for at once. Try again.') });
    }
    this.waiting.add(id);
    this.running += 1;
    try {
      const answer = await this.answer(name, fieldsOf(request));
      if (textOf(fieldsOf(answer)['text']).length > maxPhoneText) throw new Error(tooLarge());
      // A handler answers as the table of calls says.
      const checked = answer as CallAnswer<typeof name>;
      if (this.waiting.has(id)) post({ type: 'review', id, answer: checked });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (this.waiting.has(id)) post({ type: 'review', id, problem });
    } finally {
      this.running -= 1;
      this.waiting.delete(id);
    }
  }

  /** A hub gives texts of the lists that it made; a phone may have its list of the hub before. */
  private async answer(name: AskReview['name'], request: Fields): Promise<unknown> {
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

  leave(id: string): void {
    this.waiting.delete(id);
  }

  dispose(): void {
    this.waiting.clear();
  }
}

function tooLarge(): string {
  return t('This file is too large for a phone. Look at it at the computer.');
}

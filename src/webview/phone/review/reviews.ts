import { createContext } from 'react';
import type { AskAboutReview } from './reviewCarrier';
import { OpenReview } from './openReview';

/** Reviews that are kept while the page lives, with what was read of them. */
const keptReviews = 3;

/** The reviews of this phone: what was read of one stays readable without a connection. */
export class KeptReviews {
  private kept: readonly OpenReview[] = [];

  constructor(private readonly ask: AskAboutReview) {}

  of(sessionId: string): OpenReview {
    const known = this.kept.find((one) => one.sessionId === sessionId);
    const review = known ?? new OpenReview(sessionId, this.ask);
    const others = this.kept.filter((one) => one !== review);
    this.kept = [review, ...others].slice(0, keptReviews);
    return review;
  }
}

/** Undefined where nothing carries reviews. */
export const ReviewsContext = createContext<KeptReviews | undefined>(undefined);

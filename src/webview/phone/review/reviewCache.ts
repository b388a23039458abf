import { createContext } from 'react';
import type { AskAboutReview } from './reviewCalls';
import { OpenReview } from './openReview';

/** Maximum number of reviews kept in memory. */
const keptReviews = 3;

/** The reviews of this phone; what was loaded stays readable without a connection. */
export class ReviewCache {
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

/** The reviews of the page; undefined if the page has no connection for reviews. */
export const ReviewsContext = createContext<ReviewCache | undefined>(undefined);

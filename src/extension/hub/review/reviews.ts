import type { ReviewScope, Review } from '../../../shared/protocol/work/review';
import { BlobReader } from './blobReader';
import {
  makeReview,
  type FilePlaces,
  type ReviewWithPlaces,
  type ReviewingParts,
} from './reviewing';
import type { BeforeSource, Content } from './sides';
import { contentNow, copyContent, isBlob } from './sides';

/** Maximum number of reviews whose file contents can be requested; the oldest is evicted. */
const maxReviews = 40;

/** Creates reviews, and reads the contents of files that they list. */
export class Reviews {
  /** Locations of the listed files' contents, by session and scope. */
  private readonly placesByReview = new Map<string, ReviewWithPlaces['places']>();
  private readonly blobs = new BlobReader();
  private readonly running = new Map<string, Promise<Review>>();

  constructor(private readonly parts: ReviewingParts) {}

  /** Returns undefined for a session that is not on the board. Concurrent calls share a review. */
  review(sessionId: string, scope: ReviewScope): Promise<Review | undefined> {
    const session = this.parts.sessions.get(sessionId);
    if (session === undefined) return Promise.resolve(undefined);
    const key = keyOf(sessionId, scope);
    const running = this.running.get(key);
    if (running !== undefined) return running;
    const review = makeReview(sessionId, session, scope, this.parts)
      .then((made) => {
        this.storePlaces(key, made.places);
        return made.review;
      })
      .finally(() => this.running.delete(key));
    this.running.set(key, review);
    return review;
  }

  /** Returns undefined for a file that the last review of this session and scope did not list. */
  async content(
    sessionId: string,
    scope: ReviewScope,
    path: string,
    side: 'before' | 'after',
  ): Promise<Content | undefined> {
    const places = this.placesByReview.get(keyOf(sessionId, scope))?.get(path);
    if (places === undefined) return undefined;
    return side === 'after' ? contentNow(places.after) : this.contentBefore(places.before);
  }

  forget(sessionId: string): void {
    for (const scope of ['turn', 'all'] as const)
      this.placesByReview.delete(keyOf(sessionId, scope));
  }

  private async contentBefore(source: BeforeSource | undefined): Promise<Content> {
    if (source === undefined || source === 'none') return { kind: 'none' };
    return isBlob(source) ? this.blobs.read(source.blob) : copyContent(source.file);
  }

  private storePlaces(key: string, places: ReadonlyMap<string, FilePlaces>): void {
    this.placesByReview.delete(key);
    this.placesByReview.set(key, places);
    for (const oldest of this.placesByReview.keys()) {
      if (this.placesByReview.size <= maxReviews) break;
      this.placesByReview.delete(oldest);
    }
  }
}

function keyOf(sessionId: string, scope: ReviewScope): string {
  return `${scope} ${sessionId}`;
}

import type { BoardPart } from '../domain/card/cardPart';
import { sessionChanges } from '../domain/facts/changes';
import type { Core } from '../core';
import type { Feature } from '../feature';
import { fileChanges } from './fileChanges';
import { ReviewMarks } from './reviewMarks';
import { Reviews } from './reviews';
import type { KnownSession } from './others';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';

export interface HubReviews extends Feature {
  readonly calls: Handlers<'review' | 'reviewText' | 'fileChanges' | 'markReviewed'>;
  readonly boardPart: BoardPart;
}

/** Creates the feature that reports sessions' changes, and stores which of them were reviewed. */
export function createReviewsFeature({
  configHome,
  folder,
  losses,
  board,
  realPaths,
  sources: { homes },
}: Core): HubReviews {
  const sessions = new Map<string, KnownSession>();
  const resolve = (file: string) => realPaths.findRealPath(file);
  const reviews = new Reviews({ configHome, homes, sessions, resolve });
  const reviewed = new ReviewMarks({ folder, onError: losses.errorHandler('reviews.json') });
  board.onDidChange(({ removed }) => {
    for (const sessionId of removed) {
      sessions.delete(sessionId);
      reviews.forget(sessionId);
    }
  });
  return {
    boardPart: {
      fieldsOf(session, facts) {
        const { sessionId, title, projectPath } = session;
        sessions.set(sessionId, { title, folder: projectPath, facts });
        return reviewed.fieldsOf(session, facts);
      },
    },
    load: async () => {
      await reviewed.load();
      board.touchAll();
    },
    close: () => reviewed.flush(),
    calls: {
      review: async ({ sessionId, scope }) =>
        (await reviews.review(sessionId, scope)) ?? refusals.pastReview,
      reviewText: async ({ sessionId, scope, path, side }) => {
        const content = await reviews.content(sessionId, scope, path, side);
        if (content === undefined) return refusals.notInReview;
        if (content.kind === 'none') return { text: '' };
        return content.kind === 'text'
          ? { text: content.bytes.toString('utf8') }
          : refusals.unreadable;
      },
      fileChanges: ({ path }) => fileChanges(path, sessions, resolve),
      markReviewed: async ({ sessionId, reviewed: isReviewed, seen }) => {
        const facts = sessions.get(sessionId)?.facts;
        if (facts === undefined) return refusals.pastReview;
        const { lastAt = 0 } = sessionChanges(facts);
        if (isReviewed && seen !== undefined && lastAt > Date.parse(seen))
          return refusals.changedSince;
        const kept = await reviewed.set(facts, isReviewed);
        if (kept === undefined) return refusals.nothingChanged;
        board.touch(sessionId);
        return kept;
      },
    },
  };
}

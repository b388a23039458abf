import { addressIn } from '../../../shared/protocol/machines/address';
import {
  reviewScopes,
  type ReviewFile,
  type ReviewScope,
} from '../../../shared/protocol/work/review';

/**
 * A document of ours in a review: a file's text before the session changed it, its text now where the
 * file is on another machine, nothing at all, or the reason why a file has no text to show.
 */
export type ReviewDocument = 'before' | 'after' | 'empty' | NonNullable<ReviewFile['unreadable']>;

const texts: readonly ReviewDocument[] = ['before', 'after', 'empty', 'binary', 'large', 'gone'];

/** Names such a document in its address, so that it can be shown again after a reload. */
export interface ReviewAddress {
  readonly sessionId: string;
  readonly scope: ReviewScope;
  /** Real path of the file. */
  readonly path: string;
  readonly text: ReviewDocument;
  /** When the review was opened, in ms since 1970: a later one may compare with another text. */
  readonly opened: number;
}

export function reviewQuery({ sessionId, scope, path, text, opened }: ReviewAddress): string {
  // A path of another machine may be none that this system writes so.
  const there = addressIn(sessionId) !== undefined && { path };
  const about = { session: sessionId, scope, text, opened: `${opened}`, ...there };
  return new URLSearchParams(about).toString();
}

/** Path that the editor shows of such a document; it leads to no file. */
export function shownPath({ sessionId, path }: Pick<ReviewAddress, 'sessionId' | 'path'>): string {
  const address = addressIn(sessionId);
  if (address === undefined) return path;
  return `/${address.machineId}/${path.replaceAll('\\', '/').replace(/^\/+/u, '')}`;
}

/** Undefined for what names no document of a review. */
export function reviewAddress(uri: {
  readonly fsPath: string;
  readonly query: string;
}): ReviewAddress | undefined {
  const fields = new URLSearchParams(uri.query);
  const sessionId = fields.get('session') ?? '';
  const scope = reviewScopes.find((one) => one === fields.get('scope'));
  const text = texts.find((one) => one === fields.get('text'));
  const opened = Number(fields.get('opened'));
  if (sessionId === '' || scope === undefined || text === undefined) return undefined;
  const path = (addressIn(sessionId) && fields.get('path')) ?? uri.fsPath;
  return { sessionId, scope, path, text, opened };
}

import { addressIn } from '../../../shared/protocol/machines/address';
import {
  reviewScopes,
  type ReviewFile,
  type ReviewScope,
} from '../../../shared/protocol/work/review';

/**
 * Kind of a document in a review: the file's text before the changes, its current text if it is on
 * another machine, an empty side, or the reason why there is no text.
 */
export type ReviewDocument = 'before' | 'after' | 'empty' | NonNullable<ReviewFile['unreadable']>;

const texts: readonly ReviewDocument[] = ['before', 'after', 'empty', 'binary', 'large', 'gone'];

/** Identifies a document in its URI, so that it can be restored after a reload. */
export interface ReviewAddress {
  readonly sessionId: string;
  readonly scope: ReviewScope;
  /** Real path of the file. */
  readonly path: string;
  readonly text: ReviewDocument;
  /** When the review was opened, in ms since 1970; a later review may have a different base. */
  readonly opened: number;
}

export function reviewQuery({ sessionId, scope, path, text, opened }: ReviewAddress): string {
  // A path on another machine may be invalid on this system, so it is stored in the query.
  const remotePath = addressIn(sessionId) !== undefined && { path };
  const about = { session: sessionId, scope, text, opened: `${opened}`, ...remotePath };
  return new URLSearchParams(about).toString();
}

/**
 * The path of a review's document as the editor shows it; on this computer, the path of the file.
 */
export function shownPath({ sessionId, path }: Pick<ReviewAddress, 'sessionId' | 'path'>): string {
  const address = addressIn(sessionId);
  if (address === undefined) return path;
  return `/${address.machineId}/${path.replaceAll('\\', '/').replace(/^\/+/u, '')}`;
}

/** Parses the URI of a document; undefined if it does not belong to a review. */
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

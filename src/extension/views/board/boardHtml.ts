import type { Arrangement, BoardPlace } from '../../../shared/board/arrangement';
import { pageHtml, type PageHtmlParts } from './pageHtml';

export interface BoardHtmlParts extends Pick<
  PageHtmlParts,
  'scriptUri' | 'styleUri' | 'cspSource' | 'nonce'
> {
  readonly place: BoardPlace;
  /** The stored arrangement of the page. */
  readonly arrangement: Arrangement;
}

/** The document of the board's page. */
export function boardHtml({ place, arrangement, ...parts }: BoardHtmlParts): string {
  return pageHtml({
    ...parts,
    title: 'Mission Control',
    documentData: { place },
    rootData: { arrangement: JSON.stringify(arrangement) },
  });
}

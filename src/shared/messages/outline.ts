import type { ItemPlace } from './readerItems';

/** What the outline of a transcript lists. */
export type OutlineKind = 'prompt' | 'question' | 'plan' | 'error' | 'compaction';

/** An entry of the outline; its text is foreign, on one line and without control characters. */
export type OutlineEntry = ItemPlace & {
  readonly kind: OutlineKind;
  readonly text: string;
  /** In ms since 1970. */
  readonly time?: number;
};

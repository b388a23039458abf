import type { ItemPlace } from './readerItems';

/** Kinds of entries in a transcript's outline. */
export type OutlineKind = 'prompt' | 'question' | 'plan' | 'error' | 'compaction';

/** An entry of the outline; its text is untrusted, on one line and without control characters. */
export type OutlineEntry = ItemPlace & {
  readonly kind: OutlineKind;
  readonly text: string;
  /** In ms since 1970. */
  readonly time?: number;
};

import * as z from '../../../shared/protocol/schema';
import type { LineComment } from '../../../shared/text/lineComments';
import type { MementoStore } from '../board/arrangements';

const lineSchema = z.lazy(() => z.number().check(z.int(), z.nonnegative()));

/** Stored fields of the comments on one range of lines. */
export const commentShape = () => ({
  start: lineSchema,
  end: lineSchema,
  texts: z.array(z.string()),
});

/** Copies the stored fields of a comment. */
export function copyComment({ start, end, texts }: LineComment) {
  return { start, end, texts: [...texts] };
}

export interface KeptDraftsParts<Draft> {
  readonly memento: MementoStore;
  readonly key: string;
  readonly schema: z.core.$ZodType<Draft>;
  /** Maximum number of drafts; the oldest are dropped. */
  readonly limit: number;
}

/**
 * Unsent texts of a person, oldest first, stored with the workspace, so that they survive a reload.
 */
export class KeptDrafts<Draft> {
  private drafts: readonly Draft[];

  constructor(private readonly parts: KeptDraftsParts<Draft>) {
    const { memento, key, schema, limit } = parts;
    const stored = memento.get(key);
    const all = (
      Array.isArray(stored) ? stored : stored === undefined ? [] : [stored]
    ) as unknown[];
    const read = all.map((one) => ({ one, draft: z.safeParse(schema, one) }));
    this.drafts = read.flatMap(({ draft }) => (draft.success ? [draft.data] : []));
    const unreadable = read.flatMap(({ one, draft }) => (draft.success ? [] : [one]));
    if (unreadable.length === 0) return;
    // Preserves drafts that this version can't read, because they may be the only copy of a text.
    const asideKey = `${key}.unreadable`;
    const before = memento.get(asideKey);
    const aside = [...(Array.isArray(before) ? (before as unknown[]) : []), ...unreadable];
    void memento.update(asideKey, aside.slice(-limit)).then(() => this.write());
  }

  get all(): readonly Draft[] {
    return this.drafts;
  }

  set(drafts: readonly Draft[]): void {
    this.drafts = drafts.slice(-this.parts.limit);
    this.write();
  }

  private write(): void {
    const { memento, key } = this.parts;
    void memento.update(key, this.drafts.length === 0 ? undefined : this.drafts);
  }
}

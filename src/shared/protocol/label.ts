import * as z from './schema';

/** Label of the hub that each view renders in its own language; no view parses `text`. */
export const labelSchema = z.lazyObject(() => ({
  /** Key of the text in `stateLabels`; a view that does not know it shows `text`. */
  key: z.string(),
  /** Values for the placeholders of the text, in order. */
  values: z.array(z.union([z.string(), z.number()])),
  /** The text in English, for searches and for readers that are not ours. */
  text: z.string(),
}));
export type Label = z.infer<typeof labelSchema>;

import * as z from './schema';

/** Text of the hub that each view translates; no view parses `text`. */
export const labelSchema = z.lazyObject(() => ({
  /**
   * Key of the text in `stateLabels` or, for a layer, the English text in `layerTexts`. A view that
   * does not know the key shows `text`.
   */
  key: z.string(),
  /** Values for the placeholders of the text, in order. */
  values: z.array(z.union([z.string(), z.number()])),
  /** The text in English, for searches and for other consumers of the protocol. */
  text: z.string(),
}));
export type Label = z.infer<typeof labelSchema>;

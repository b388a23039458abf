import { labelSchema } from './label';
import * as z from './schema';

/** Every error response of the hub. `error` is a fixed slug; request bodies are never echoed. */
export const errorAnswerSchema = z.lazyObject(() => ({
  error: z.string(),
  message: z.string(),
  /** The message as a translatable label, if it contains values. */
  label: z.optional(labelSchema),
}));
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>;

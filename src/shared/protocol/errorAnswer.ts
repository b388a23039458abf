import { labelSchema } from './label';
import * as z from './schema';

/** Every error answer of the hub. `error` is a fixed slug; a body is never echoed. */
export const errorAnswerSchema = z.lazyObject(() => ({
  error: z.string(),
  message: z.string(),
  /** The message as a label, where it has values in it. */
  label: z.optional(labelSchema),
}));
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>;

import * as z from './schema';

/**
 * `POST /api/live/stranded`: these stranded sessions were resumed, or are not to be offered again.
 */
export const strandedSchema = z.lazyObject(() => ({
  sessionIds: z.array(z.string().check(z.minLength(1), z.maxLength(600))).check(z.maxLength(1_000)),
}));

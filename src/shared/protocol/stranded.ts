import * as z from './schema';

/**
 * `POST /api/live/stranded`: stranded sessions that are no longer offered for resuming, because
 * they were resumed or the person declined. A session is stranded if it ended with the machine, an
 * editor or all sessions at once.
 */
export const strandedSchema = z.lazyObject(() => ({
  sessionIds: z.array(z.string().check(z.minLength(1), z.maxLength(600))).check(z.maxLength(1_000)),
}));

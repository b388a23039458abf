import * as z from '../schema';

/** Longest part of a transcript in one answer, in bytes. */
export const maxPartBytes = 256 * 1024;

/** Largest transcript that is read from another machine, in bytes. */
export const maxTranscriptBytes = 1024 * 1024 * 1024;

/** Characters of base64 for so many bytes. */
const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/**
 * `GET /api/live/sessions/:id/transcript`: the bytes `from` to `from + length` of the transcript of a
 * session, or of its subagent. The hub knows where the file lies; no caller names a path.
 */
export const transcriptPartQuerySchema = z.lazyObject(() => ({
  agentId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  from: z._default(z.coerce.number().check(z.int(), z.nonnegative()), 0),
  length: z._default(z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(maxPartBytes)), 0),
}));

export const transcriptPartSchema = z.lazyObject(() => ({
  /** Bytes of the whole file now. */
  size: z.number().check(z.int(), z.nonnegative(), z.maximum(maxTranscriptBytes)),
  /** Another value means another file behind the same name. */
  identity: z.string().check(z.maxLength(100)),
  /** Its bytes in base64: fewer than were asked for where the file ends. */
  bytes: z.string().check(z.maxLength(base64Length(maxPartBytes))),
}));
export type TranscriptPart = z.infer<typeof transcriptPartSchema>;

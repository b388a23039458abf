import * as z from '../schema';

/** Maximum number of bytes of a transcript in one answer. */
export const maxPartBytes = 256 * 1024;

/** Largest transcript that is read from another machine, in bytes. */
export const maxTranscriptBytes = 1024 * 1024 * 1024;

/** Length of the base64 text for a number of bytes. */
const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/**
 * `GET /api/live/sessions/:id/transcript`: the bytes `from` to `from + length` of the transcript of
 * a session or its subagent. The hub resolves the file's path; callers can't specify one.
 */
export const transcriptPartQuerySchema = z.lazyObject(() => ({
  agentId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  from: z._default(z.coerce.number().check(z.int(), z.nonnegative()), 0),
  length: z._default(z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(maxPartBytes)), 0),
}));

export const transcriptPartSchema = z.lazyObject(() => ({
  /** Current size of the file in bytes. */
  size: z.number().check(z.int(), z.nonnegative(), z.maximum(maxTranscriptBytes)),
  /** A changed value means that the file was replaced. */
  identity: z.string().check(z.maxLength(100)),
  /** The bytes in base64; fewer than requested at the end of the file. */
  bytes: z.string().check(z.maxLength(base64Length(maxPartBytes))),
}));
export type TranscriptPart = z.infer<typeof transcriptPartSchema>;

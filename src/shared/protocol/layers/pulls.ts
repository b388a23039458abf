import * as z from '../schema';
import { pullNewsFields } from './display';

export const pullReaders = ['off', 'gh', 'editor'] as const;
/**
 * How pull requests are read from GitHub: not at all, by the program `gh`, or by a window with the
 * editor's sign-in.
 */
export type PullReaderKind = (typeof pullReaders)[number];

/** `POST /api/live/pulls`: the window's settings. */
export const pullSettingSchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  way: z.enum(pullReaders),
}));

/** The state of a pull request on GitHub. */
export const pullNewsSchema = z.lazyObject(pullNewsFields);
export type PullNews = z.infer<typeof pullNewsSchema>;

export const pullAnswerSchema = z.lazyUnion('kind', () => [
  z.object({ kind: z.literal('news'), news: pullNewsSchema }),
  /** The pull request does not exist, or this person may not see it. */
  z.object({ kind: z.literal('missing') }),
  /** Rate limited; `until` is when requests are allowed again, in ms since 1970. */
  z.object({ kind: z.literal('limited'), until: z.optional(z.number()) }),
  /** The person has to install a program or sign in first. */
  z.object({ kind: z.literal('unable'), why: z.enum(['noProgram', 'noSignIn']) }),
  z.object({ kind: z.literal('failed') }),
]);
/** The result of an attempt to read a pull request. */
export type PullAnswer = z.infer<typeof pullAnswerSchema>;

/** `POST /api/live/pulls/answer`: a window's answer to the order `readPull`. */
export const pullResultSchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  order: z.string().check(z.maxLength(100)),
  answer: pullAnswerSchema,
}));

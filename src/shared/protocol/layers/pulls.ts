import * as z from '../schema';
import { pullNewsFields } from './display';

export const pullWays = ['off', 'gh', 'editor'] as const;
/** Who asks GitHub about pull requests: nobody, the program `gh`, or a window with the editor's sign-in. */
export type PullWay = (typeof pullWays)[number];

/** `POST /api/live/pulls`: what the window's settings say. */
export const pullSettingSchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  way: z.enum(pullWays),
}));

/** The state of a pull request by the network. */
export const pullNewsSchema = z.lazyObject(pullNewsFields);
export type PullNews = z.infer<typeof pullNewsSchema>;

export const pullAnswerSchema = z.lazyUnion('kind', () => [
  z.object({ kind: z.literal('news'), news: pullNewsSchema }),
  /** There is none, or it is not for this person's eyes. */
  z.object({ kind: z.literal('missing') }),
  /** Too much was asked; `until` is when there may be more, in ms since 1970. */
  z.object({ kind: z.literal('limited'), until: z.optional(z.number()) }),
  /** Nothing can be asked until the person installs something or signs in. */
  z.object({ kind: z.literal('unable'), why: z.enum(['noProgram', 'noSignIn']) }),
  z.object({ kind: z.literal('failed') }),
]);
/** The end of an attempt to ask for a pull request. */
export type PullAnswer = z.infer<typeof pullAnswerSchema>;

/** `POST /api/live/pulls/answer`: a window's answer to the order `readPull`. */
export const pullToldSchema = z.lazyObject(() => ({
  window: z.string().check(z.minLength(1), z.maxLength(100)),
  order: z.string().check(z.maxLength(100)),
  answer: pullAnswerSchema,
}));

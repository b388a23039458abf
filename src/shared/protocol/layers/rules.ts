import { displayIcons, displayLimits, displayTones } from './display';
import * as z from '../schema';

/** Limits of rules: numbers of rules and names, and lengths in characters. */
export const ruleLimits = {
  rules: 50,
  sets: 50,
  names: 16,
  name: 80,
  pattern: 1_000,
  text: 300,
  address: 2_000,
} as const;

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const oneOrMore = <Item extends z.ZodMiniType>(item: Item) =>
  z.union([item, z.array(item).check(z.minLength(1), z.maxLength(ruleLimits.names))]);
/** Compiled where it is read and where it runs: the engine is no part of the protocol. */
const pattern = () => text(ruleLimits.pattern);
const kind = () => z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/));

export const signalRuleSchema = z.lazy(() =>
  z
    .strictObject({
      name: z.optional(text(ruleLimits.name)),
      kind: kind(),
      /** Names of tools, in which `*` stands for any text; `Bash` where none is given. */
      tool: z.optional(oneOrMore(text(ruleLimits.name))),
      /** Expressions: for the `command` of a call, for its whole input as JSON, and for what came back. */
      command: z.optional(pattern()),
      input: z.optional(pattern()),
      output: z.optional(pattern()),
      /** Set where only calls count that succeeded, or only such that failed. */
      ok: z.optional(z.boolean()),
    })
    .check(
      z.refine(({ tool, command, input, output }) => Boolean(tool ?? command ?? input ?? output)),
    ),
);
/** Makes a signal of each call of a tool that it matches. */
export type SignalRule = z.infer<typeof signalRuleSchema>;

const look = () => ({
  icon: z.optional(z.enum(displayIcons)),
  tone: z.optional(z.enum(displayTones)),
});

const conditions = () =>
  z
    .strictObject({
      /** States of the session, such as `idle`. */
      state: z.optional(oneOrMore(text(ruleLimits.name))),
      /** Globs for the project's name, or for its path where they have a slash. */
      project: z.optional(oneOrMore(text(ruleLimits.text))),
      /** Kinds of signals; the newest one counts. */
      signal: z.optional(oneOrMore(kind())),
      /** Values that the signal has; `*` in one stands for any text. */
      data: z.optional(
        z.record(text(ruleLimits.name), z.union([z.string(), z.number(), z.boolean()])),
      ),
      ok: z.optional(z.boolean()),
      within: z.optional(z.enum(['turn', 'session'])),
      /** Kinds of signals of which none may have come since, or at all where `signal` is absent. */
      not: z.optional(oneOrMore(kind())),
    })
    .check(z.refine(({ signal, ok, data }) => signal !== undefined || (ok ?? data) === undefined));

const badge = () =>
  z.strictObject({
    text: text(ruleLimits.text),
    ...look(),
    tooltip: z.optional(text(displayLimits.detail)),
    href: z.optional(text(ruleLimits.address).check(z.regex(/^(?:https:\/\/|\{)/))),
  });

export const labelRuleSchema = z.lazy(() =>
  z
    .strictObject({
      name: z.optional(text(ruleLimits.name)),
      when: z.optional(conditions()),
      label: z.optional(text(ruleLimits.text)),
      ...look(),
      urgency: z.optional(z.literal([-1, 0, 1])),
      detail: z.optional(text(displayLimits.detail)),
      badges: z.optional(z.array(badge()).check(z.minLength(1), z.maxLength(displayLimits.badges))),
    })
    .check(z.refine(({ label, badges }) => (label ?? badges) !== undefined)),
);
/** Words for the sessions that it holds for. */
export type LabelRule = z.infer<typeof labelRuleSchema>;

export const ruleSetSchema = z.lazyObject(() => ({
  signals: z.array(signalRuleSchema).check(z.maxLength(ruleLimits.rules)),
  labels: z.array(labelRuleSchema).check(z.maxLength(ruleLimits.rules)),
}));
export type RuleSet = z.infer<typeof ruleSetSchema>;

/** `POST /api/live/rules`: the rules of a window in place of those that it offered before. */
export const rulesOfferSchema = z.lazyObject(() => ({
  window: text(100),
  /** They hold on after the window went; all others go with it. */
  user: ruleSetSchema,
  /** Rules of a trusted workspace, for sessions in these folders alone. */
  workspace: z
    .array(
      z.object({ folders: z.array(text(4_096)).check(z.maxLength(200)), rules: ruleSetSchema }),
    )
    .check(z.maxLength(ruleLimits.sets)),
  /** Rules that other extensions bring along, by their ids. */
  extensions: z
    .array(z.object({ id: text(200), rules: ruleSetSchema }))
    .check(z.maxLength(ruleLimits.sets)),
}));
export type RulesOffer = z.infer<typeof rulesOfferSchema>;

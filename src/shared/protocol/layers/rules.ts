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
/**
 * A regular expression. The syntax is not checked here, because the expression engine is not part
 * of the protocol; it is checked where rules are read and applied.
 */
const pattern = () => text(ruleLimits.pattern);
const kind = () => z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/));

export const signalRuleSchema = z.lazy(() =>
  z
    .strictObject({
      name: z.optional(text(ruleLimits.name)),
      kind: kind(),
      /** Names of tools, with `*` as wildcard; `Bash` if absent. */
      tool: z.optional(oneOrMore(text(ruleLimits.name))),
      /**
       * Regular expressions for the `command` of a call, for its input as JSON, and for its output.
       */
      command: z.optional(pattern()),
      input: z.optional(pattern()),
      output: z.optional(pattern()),
      /** True to match only successful calls, false to match only failed ones. */
      ok: z.optional(z.boolean()),
    })
    .check(
      z.refine(({ tool, command, input, output }) => Boolean(tool ?? command ?? input ?? output)),
    ),
);
/** Creates a signal for each matching call of a tool. */
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
      /** Globs for the project's name, or for its path if they contain a slash. */
      project: z.optional(oneOrMore(text(ruleLimits.text))),
      /** Kinds of signals; the newest signal of one of them is used. */
      signal: z.optional(oneOrMore(kind())),
      /** Values that the signal must have, with `*` as wildcard. */
      data: z.optional(
        z.record(text(ruleLimits.name), z.union([z.string(), z.number(), z.boolean()])),
      ),
      ok: z.optional(z.boolean()),
      within: z.optional(z.enum(['turn', 'session'])),
      /**
       * Kinds of signals that must not have occurred after the matched signal or, if `signal` is
       * absent, at all.
       */
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
/** A label for the sessions that meet its conditions. */
export type LabelRule = z.infer<typeof labelRuleSchema>;

export const ruleSetSchema = z.lazyObject(() => ({
  signals: z.array(signalRuleSchema).check(z.maxLength(ruleLimits.rules)),
  labels: z.array(labelRuleSchema).check(z.maxLength(ruleLimits.rules)),
}));
export type RuleSet = z.infer<typeof ruleSetSchema>;

/** `POST /api/live/rules`: the rules of a window; they replace its previous ones. */
export const rulesOfferSchema = z.lazyObject(() => ({
  window: text(100),
  /** The user's rules; they stay in effect after the window closes, all others do not. */
  user: ruleSetSchema,
  /** Rules of a trusted workspace, which apply only to sessions in these folders. */
  workspace: z
    .array(
      z.object({ folders: z.array(text(4_096)).check(z.maxLength(200)), rules: ruleSetSchema }),
    )
    .check(z.maxLength(ruleLimits.sets)),
  /** Rules contributed by other extensions, by extension id. */
  extensions: z
    .array(z.object({ id: text(200), rules: ruleSetSchema }))
    .check(z.maxLength(ruleLimits.sets)),
}));
export type RulesOffer = z.infer<typeof rulesOfferSchema>;

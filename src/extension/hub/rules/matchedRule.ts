import type { SignalFact } from '../domain/facts/signals';

/** A signal rule in the form with which calls are matched. */
export interface MatchedRule {
  /** Index among all signal rules. */
  readonly id: number;
  /** Index of the rule's set. */
  readonly set: number;
  readonly name: string;
  readonly kind: string;
  readonly tools: readonly string[];
  readonly command?: string | undefined;
  readonly input?: string | undefined;
  readonly output?: string | undefined;
  readonly ok?: boolean | undefined;
}

/** The conditions of a rule, in the order of evaluation. */
export type CallCondition = 'command' | 'input' | 'output' | 'ok';

/** A signal that a rule found; `by` is the matched text of the call. */
export interface FoundSignal extends SignalFact {
  readonly data: Readonly<Record<string, string>>;
  readonly by: string;
}

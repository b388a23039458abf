import type { SignalFact } from '../domain/facts/signals';

/** A signal rule as calls are matched with it. */
export interface MatchedRule {
  /** Its place in the whole list. */
  readonly id: number;
  /** Number of the set that it is of. */
  readonly set: number;
  readonly name: string;
  readonly kind: string;
  readonly tools: readonly string[];
  readonly command?: string | undefined;
  readonly input?: string | undefined;
  readonly output?: string | undefined;
  readonly ok?: boolean | undefined;
}

/** The conditions of a rule, in the order in which they are looked at. */
export type CallCondition = 'command' | 'input' | 'output' | 'ok';

/** A signal, and the words of the call that made it one. */
export interface FoundSignal extends SignalFact {
  readonly data: Readonly<Record<string, string>>;
  readonly by: string;
}

import type { FoldSubject } from '../../transcript/fold/fold';
import type { SignalFact } from '../domain/facts/signals';
import type { FinishedCall } from './toolCall';

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

/** A call as a test tells of it. */
export interface CallNote {
  readonly call: string;
  readonly at: number;
  readonly turn: number;
}

export interface RuleTest {
  readonly rule: number;
  readonly calls: number;
  readonly matched: number;
  readonly last?: (CallNote & Pick<FoundSignal, 'ok' | 'data'>) | undefined;
  readonly nearest?: (CallNote & { readonly failed: CallCondition }) | undefined;
}

/** The subject of a test: the transcripts of a session, or one call that a person pasted. */
export type TestSubject = readonly FoldSubject[] | FinishedCall;

export interface TestResult {
  readonly rules: readonly RuleTest[];
  /** All that matched, of every rule. */
  readonly found: readonly (FoundSignal & { readonly rule: number })[];
}

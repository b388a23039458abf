import type { SignalFact } from '../domain/facts/signals';
import type { FinishedCall } from './toolCall';

/** A signal rule as the thread has it. */
export interface ThreadRule {
  /** Its place in the whole list. */
  readonly id: number;
  /** Number of the set that it is of. */
  readonly set: number;
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

/** A transcript of a session on the board, or of one of its subagents. */
export interface FollowedFile {
  readonly path: string;
  readonly sessionId: string;
  readonly agentId?: string | undefined;
}

/** The data with which the thread is started. Rules that change get another thread. */
export interface RuleThreadData {
  readonly rules: readonly ThreadRule[];
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
export type TestSubject = readonly FollowedFile[] | FinishedCall;

export interface TestResult {
  readonly rules: readonly RuleTest[];
  /** All that matched, of every rule. */
  readonly found: readonly (FoundSignal & { readonly rule: number })[];
  readonly turns: number;
}

export type ToRuleThread =
  /** The files are new, or have grown. */
  | { readonly type: 'read'; readonly order: number; readonly files: readonly FollowedFile[] }
  | { readonly type: 'forget'; readonly sessionId: string }
  | { readonly type: 'test'; readonly id: number; readonly subject: TestSubject };

export type FromRuleThread =
  /** All that is kept of a session, by the number of the set; told once at least for each session. */
  | {
      readonly type: 'found';
      readonly sessionId: string;
      readonly sets: ReadonlyMap<number, readonly FoundSignal[]>;
    }
  /** Nothing is left to be read up to this order. */
  | { readonly type: 'rested'; readonly order: number }
  | { readonly type: 'tested'; readonly id: number; readonly result: TestResult }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string }
  | { readonly type: 'warn'; readonly message: string };

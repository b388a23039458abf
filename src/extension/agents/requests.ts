import type { HookReport } from '../hub/domain/facts/event';
import type { AnswerForm, HookAnswer } from './hooks';

/** The open connection of a program that waits for the decision on its request. */
export interface HeldConnection {
  /** Resolves after the answer was sent to the client; false if the client had disconnected. */
  answer(answer: HookAnswer): Promise<boolean>;
  /** Ends the call without a decision; the terminal's dialog stays open. */
  release(): void;
  /**
   * Calls the listener at most once, when the client ends the call itself; `answered` if somebody
   * answered it elsewhere.
   */
  onGone(listener: (how?: 'answered') => void): void;
}

/** A request that one of an agent's sources reports, while its program shows its own dialog. */
export interface SourceRequest {
  readonly report: HookReport;
  readonly call: HeldConnection;
  readonly answer: AnswerForm;
}

import * as vm from 'node:vm';
import { expressionLimits } from '../../../shared/protocol/layers/rules';
import { threadClock } from '../../util/startThread';

/** A run that was stopped had this part of its time at least, or the thread waited for a processor. */
const fullShare = 0.8;

/** Runs work that an expression of a person may hold up: V8 stops it after its time, matching included. */
export class TimedRun {
  private readonly sandbox: { work: () => void } = { work: () => undefined };
  private readonly context = vm.createContext(this.sandbox);
  private readonly script = new vm.Script('work()');

  /** Stands still while this thread waits for a processor. */
  constructor(private readonly clock: () => number = threadClock) {}

  /**
   * False where the work was stopped. It begins again, with more time, where the thread was hardly given a
   * processor: other programs are no reason to give a rule up.
   */
  run(work: () => void): boolean {
    const { timeoutMs } = expressionLimits;
    for (let timeout: number = timeoutMs; ; timeout *= 2) {
      const from = this.clock();
      if (this.attempt(work, timeout)) return true;
      if (this.clock() - from >= timeoutMs * fullShare) return false;
    }
  }

  private attempt(work: () => void, timeout: number): boolean {
    this.sandbox.work = work;
    try {
      this.script.runInContext(this.context, { timeout });
      return true;
    } catch (error) {
      if (isTimeout(error)) return false;
      throw error;
    } finally {
      this.sandbox.work = () => undefined;
    }
  }
}

/** The error is of the context's own realm, so its class tells nothing. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

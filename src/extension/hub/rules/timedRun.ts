import * as vm from 'node:vm';
import { expressionLimits } from '../../../shared/protocol/layers/rules';

/** Runs work that an expression of a person may hold up: V8 stops it after its time, matching included. */
export class TimedRun {
  private readonly sandbox: { work: () => void } = { work: () => undefined };
  private readonly context = vm.createContext(this.sandbox);
  private readonly script = new vm.Script('work()');

  /** False where the work was stopped. */
  run(work: () => void, timeout: number = expressionLimits.timeoutMs): boolean {
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

import type { CarrierStep } from '../../../../shared/phone/carrierSlugs';
import { afterRunning } from '../../../util/runningTime';
import type { CarrierFault } from './carrierFault';

/**
 * Time limit of each step in ms. The first fetch of the page may wait until a certificate is
 * issued.
 */
export const stepLimits: Readonly<Record<CarrierStep, number>> = {
  program: 5_000,
  status: 15_000,
  opening: 30_000,
  name: 90_000,
  page: 90_000,
};

export interface AttemptParts {
  /** Port of the listener. */
  readonly port: number;
  /** Address of the carrier when it was open before, if any. */
  readonly before?: string;
  readonly signal: AbortSignal;
  readonly limits: Readonly<Record<CarrierStep, number>>;
  readonly onStep: (step: CarrierStep) => void;
}

/** One attempt to open a carrier, in steps that are shown to the person. */
export class Attempt {
  constructor(private readonly parts: AttemptParts) {}

  get port(): number {
    return this.parts.port;
  }

  /** Address of the listener, to which the carrier must lead. */
  get target(): string {
    return `http://127.0.0.1:${this.parts.port}`;
  }

  get before(): string | undefined {
    return this.parts.before;
  }

  get signal(): AbortSignal {
    return this.parts.signal;
  }

  /**
   * Runs a job as a step; rejects with the fault of `createTimeoutFault` if the time limit of the
   * step expires.
   */
  step<T>(
    step: CarrierStep,
    createTimeoutFault: () => CarrierFault,
    job: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.parts.onStep(step);
    return limitTime(this.parts.limits[step], this.parts.signal, createTimeoutFault, job);
  }
}

/**
 * Runs a job with a time limit in ms. When the limit expires or `signal` aborts, it rejects without
 * waiting for the job, and aborts the job's signal.
 */
export function limitTime<T>(
  ms: number,
  signal: AbortSignal,
  createTimeoutFault: () => Error,
  job: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const jobAbort = new AbortController();
    const stopWatching = (): void => {
      cancelTimer();
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (why: Error): void => {
      stopWatching();
      reject(why);
      jobAbort.abort(why);
    };
    const onAbort = (): void => fail(new Error('Called off'));
    const cancelTimer = afterRunning(ms, () => fail(createTimeoutFault()));
    signal.addEventListener('abort', onAbort);
    void job(jobAbort.signal).then(resolve, reject).finally(stopWatching);
  });
}

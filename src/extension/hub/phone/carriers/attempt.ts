import type { CarrierStep } from '../../../../shared/phone/carrierSlugs';
import { afterRunning } from '../../../util/runningTime';
import type { CarrierFault } from './carrierFault';

/** Longest time of each step, in ms. The first page may wait for a certificate. */
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
  /** Address at which the way was open before, if it was. */
  readonly before?: string;
  readonly signal: AbortSignal;
  readonly limits: Readonly<Record<CarrierStep, number>>;
  readonly onStep: (step: CarrierStep) => void;
}

/** One try to open a way, in steps that a person can see. */
export class Attempt {
  constructor(private readonly parts: AttemptParts) {}

  get port(): number {
    return this.parts.port;
  }

  /** Where the way has to lead. */
  get target(): string {
    return `http://127.0.0.1:${this.parts.port}`;
  }

  get before(): string | undefined {
    return this.parts.before;
  }

  get signal(): AbortSignal {
    return this.parts.signal;
  }

  /** Rejects with what `late` gives once the step's time is over, whatever the job does. */
  step<T>(
    step: CarrierStep,
    late: () => CarrierFault,
    job: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.parts.onStep(step);
    return limitTime(this.parts.limits[step], this.parts.signal, late, job);
  }
}

/** Aborts the job's signal, and settles without it, when its time in ms is over or `signal` aborts. */
export function limitTime<T>(
  ms: number,
  signal: AbortSignal,
  late: () => Error,
  job: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const own = new AbortController();
    const end = (): void => {
      callOff();
      signal.removeEventListener('abort', onAbort);
    };
    const stop = (why: Error): void => {
      end();
      reject(why);
      own.abort(why);
    };
    const onAbort = (): void => stop(new Error('Called off'));
    const callOff = afterRunning(ms, () => stop(late()));
    signal.addEventListener('abort', onAbort);
    void job(own.signal).then(resolve, reject).finally(end);
  });
}

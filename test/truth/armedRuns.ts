import { Reply } from '../support/claude/reply';
import type { RecordedRequest } from '../support/claude/scriptedApi';

/** A change of whether a client has a scheduled run, which it will start by itself. */
export interface Arming {
  readonly at: number;
  readonly armed: boolean;
}

export interface ArmedRuns {
  /** Markers of the prompts of scheduled runs. */
  readonly markers: ReadonlySet<string>;
  readonly changes: readonly Arming[];
}

const markerOf = (prompt: unknown): string | undefined =>
  typeof prompt === 'string' ? /\[\[([\w-]+)\]\]/.exec(prompt)?.[1] : undefined;

/**
 * Determines the scheduled runs of a client from the calls with which the script lets the agent
 * create and delete them. While there is one, an empty prompt box does not wait for a person.
 * `typed` contains the markers of the person's prompts, `calledOff` the times at which the screen
 * showed that Escape had cancelled a wake-up.
 */
export function armedRuns(
  requests: readonly RecordedRequest[],
  typed: ReadonlySet<string>,
  calledOff: readonly number[],
): ArmedRuns {
  const markers = new Set<string>();
  const jobs: string[] = [];
  let wakeup: string | undefined;
  const changes: Arming[] = [];
  const isArmed = (): boolean => jobs.length > 0 || wakeup !== undefined;
  const recordChange = (at: number): void => {
    if ((changes.at(-1)?.armed ?? false) !== isArmed()) changes.push({ at, armed: isArmed() });
  };
  const applyAnswer = ({ turn, answer }: RecordedRequest): void => {
    const { marker = '', step } = turn?.position ?? {};
    if (turn?.kind !== 'turn' || !(typed.has(marker) || markers.has(marker))) return;
    // The wake-up has started this turn, so it is no longer scheduled.
    if (step === 0 && marker === wakeup) wakeup = undefined;
    if (!(answer instanceof Reply)) return;
    for (const part of answer.parts) {
      if (part.type !== 'tool') continue;
      const { prompt, stop } = part.input as { readonly prompt?: unknown; readonly stop?: unknown };
      const named = markerOf(prompt);
      if (named !== undefined && /^(?:CronCreate|ScheduleWakeup)$/.test(part.name)) {
        markers.add(named);
      }
      if (part.name === 'CronCreate') jobs.push(named ?? '');
      if (part.name === 'CronDelete') jobs.pop();
      if (part.name === 'ScheduleWakeup') wakeup = stop === true ? undefined : (named ?? '');
    }
  };
  const steps: readonly { readonly at: number; readonly act: () => void }[] = [
    ...calledOff.map((at) => ({ at, act: () => (wakeup = undefined) })),
    // The calls in an answer change the schedule when the answer is complete; by then the screen
    // has been working for some time.
    ...requests.map((request) => ({
      at: request.endedAt ?? request.at,
      act: () => applyAnswer(request),
    })),
  ];
  for (const { at, act } of steps.toSorted((a, b) => a.at - b.at)) {
    act();
    recordChange(at);
  }
  return { markers, changes };
}

import { Reply } from '../support/claude/reply';
import type { RecordedRequest } from '../support/claude/scriptedApi';

/** A moment from which a client has a run of its own ahead of it, or none any more. */
export interface Arming {
  readonly at: number;
  readonly armed: boolean;
}

export interface ArmedRuns {
  /** Markers of the prompts that the client gives itself. */
  readonly markers: ReadonlySet<string>;
  readonly changes: readonly Arming[];
}

const markerOf = (prompt: unknown): string | undefined =>
  typeof prompt === 'string' ? /\[\[([\w-]+)\]\]/.exec(prompt)?.[1] : undefined;

/**
 * The runs that a client begins by itself, as the script had the agent create and delete them. An empty
 * prompt box awaits nobody as long as there is one. `typed` names the prompts of the person, `calledOff`
 * tells when the screen showed that Escape had called a wake-up off.
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
  const note = (at: number): void => {
    if ((changes.at(-1)?.armed ?? false) !== isArmed()) changes.push({ at, armed: isArmed() });
  };
  const follow = ({ turn, answer }: RecordedRequest): void => {
    const { marker = '', step } = turn?.position ?? {};
    if (turn?.kind !== 'turn' || !(typed.has(marker) || markers.has(marker))) return;
    // The turn that a wake-up began.
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
    // What an answer calls changes the schedule with its last part; the screen has long been at work then.
    ...requests.map((request) => ({
      at: request.endedAt ?? request.at,
      act: () => follow(request),
    })),
  ];
  for (const { at, act } of steps.toSorted((a, b) => a.at - b.at)) {
    act();
    note(at);
  }
  return { markers, changes };
}

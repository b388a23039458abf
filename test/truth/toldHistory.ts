import type { ClientSession } from '../support/claude/session';
import type { ReportedState } from '../support/watchedHub';
import type { TruthChange } from './truth';

/**
 * Lines with the truth, the states in the stream and the client's registry, sorted by time. Times
 * are in ms relative to `at`.
 */
export function timelineAround(
  all: {
    readonly truth: readonly TruthChange[];
    readonly told: readonly ReportedState[];
    readonly statuses: ClientSession['file']['statuses'];
  },
  at: number,
): unknown {
  const lines = [
    ...all.truth.map((one) => ({
      at: one.at,
      text: `is ${one.truth.states?.join() ?? 'anything'}`,
    })),
    ...all.told.map((one) => ({
      at: one.at,
      text: `told ${brief(one)} by a signal of ${one.signalAt - at}`,
    })),
    ...all.statuses.map((one) => ({ at: one.at, text: `registry says ${one.status}` })),
  ];
  return lines.sort((a, b) => a.at - b.at).map((line) => `${line.at - at}: ${line.text}`);
}

/** Describes a state in the stream on one line. */
export function brief({ sessionId, state }: ReportedState): string {
  return `${sessionId.slice(0, 8)} ${state.group}/${state.state} (${state.source})`;
}

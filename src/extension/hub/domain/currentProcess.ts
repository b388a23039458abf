import type { ProcessFacts, SessionFacts } from './session';

/** The newest living process of the session; when two run it, the one that did something last. */
export function currentProcess(facts: SessionFacts): ProcessFacts | undefined {
  return facts.processes
    .filter((one) => one.gone === undefined)
    .reduce<ProcessFacts | undefined>(
      (newest, one) => (newest === undefined || one.statusAt >= newest.statusAt ? one : newest),
      undefined,
    );
}

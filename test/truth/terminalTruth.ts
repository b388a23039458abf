import type { ScreenState } from '../support/claude/screenState';
import type { StateChange } from '../support/realClient/screenTimeline';
import type { Arming } from './armedRuns';
import { truths, type Truth, type TruthChange } from './truth';

/** Everything that was observed at one terminal. */
export interface TerminalRecord {
  readonly screens: readonly StateChange<ScreenState>[];
  /** The sessions of the terminal, in order. */
  readonly sessions: readonly { readonly at: number; readonly sessionId: string }[];
  /** Changes of what the main agent does, such as thinking, while the screen shows `working`. */
  readonly work: readonly TruthChange[];
  /**
   * Changes of whether the client has a scheduled run. While it has one, an empty prompt box does
   * not wait for a person.
   */
  readonly armings: readonly Arming[];
  readonly declared: readonly Declared[];
}

/** An expected state that the scenario declares, because the screen does not show it. */
export interface Declared extends TruthChange {
  /**
   * True if it applies from `at` on; false if it replaces `idle` the next time that the screen
   * shows the prompt box.
   */
  readonly now: boolean;
}

/** Computes the expected states of each session of a terminal, by session id. */
export function terminalTruth(record: TerminalRecord): Map<string, TruthChange[]> {
  const log = new Map<string, TruthChange[]>();
  const changes = screenTruth(record);
  const firstScreenAt = changes[0]?.at ?? Infinity;
  for (const [place, { at, sessionId }] of record.sessions.entries()) {
    const next = record.sessions[place + 1];
    // A resumed client has a temporary session id before it shows anything.
    if (next !== undefined && next.at < firstScreenAt) continue;
    const until = next?.at ?? Infinity;
    const from = Math.max(at, firstScreenAt);
    const own = changes.filter((change) => change.at > from && change.at < until);
    const before = changes.findLast((change) => change.at <= from);
    const session = log.get(sessionId) ?? [];
    // The client of a session whose id is known already runs before its screen shows anything.
    if (at < firstScreenAt) session.push({ at, truth: truths.starting });
    if (before !== undefined) session.push({ at: from, truth: before.truth });
    session.push(...own);
    if (next !== undefined) session.push({ at: until, truth: truths.closed });
    log.set(sessionId, wasUsed(session) ? session : session.map(markUnused));
  }
  return log;
}

function wasUsed(changes: readonly TruthChange[]): boolean {
  return changes.some(({ truth }) => truth.group === 'autonomous');
}

function markUnused({ at, truth }: TruthChange): TruthChange {
  return { at, truth: truth === truths.closed ? truths.closedUnused : truth };
}

function screenTruth({ screens, work, armings, declared }: TerminalRecord): TruthChange[] {
  const changes: TruthChange[] = [];
  const coming = declared.filter((one) => !one.now);
  let rest: Truth = truths.idle;
  for (const [place, { at, state }] of screens.entries()) {
    const until = screens[place + 1]?.at ?? Infinity;
    if (state === 'working') {
      const before = work.findLast((change) => change.at <= at)?.truth ?? truths.thinking;
      changes.push({ at, truth: before });
      changes.push(...work.filter((change) => change.at > at && change.at < until));
    } else if (state === 'prompt') {
      if (screens[place - 1]?.state !== 'blank') rest = truths.idle;
      while ((coming[0]?.at ?? Infinity) <= at) rest = coming.shift()?.truth ?? rest;
      const before = armings.findLast((one) => one.at <= at);
      changes.push({ at, truth: truthAtPrompt(rest, before) });
      for (const one of armings) {
        if (one.at > at && one.at < until)
          changes.push({ at: one.at, truth: truthAtPrompt(rest, one) });
      }
    } else if (state === 'exited') {
      changes.push({ at, truth: truthAfterExit(changes.at(-1)?.truth) });
    } else {
      const truth = shown[state];
      if (truth !== undefined) changes.push({ at, truth });
    }
  }
  changes.push(...declared.filter((one) => one.now));
  return changes.sort((a, b) => a.at - b.at);
}

/** The expected state at a prompt box: asleep while the client has a scheduled run. */
function truthAtPrompt(rest: Truth, last: Arming | undefined): Truth {
  return last?.armed === true ? truths.sleeping : rest;
}

const shown: Readonly<Partial<Record<ScreenState, Truth>>> = {
  background: truths.waitingForAgent,
  permission: truths.permission,
  question: truths.question,
  plan: truths.plan,
  dialog: truths.dialog,
};

function truthAfterExit(last: Truth | undefined): Truth {
  if (last === truths.error) return truths.failed;
  return last?.group === 'autonomous' || last?.blocks === true ? truths.cutOff : truths.closed;
}

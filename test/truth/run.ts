import { setTimeout as pause } from 'node:timers/promises';
import { measure, toldLog, type Measure, type StreamLog } from './measure';
import type { WatchedHub } from '../support/watchedHub';
import { CodexTruthStage, type CodexCast } from './codex/codexTruthStage';
import type { Cast, Played } from './scenario';
import { Stage } from './stage';
import type { TruthLog } from './truth';

/** The environment of a run, in which its scenario is played. */
export interface PlayedStage {
  readonly hub: WatchedHub;
  play(): Promise<void>;
  truth(): TruthLog;
  close(): Promise<void>;
}

export interface Outcome {
  readonly cast: Played;
  readonly durationMs: number;
  readonly truth: TruthLog;
  readonly told: StreamLog;
  readonly measure: Measure;
  /** End of the observation, in ms since 1970. */
  readonly end: number;
  /** Why the scenario could not be played to its end. */
  readonly problem: string | undefined;
}

/**
 * Time in ms for which the last state is observed, so that a late change in the stream is noticed.
 */
const finalWaitMs = 1_500;

/** Plays one scenario and compares the hub's stream with the truth. */
export async function run(cast: Cast | CodexCast): Promise<Outcome> {
  const startedAt = Date.now();
  const stage: PlayedStage = await openStage(cast);
  let problem: string | undefined;
  try {
    await stage.play();
    await pause(finalWaitMs);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const end = Date.now();
  const truth = stage.truth();
  const told = toldLog(stage.hub.told, stage.hub.removed);
  await stage.close().catch((error: unknown) => {
    problem ??= String(error);
  });
  return {
    cast,
    durationMs: end - startedAt,
    truth,
    told,
    measure: measure(truth, told, end),
    end,
    problem,
  };
}

/**
 * Plays all casts, at most `atOnce` at a time, and reports each outcome immediately. A scenario
 * that was not played to its end proves nothing about the hub: with `again`, it is reported and
 * played once more, and the second outcome counts.
 */
export async function runAll(
  casts: readonly (Cast | CodexCast)[],
  atOnce: number,
  onOutcome: (outcome: Outcome) => void,
  again = false,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const queue = [...casts];
  const play = async (): Promise<void> => {
    for (let cast = queue.shift(); cast !== undefined; cast = queue.shift()) {
      let outcome = await run(cast);
      onOutcome(outcome);
      if (again && outcome.problem !== undefined) onOutcome((outcome = await run(cast)));
      outcomes.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, play));
  return outcomes;
}

function openStage(cast: Cast | CodexCast): Promise<PlayedStage> {
  return cast.world === undefined ? Stage.open(cast) : CodexTruthStage.open(cast);
}

import type { FollowUpFact } from '../../../src/shared/text/followUps';
import type { PastGrantUse, PastStatus } from './stage/keptByHub';
import type { Actor, Scene } from './script';
import { performScene } from './script';
import type { Role } from './session';
import { Session } from './session';
import type { Folders, Stage } from './stage/stage';
import { emptyStage } from './stage/stage';
import type { Routine } from './timeline';

/** A prompt that waits in a session's queue for a fact of another one. */
export interface WaitingPrompt {
  /** Id of the part whose fact is the condition. */
  readonly of: string;
  readonly when: FollowUpFact;
  readonly prompt: string;
}

/** A follow-up between two open sessions, by their session ids. */
export interface PlayedFollowUp extends WaitingPrompt {
  readonly to: string;
}

/** A session and its scenes. */
export interface Part extends Role {
  /**
   * Scenes until and after the curtain step, at which live play begins; without that step all of it
   * is past.
   */
  readonly opening: Scene;
  /** How long ago a past session ended, in milliseconds. */
  readonly endedAgoMs?: number;
  /** Follow-ups in its queue when live play begins. */
  readonly followUps?: readonly WaitingPrompt[];
  /** Played repeatedly after the opening. */
  readonly scenes?: readonly Scene[];
}

export interface PlayOptions {
  readonly folders: Folders;
  readonly stage: Stage;
  readonly parts: readonly Part[];
  /** The real time at which live play begins. */
  readonly curtainEpoch: number;
  readonly speed: number;
  readonly loop: boolean;
}

/** All sessions on one clock, in milliseconds since live play began. */
export class Play {
  private readonly sessions: Session[] = [];
  /** Statuses of all sessions before live play. */
  readonly statuses: PastStatus[] = [];
  /** Calls before live play that grants allowed. */
  readonly grantUses: PastGrantUse[] = [];
  private curtainEpoch = 0;

  constructor(private readonly options: PlayOptions) {
    for (const part of options.parts) {
      const rehearsed = this.past(part, emptyStage, () => 0);
      const ageMs = rehearsed.curtainAgeMs ?? part.endedAgoMs ?? 0;
      const begun = options.curtainEpoch - ageMs - rehearsed.timeline.now;
      const session = this.past(part, options.stage, (now) => begun + now);
      if (session.curtainAgeMs === undefined) session.leave();
      else this.sessions.push(session);
      this.statuses.push(...session.statuses);
      this.grantUses.push(...session.grantUses);
    }
  }

  get speed(): number {
    return this.options.speed;
  }

  /** The follow-ups that wait when live play begins. */
  get followUps(): readonly PlayedFollowUp[] {
    const idOf = (part: string): string | undefined =>
      this.sessions.find(({ role }) => role.id === part)?.sessionId;
    return this.options.parts.flatMap(({ id, followUps = [] }) =>
      followUps.flatMap((followUp) => {
        const [to, of] = [idOf(id), idOf(followUp.of)];
        return to === undefined || of === undefined ? [] : { ...followUp, to, of };
      }),
    );
  }

  /** Makes the open sessions live; their next steps wait for `advance`. */
  raise(): void {
    this.begin(this.options.curtainEpoch);
    const { speed } = this.options;
    for (const session of this.sessions) session.goLive((now) => this.curtainEpoch + now / speed);
  }

  /** Sets the real time of moment 0. */
  begin(epoch: number): void {
    this.curtainEpoch = epoch;
  }

  /** Time of the next step of any session. */
  get next(): number | undefined {
    const times = this.sessions.flatMap(({ timeline }) => timeline.next ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Plays up to this moment, in the order of all sessions' steps. */
  advance(to: number): void {
    for (const { timeline } of this.sessions) timeline.hear(to);
    for (let next = this.next; next !== undefined && next <= to; next = this.next) {
      for (const { timeline } of this.sessions) {
        if (timeline.next === next) timeline.step();
      }
    }
  }

  /** Sends open dialogs again to a new listener, since none received them before. */
  askAgain(): void {
    for (const session of this.sessions) session.askAgain();
  }

  dispose(): void {
    for (const session of this.sessions) session.dispose();
  }

  /** A session played up to its curtain step, or to its end if it has none. */
  private past(part: Part, stage: Stage, epochOf: (now: number) => number): Session {
    const session = new Session(part, this.options.folders, stage, epochOf);
    const actor: Actor = {
      session,
      get speaker() {
        return session.main;
      },
    };
    session.timeline.start(this.routine(part, actor));
    while (session.curtainAgeMs === undefined && session.timeline.step());
    return session;
  }

  private *routine(part: Part, actor: Actor): Routine {
    yield* performScene(part.opening, actor);
    const { scenes = [] } = part;
    let again = scenes.length > 0;
    while (again) {
      for (const scene of scenes) yield* performScene(scene, actor);
      again = this.options.loop;
    }
  }
}

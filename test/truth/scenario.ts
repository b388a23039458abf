import type { HomeOptions } from '../support/claude/isolatedHome';
import type { Row } from '../support/recordings/recording';
import type { LostHooks } from './lostHooks';
import type { Stage } from './stage';

/** One thing that happens to sessions, played with the real client. */
export interface Scenario {
  readonly name: string;
  readonly home?: HomeOptions;
  /** Also played with these clients. */
  readonly olderClients?: readonly string[];
  /** Its client goes on, or a dialog ends, without a person: such scenarios have a target of their own. */
  readonly unattended?: true;
  play(stage: Stage): Promise<void>;
}

/** One run of a scenario. */
export interface Cast {
  readonly scenario: Scenario;
  readonly client: string;
  readonly hooks: boolean;
  /** Which of the hooks' calls are lost. */
  readonly lost?: LostHooks;
  /** Animations are off, which take the client a fifth of its processor time; text appears only whole. */
  readonly still?: true;
  /** Takes all that the clients told, recorded by hooks of these events as well. */
  readonly recorded?: {
    readonly events: readonly string[];
    readonly record: (rows: readonly Row[]) => Promise<void>;
  };
}

export const olderClients = { newer: '2.1.207', older: '2.1.85' } as const;

import type { HomeOptions } from '../support/claude/isolatedHome';
import type { LostHooks } from './lostHooks';
import type { Stage } from './stage';

/** One thing that happens to sessions, played with the real client. */
export interface Scenario {
  readonly name: string;
  readonly home?: HomeOptions;
  /** Also played with these clients. */
  readonly olderClients?: readonly string[];
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
}

export const olderClients = { newer: '2.1.207', older: '2.1.85' } as const;

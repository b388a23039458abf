import type { HomeOptions } from '../support/claude/isolatedHome';
import type { Row } from '../support/recordings/recording';
import type { LostHooks } from './lostHooks';
import type { Stage } from './stage';

/** A course of events in sessions, played with the real client. */
export interface Scenario {
  readonly name: string;
  readonly home?: HomeOptions;
  /** Versions of further clients with which the scenario is played. */
  readonly olderClients?: readonly string[];
  /**
   * Set if the client continues or a dialog ends without a person; such scenarios have a separate
   * target.
   */
  readonly unattended?: true;
  play(stage: Stage): Promise<void>;
}

/** The run of a scenario, of any client, as reports name it. */
export interface Played {
  readonly scenario: Pick<Scenario, 'name' | 'unattended'>;
  readonly client: string;
  readonly hooks: boolean;
  /** The kind of hook calls that are lost; undefined if none are. */
  readonly lost?: LostHooks;
  /** The process that runs sessions of Codex; undefined for another client. */
  readonly world?: CodexWorld;
}

/** The terminal's own process, or the background server that all terminals share. */
export type CodexWorld = 'own' | 'shared';

/** One run of a scenario of Claude Code. */
export interface Cast extends Played {
  readonly scenario: Scenario;
  readonly world?: never;
  /**
   * Turns animations off, which take a fifth of the client's processor time; text then appears only
   * when complete.
   */
  readonly still?: true;
  /**
   * Records all data of the clients, including calls of hooks for these events; `record` receives
   * the rows.
   */
  readonly recorded?: {
    readonly events: readonly string[];
    readonly record: (rows: readonly Row[]) => Promise<void>;
  };
}

export const olderClients = { newer: '2.1.207', older: '2.1.85' } as const;

import type { Section } from '../../shared/board/boardOrder';
import type { LiveSession, Summary } from '../../shared/protocol/protocol';
import type { Connection } from '../../shared/messages/pageMessages';
import type { Event } from '../util/emitter';

/** Changes since the last event. `whole` is set after a snapshot: any session may have changed. */
export interface BoardChange {
  readonly whole: boolean;
  /** New and changed sessions, in board order. */
  readonly changed: readonly LiveSession[];
  readonly removed: readonly string[];
  readonly connectionChanged: boolean;
}

/** The window's copy of the hub's board; every view of the window reads this and nothing else. */
export interface BoardModel {
  readonly connection: Connection;
  /** All sessions in board order: grouped by state group, each group sorted. */
  readonly sessions: readonly LiveSession[];
  /** A section's sessions in board order; the same array until something changes in it. */
  inSection(section: Section): readonly LiveSession[];
  readonly summary: Summary;
  get(sessionId: string): LiveSession | undefined;
  readonly onDidChange: Event<BoardChange>;
}

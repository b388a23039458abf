import { compareSessions } from '../../../../shared/board/boardOrder';
import { addressIn } from '../../../../shared/protocol/machines/address';
import type { AgentStateGroup, LiveSession } from '../../../../shared/protocol/protocol';
import type { MachineUpdate } from '../machineSessions';

/** A board that may contain a session: that of this computer or of a machine. */
export interface SessionBoard {
  /** Key of the config home; boards with an equal key show the same sessions. */
  readonly home: string;
  /** Finds a session by its id on that machine. */
  get(sessionId: string): LiveSession | undefined;
}

/** Numbers of hidden sessions of one board, by state group. */
export type HiddenCounts = Readonly<Record<AgentStateGroup | 'all', number>>;

const none: HiddenCounts = { all: 0, needs_you: 0, autonomous: 0, delivered: 0 };

/**
 * Hides duplicates of sessions that several hosts with one config home report. A session is shown
 * for the host on which its process runs, otherwise for the first host that reports it. Only hidden
 * duplicates are stored.
 */
export class DuplicateSessions {
  private readonly hidden = new Map<string, LiveSession>();
  private readonly counts = new Map<string, HiddenCounts>();

  /**
   * `boards` returns the board of this computer, then those of the machines in the order of the
   * setting.
   */
  constructor(private readonly boards: () => readonly SessionBoard[]) {}

  isHidden(sessionId: string): boolean {
    return this.hidden.has(sessionId);
  }

  /**
   * Returns the session that is shown instead of a hidden one; undefined if the session is not
   * hidden.
   */
  shownFor(sessionId: string): LiveSession | undefined {
    if (!this.isHidden(sessionId)) return undefined;
    const all = [...versionsByHome(this.boards(), idOnMachine(sessionId))];
    const versions = all.find((ones) => ones.some((one) => one.sessionId === sessionId));
    return versions && selectShown(versions)[0];
  }

  /** Numbers of hidden sessions of a machine; without an id, of this computer. */
  hiddenAt(machineId = ''): HiddenCounts {
    return this.counts.get(machineId) ?? none;
  }

  /**
   * Converts an update of one board to an update of the shown sessions. Only the sessions in the
   * update are examined.
   */
  filterUpdate<Update extends MachineUpdate>(update: Update): Update {
    const boards = this.boards();
    if (this.hidden.size === 0 && new Set(boards.map(({ home }) => home)).size === boards.length)
      return update;
    const changed = new Map(update.changed.map((session) => [session.sessionId, session]));
    const removed = new Set(update.removed);
    for (const sessionId of removed) this.show(sessionId);
    const affectedIds = new Set([...changed.keys(), ...removed].map(idOnMachine));
    for (const sessionId of affectedIds) {
      for (const versions of versionsByHome(boards, sessionId)) {
        const shown = selectShown(versions);
        for (const version of versions) {
          if (!shown.includes(version)) {
            changed.delete(version.sessionId);
            if (!this.hidden.has(version.sessionId)) removed.add(version.sessionId);
            this.hide(version);
          } else if (this.show(version.sessionId)) {
            changed.set(version.sessionId, version);
          }
        }
      }
    }
    const sorted = [...changed.values()].sort(compareSessions);
    return { ...update, changed: sorted, removed: [...removed] };
  }

  private hide(session: LiveSession): void {
    this.show(session.sessionId);
    this.hidden.set(session.sessionId, session);
    this.count(session, 1);
  }

  /** Stops hiding a session; returns false if it was not hidden. */
  private show(sessionId: string): boolean {
    const session = this.hidden.get(sessionId);
    if (session === undefined) return false;
    this.hidden.delete(sessionId);
    this.count(session, -1);
    return true;
  }

  private count({ sessionId, agentState }: LiveSession, by: 1 | -1): void {
    const machineId = addressIn(sessionId)?.machineId ?? '';
    const before = this.hiddenAt(machineId);
    const { group } = agentState;
    this.counts.set(machineId, { ...before, all: before.all + by, [group]: before[group] + by });
  }
}

function idOnMachine(sessionId: string): string {
  return addressIn(sessionId)?.sessionId ?? sessionId;
}

function versionsByHome(
  boards: readonly SessionBoard[],
  sessionId: string,
): Iterable<readonly LiveSession[]> {
  const versions = new Map<string, LiveSession[]>();
  for (const board of boards) {
    const version = board.get(sessionId);
    if (version === undefined) continue;
    const { home } = board;
    versions.set(home, [...(versions.get(home) ?? []), version]);
  }
  return versions.values();
}

/**
 * Returns the versions of a session that are shown: each one that has a process, because a session
 * can be resumed twice; otherwise the first one whose machine is connected.
 */
function selectShown(versions: readonly LiveSession[]): readonly LiveSession[] {
  const connected = versions.filter(({ machine }) => machine?.away === undefined);
  const living = connected.filter(({ pid }) => pid !== undefined);
  return living.length > 0 ? living : (connected.length > 0 ? connected : versions).slice(0, 1);
}

import { Attendance } from '../../../src/extension/hub/attention/attendance';
import { NotificationSchedule } from '../../../src/extension/hub/attention/notificationSchedule';
import { HubAttention } from '../../../src/extension/hub/attention/feature';
import { Mutes } from '../../../src/extension/hub/attention/mutes';
import { SessionLocator } from '../../../src/extension/hub/attention/places';
import {
  KeptCollisions,
  type WorkLoss,
} from '../../../src/extension/hub/collisions/keptCollisions';
import { Warnings } from '../../../src/extension/hub/collisions/warnings';
import type { GivenAnswer } from '../../../src/extension/hub/control/control';
import type { Core } from '../../../src/extension/hub/core';
import type { JoinedBoard } from '../../../src/extension/hub/machines/joined/joinedBoard';
import type { Devices } from '../../../src/extension/hub/phone/devices';
import { Pushes } from '../../../src/extension/hub/phone/push/pushes';
import type { BoardUpdate } from '../../../src/extension/hub/serve/liveStream';
import { Emitter } from '../../../src/extension/util/emitter';
import { silentLog } from '../../../src/extension/util/log';
import { mutesOf } from '../../../src/shared/board/mutes';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import type { WindowMessage } from '../../../src/shared/protocol/windows';
import { carriedCollision, collisions, lostCollision } from '../board/collisionBuilder';
import type { MemoryFolder } from '../hub/memoryFolder';

/** Everything outside the hubs of a story; hubs replace each other within it. */
export interface Surroundings {
  readonly folder: MemoryFolder;
  /** All current sessions of the board. */
  readonly sessions: () => readonly LiveSession[];
  readonly devices: Pick<Devices, 'get' | 'list' | 'subscribe'>;
  readonly send: (window: string, message: WindowMessage) => void;
  /** True if the files of a loss are restored. */
  readonly isBack: (top: string) => boolean;
}

const isOwn = ({ machine }: LiveSession): boolean => machine === undefined;

/** The parts of a hub that notify people, without those that observe sessions. */
export class CallingHub {
  readonly attendance: Attendance;
  readonly attention: HubAttention;
  readonly kept: KeptCollisions;
  readonly warnings: Warnings;
  readonly pushes: Pushes;
  private readonly changes = new Emitter<BoardUpdate>();
  private readonly ownChanges = new Emitter<BoardUpdate>();
  private readonly answers = new Emitter<GivenAnswer>();

  private constructor(private readonly surroundings: Surroundings) {
    const { folder, devices, send, isBack } = surroundings;
    const fail = (error: unknown): never => {
      throw error instanceof Error ? error : new Error(String(error));
    };
    const board = {
      onDidChange: this.changes.event,
      onDidChangeOwn: this.ownChanges.event,
      get: (id: string) => this.cards.find(({ sessionId }) => sessionId === id),
      snapshot: () => ({ sessions: this.cards }),
    };
    this.attendance = new Attendance(new Mutes(folder, fail), send);
    const { windows, muted, onDidChangePresence } = this.attendance;
    const places = new SessionLocator(
      windows,
      (pid) => Promise.resolve([pid, pid + 1_000].map((one) => ({ pid: one, name: 'any' }))),
      () => true,
    );
    const { attendance } = this;
    const calls = new NotificationSchedule();
    const core = { folder, log: silentLog, attendance, callSchedule: calls, places, board };
    this.attention = new HubAttention(core as unknown as Core, board as unknown as JoinedBoard);
    this.kept = new KeptCollisions(folder, fail);
    this.warnings = new Warnings({
      windows,
      places,
      isMuted: (session) => mutesOf(muted.mutes, session, Date.now()).length > 0,
      session: board.get,
      kept: this.kept,
      evidence: (top, paths) =>
        Promise.resolve(
          new Map(
            paths.map((path) => [
              path,
              { writtenAt: 1, folderAt: 1, status: isBack(top) ? 'other' : 'same' },
            ]),
          ),
        ),
      onDidChange: (ids) => this.update(ids),
      onError: fail,
    });
    this.pushes = new Pushes({
      board,
      inHand: () => windows.inHand,
      onDidChangePresence,
      onDidAnswer: this.answers.event,
      muted,
      warnings: this.warnings,
      isPushService: () => true,
      calls,
      folder,
      pageFolder: folder.path,
      log: silentLog,
      losses: { errorHandler: () => fail },
      devices: devices as Devices,
      page: () => 'https://desk.test/',
      sessionsOf: () => [],
      onChange: () => undefined,
    });
  }

  static async start(surroundings: Surroundings): Promise<CallingHub> {
    const hub = new CallingHub(surroundings);
    await Promise.all([hub.attention.load(), hub.kept.load(), hub.pushes.load()]);
    await hub.pushes.open();
    return hub;
  }

  /** The sessions, with the losses that their cards show. */
  private get cards(): readonly LiveSession[] {
    return this.surroundings.sessions().map((session) => {
      const found = this.kept
        .lossesOf(session.sessionId)
        .filter(({ owner }) => owner === session.sessionId)
        .map(({ id, taker, sweeps: [sweep] }) =>
          sweep?.carried === true
            ? carriedCollision({ id, sessionId: taker })
            : lostCollision({ id, sessionId: taker }),
        );
      return found.length === 0 ? session : { ...session, collisions: collisions(...found) };
    });
  }

  /** Publishes the sessions with these ids; ids that left the board are published as removed. */
  update(ids: readonly string[]): void {
    const all = this.cards.filter(({ sessionId }) => ids.includes(sessionId));
    const removed = ids.filter((id) => all.every(({ sessionId }) => sessionId !== id));
    this.changes.fire({ changed: all, removed, summary: undefined });
    this.ownChanges.fire({ changed: all.filter(isOwn), removed, summary: undefined });
  }

  answer(answer: GivenAnswer): void {
    this.answers.fire(answer);
  }

  lose(taken: WorkLoss): void {
    void this.kept.put(taken);
    this.warnings.add(taken);
    this.update([taken.owner]);
  }

  async close(): Promise<void> {
    this.warnings.dispose();
    await Promise.all([this.attention.close(), this.kept.flush(), this.pushes.close()]);
  }
}

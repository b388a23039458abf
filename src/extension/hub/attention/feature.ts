import { hasLocalPaths } from '../../../shared/board/texts/machineText';
import { mutesOf } from '../../../shared/board/mutes';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Mute, NextAnswer } from '../../../shared/protocol/windows';
import { savedResult, type SavedResult } from '../../util/files/savedResult';
import type { Disposable } from '../../util/lifetime';
import type { Core } from '../core';
import type { Feature } from '../feature';
import type { JoinedBoard } from '../machines/joined/joinedBoard';
import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';
import type { Attendance } from './attendance';
import { Attention } from './attention';
import { HandledIncidents } from './handledIncidents';
import { SessionCycle } from './sessionCycle';

type AttentionCall =
  | 'attended'
  | 'tellPresence'
  | 'answerOrder'
  | 'mute'
  | 'muteSessions'
  | 'unmuteSessions'
  | 'show'
  | 'next';

const hourMs = 3_600_000;

/** Serves windows' calls about notifications, mutes and navigation to sessions. */
export class HubAttention implements Feature {
  private readonly dealtWith: HandledIncidents;
  private readonly attention: Disposable;
  private readonly cycle = new SessionCycle();
  readonly calls: Handlers<AttentionCall>;
  readonly subscribers: readonly [Attendance];

  /** `joined` contains the sessions of all machines. */
  constructor(
    private readonly core: Core,
    private readonly joined: JoinedBoard,
  ) {
    const { folder, log, attendance, places, board, callSchedule } = core;
    const { windows, mutes } = attendance;
    this.subscribers = [attendance];
    // The file contains nothing that a person wrote, so its loss is only logged.
    this.dealtWith = new HandledIncidents(folder, (error) =>
      log.warn(`notified.json: ${String(error)}`),
    );
    const attention = new Attention({
      windows,
      places,
      mutes,
      dealtWith: this.dealtWith,
      session: (sessionId) => board.get(sessionId),
      log,
      calls: callSchedule,
    });
    this.attention = callSchedule.add(attention);
    // A window that has just reported its presence may be able to show a waiting incident.
    attendance.onDidReport(() => callSchedule.check(attention));
    joined.onDidChangeOwn(({ changed, removed }) => attention.update(changed, removed));
    this.calls = this.handlers();
  }

  /** Loads what the previous hub stored; must be awaited before windows can call. */
  async load(): Promise<void> {
    await Promise.all([this.core.attendance.mutes.load(), this.dealtWith.load()]);
  }

  /** Resolves after everything has been written to the disk. */
  async close(): Promise<void> {
    const { attendance } = this.core;
    this.attention.dispose();
    attendance.dispose();
    await Promise.all([attendance.mutes.flush(), this.dealtWith.flush()]);
  }

  private handlers(): Handlers<AttentionCall> {
    const { attendance, places } = this.core;
    const { windows, mutes, phoneCards } = attendance;
    return {
      attended: () => ({
        inHand: [...windows.inHand, ...phoneCards.inHand],
        inSight: [...windows.inSight, ...phoneCards.inSight],
      }),
      tellPresence: ({ window, ...presence }) =>
        windows.setPresence(window, presence) ? undefined : refusals.window,
      answerOrder: async ({ window, ...answer }) =>
        (await windows.answer(window, answer)) ? undefined : refusals.late,
      mute: ({ mute, on }) => this.mute([mute], on),
      muteSessions: ({ sessionIds, span }) => {
        const end = span === 'hour' && { until: Date.now() + hourMs };
        const all = this.sessions(sessionIds).map(({ sessionId }): Mute => ({
          scope: 'session',
          sessionId,
          ...end,
        }));
        return this.mute(all, true);
      },
      unmuteSessions: ({ sessionIds }) => {
        const now = Date.now();
        const covering = this.sessions(sessionIds).flatMap((one) =>
          mutesOf(mutes.current, one, now),
        );
        return this.mute(covering, false);
      },
      show: async ({ sessionId, window }) => {
        const session = this.joined.get(sessionId);
        if (session === undefined || !hasLocalPaths(session)) return refusals.session;
        const outcome = await places.show(session, window);
        return outcome.kind === 'shown'
          ? { ...outcome, window: windows.nameOf(outcome.window) }
          : outcome;
      },
      next: ({ window }) => this.next(window),
    };
  }

  /** Returns the sessions with these ids that are on the board. */
  private sessions(ids: readonly string[]): readonly LiveSession[] {
    return this.joined.snapshot().sessions.filter(({ sessionId }) => ids.includes(sessionId));
  }

  /** Sets or clears mutes and notifies windows and phones. Rejects with `NotSavedError`. */
  private async mute(all: readonly Mute[], on: boolean): Promise<SavedResult> {
    const { mutes, muteChanges, windows } = this.core.attendance;
    await Promise.all(all.map((mute) => mutes.set(mute, on)));
    muteChanges.fire();
    windows.broadcast({ type: 'mutes', data: [...mutes.current] });
    return savedResult;
  }

  private async next(window: string): Promise<NextAnswer> {
    const { attendance, places } = this.core;
    const waiting = this.joined
      .snapshot()
      .sessions.filter(
        ({ agentState, machine }) =>
          agentState.group === 'needs_you' && machine?.away === undefined,
      );
    const front = attendance.windows.get(window)?.presence.front;
    const visitedIds = await Promise.all(
      waiting.map(async (session) => {
        if (front === undefined) return [];
        // Process ids of another machine may equal those of unrelated processes on this one.
        const isHere = hasLocalPaths(session);
        const { terminal } = isHere ? await places.find(session, window) : {};
        const inTerminal = terminal !== undefined && terminal === front.terminal;
        const visited = [...front.sessions, ...(front.inHand ?? [])];
        return inTerminal || visited.includes(session.sessionId) ? session.sessionId : [];
      }),
    );
    const ids = waiting.map(({ sessionId }) => sessionId);
    const sessionId = this.cycle.next(ids, new Set(visitedIds.flat()), Date.now());
    return sessionId === undefined ? {} : { sessionId };
  }
}

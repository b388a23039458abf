import { mutesOf } from '../../shared/board/mutes';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { Mute, NextAnswer, WindowMessage } from '../../shared/protocol/windows';
import { Emitter } from '../util/emitter';
import type { Log } from '../util/log';
import { kept, type Kept } from '../util/files/kept';
import type { PrivateFolder } from '../util/files/privateFolder';
import { AttendedCards } from '../page/attendedCards';
import type { MutedSessions } from '../page/pageParts';
import { Attention } from './attention/attention';
import { DealtWith } from './attention/dealtWith';
import { Mutes } from './attention/mutes';
import { SessionLocator } from './attention/places';
import { Round } from './attention/round';
import { Windows } from './attention/windows';
import { ancestryOf } from './ingest/ancestry';
import type { LiveBoard } from './board/liveBoard';
import type { Handlers } from './serve/callRouter';
import type { StreamSubscribers } from './serve/liveStream';
import { refusals } from './serve/refusal';
import type { Losses } from './store/losses';

export interface HubAttentionParts {
  readonly folder: PrivateFolder;
  readonly log: Log;
  readonly losses: Losses;
  readonly board: { get(sessionId: string): LiveSession | undefined };
  /** The sessions of all machines, in board order. */
  readonly shown: () => readonly LiveSession[];
  readonly send: (window: string, message: WindowMessage) => void;
  /** True if a known key signed the window's offer. */
  readonly isProven: (window: string) => boolean;
}

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

/** Serves the windows beside the board: calls the person, and leads to sessions. */
export class HubAttention implements StreamSubscribers {
  readonly windows: Windows;
  readonly places: SessionLocator;
  private readonly mutes: Mutes;
  private readonly dealtWith: DealtWith;
  private readonly attention: Attention;
  private readonly round = new Round();
  readonly calls: Handlers<AttentionCall>;
  /** Cards that persons have before their eyes, or in their hands, on phones. */
  readonly phoneCards = new AttendedCards();
  private readonly muteChanges = new Emitter<void>();
  /** Mutes for phones, which get no window messages. */
  readonly muted: MutedSessions;
  private readonly presences = new Emitter<void>();
  /** A window said something new of itself, or went. */
  readonly onDidChangePresence = this.presences.event;

  constructor(private readonly parts: HubAttentionParts) {
    const { folder, log, board, send } = parts;
    this.windows = new Windows(send, () => {
      this.attention.look();
      this.presences.fire();
    });
    this.places = new SessionLocator(this.windows, ancestryOf(), parts.isProven);
    this.mutes = new Mutes(folder, parts.losses.of('mutes.json'));
    // Nobody wrote what is in it: its loss is for the log alone.
    this.dealtWith = new DealtWith(folder, (error) => log.warn(`notified.json: ${String(error)}`));
    const { windows, places, mutes, dealtWith } = this;
    this.attention = new Attention({
      windows,
      places,
      mutes,
      dealtWith,
      session: (sessionId) => board.get(sessionId),
      log,
    });
    this.calls = this.handlers();
    this.muted = {
      get mutes() {
        return mutes.current;
      },
      onDidChangeMutes: this.muteChanges.event,
    };
  }

  /**
   * A session is in hand where a person has its card, plan, dialog or transcript open, in an editor or
   * on a phone; here, in one whose window `canAct` is true for.
   */
  isInHand(sessionId: string, canAct: (window: string) => boolean): boolean {
    return this.windows.isInHand(sessionId, canAct) || this.phoneCards.isInHand(sessionId, canAct);
  }

  /** Loads what the last hub kept; awaited before a window can ask. */
  async load(): Promise<void> {
    await Promise.all([this.mutes.load(), this.dealtWith.load()]);
  }

  connect(window: string, id: string): void {
    this.windows.connect(window, id);
    this.parts.send(window, { type: 'mutes', data: [...this.mutes.current] });
  }

  disconnect(window: string): void {
    this.windows.disconnect(window);
    this.presences.fire();
  }

  follow(board: Pick<LiveBoard, 'onDidChange'>): void {
    board.onDidChange(({ changed, removed }) => this.attention.update(changed, removed));
  }

  /** Settles when everything is on the disk. */
  async close(): Promise<void> {
    this.presences.dispose();
    this.muteChanges.dispose();
    this.attention.dispose();
    this.windows.dispose();
    await Promise.all([this.mutes.flush(), this.dealtWith.flush()]);
  }

  private handlers(): Handlers<AttentionCall> {
    const { windows, places, mutes, phoneCards } = this;
    const { board } = this.parts;
    return {
      attended: () => ({
        inHand: [...windows.inHand, ...phoneCards.inHand],
        inSight: [...windows.inSight, ...phoneCards.inSight],
      }),
      tellPresence: ({ window, ...presence }) =>
        windows.tell(window, presence) ? undefined : refusals.window,
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
      async show({ sessionId, window }) {
        const session = board.get(sessionId);
        if (session === undefined) return refusals.session;
        const outcome = await places.show(session, window);
        return outcome.kind === 'shown'
          ? { ...outcome, window: windows.nameOf(outcome.window) }
          : outcome;
      },
      next: ({ window }) => this.next(window),
    };
  }

  /** Those that are on the board. */
  private sessions(ids: readonly string[]): readonly LiveSession[] {
    return this.parts.shown().filter(({ sessionId }) => ids.includes(sessionId));
  }

  /** Rejects with `NotKept`. */
  private async mute(all: readonly Mute[], on: boolean): Promise<Kept> {
    await Promise.all(all.map((mute) => this.mutes.set(mute, on)));
    this.muteChanges.fire();
    this.windows.broadcast({ type: 'mutes', data: [...this.mutes.current] });
    return kept;
  }

  private async next(window: string): Promise<NextAnswer> {
    const waiting = this.parts
      .shown()
      .filter(
        ({ agentState, machine }) =>
          agentState.group === 'needs_you' && machine?.away === undefined,
      );
    const front = this.windows.get(window)?.presence.front;
    const seen = await Promise.all(
      waiting.map(async (session) => {
        if (front === undefined) return [];
        // The processes of another machine have the numbers of others here.
        const isHere = session.machine === undefined;
        const { terminal } = isHere ? await this.places.find(session, window) : {};
        const inTerminal = terminal !== undefined && terminal === front.terminal;
        const visited = [...front.sessions, ...(front.inHand ?? [])];
        return inTerminal || visited.includes(session.sessionId) ? session.sessionId : [];
      }),
    );
    const ids = waiting.map(({ sessionId }) => sessionId);
    const sessionId = this.round.next(ids, new Set(seen.flat()), Date.now());
    return sessionId === undefined ? {} : { sessionId };
  }
}

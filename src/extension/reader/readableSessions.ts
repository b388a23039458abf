import { accountHomeOf } from '../../shared/board/accountHome';
import type { HistoryEntry } from '../../shared/protocol/history';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { BoardModel } from '../link/boardModel';
import type { Calls } from '../link/hubClient';
import { Emitter, type Event } from '../util/emitter';
import type { Log } from '../util/log';
import { waitForBoard } from './boardWait';

/** The facts of a session on the board or of the past that its transcript's reader needs. */
export type ReadableSession = Pick<
  LiveSession,
  'title' | 'projectPath' | 'projectName' | 'gitBranch' | 'model' | 'transcriptPath'
> &
  Partial<Pick<LiveSession, 'agent' | 'subagents' | 'originalTitle' | 'machine'>>;

export interface SessionSource {
  get(sessionId: string): ReadableSession | undefined;
  readonly onDidChange: Event<unknown>;
}

/** The sessions of the board, and those of the past that were requested. */
export class ReadableSessions implements SessionSource {
  private readonly past = new Map<string, HistoryEntry>();
  private readonly reloads = new Emitter<unknown>();

  constructor(
    private readonly board: BoardModel,
    private readonly hub: Calls<'pastSession'>,
    private readonly log: Log,
  ) {}

  readonly onDidChange: Event<unknown> = (listener) => {
    const [board, own] = [this.board.onDidChange(listener), this.reloads.event(listener)];
    return {
      dispose: () => {
        board.dispose();
        own.dispose();
      },
    };
  };

  /** Reloads a session of the past after a change, such as a new name. */
  async renew(sessionId: string): Promise<void> {
    if (!this.past.has(sessionId)) return;
    this.past.set(sessionId, await this.hub.call('pastSession', { sessionId }));
    this.reloads.fire(sessionId);
  }

  get(sessionId: string): ReadableSession | undefined {
    return this.board.get(sessionId) ?? this.past.get(sessionId);
  }

  /** Config home of the session's account, if it is another one on this computer. */
  accountHome(sessionId: string): string | undefined {
    return accountHomeOf(this.board.summary, sessionId);
  }

  /**
   * Finds a session; undefined if neither the board nor the past has it. Waits for the board, since
   * a restored tab asks before it is loaded.
   */
  async find(sessionId: string): Promise<ReadableSession | undefined> {
    await waitForBoard(this.board, () => this.get(sessionId) !== undefined);
    const known = this.get(sessionId);
    if (known !== undefined) return known;
    try {
      this.past.set(sessionId, await this.hub.call('pastSession', { sessionId }));
    } catch (error) {
      this.log.debug(`A session of the past was not found: ${String(error)}`);
    }
    return this.get(sessionId);
  }
}

import { homedir } from 'node:os';
import type { ReaderTarget, ToReader } from '../../../../shared/messages/readerMessages';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { t } from '../../../../shared/words/l10n';
import type { BoardModel } from '../../../link/boardModel';
import { waitForBoard } from '../../../reader/boardWait';
import { ReaderChannel, type ReaderIntents } from '../../../reader/readerChannel';
import { readerHead } from '../../../reader/readerHead';
import type { ReadPart } from '../../../reader/remoteTranscript';
import { transcriptFile } from '../../../reader/transcriptFile';
import { TranscriptSource } from '../../../reader/transcriptSource';
import { Emitter } from '../../../util/emitter';
import { type Disposable, DisposableStore } from '../../../util/lifetime';
import type { Log } from '../../../util/log';
import { phoneLimits, phoneWindowBytes, SmallSource } from './smallSource';

export interface PhoneReaderParts {
  readonly target: ReaderTarget;
  readonly board: BoardModel;
  readonly configHome: string;
  readonly readPart: ReadPart;
  readonly visible: boolean;
  readonly post: (message: ToReader) => void;
  readonly log: Log;
}

/**
 * An open transcript on a phone. The page names a session of the board; the path of the file comes
 * from the board.
 */
export class PhoneReader implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly messages = this.lifetime.add(new Emitter<unknown>());
  private readonly source: TranscriptSource;
  private isVisible: boolean;
  /**
   * Last known state of the session, because its transcript stays open when it leaves the board.
   */
  private known: LiveSession | undefined;

  constructor(private readonly parts: PhoneReaderParts) {
    const { target, board, configHome, readPart, visible, post, log } = parts;
    this.isVisible = visible;
    const sessions = { get: () => this.session(), find: () => this.find() };
    const file = transcriptFile({ target, sessions, configHome, readPart });
    this.source = this.lifetime.add(
      new TranscriptSource({
        target,
        sessions,
        file,
        home: homedir(),
        windowBytes: phoneWindowBytes,
        limits: phoneLimits,
      }),
    );
    const isVisible = (): boolean => this.isVisible;
    this.lifetime.add(
      board.onDidChange(({ changed }) => {
        if (changed.some(({ sessionId }) => sessionId === target.sessionId)) this.source.check();
      }),
    );
    this.lifetime.add(
      new ReaderChannel({
        port: {
          get visible() {
            return isVisible();
          },
          onDidReceive: this.messages.event,
          post,
        },
        source: new SmallSource(this.source),
        head: () => readerHead(target, this.session(), board.get(target.sessionId)),
        onDidChangeHead: board.onDidChange,
        intents,
        log,
      }),
    );
  }

  get target(): ReaderTarget {
    return this.parts.target;
  }

  /** Handles a message of the page, which the channel validates. */
  handle(message: unknown): void {
    this.messages.fire(message);
  }

  /**
   * Sets the visibility of the page; a page that becomes visible is informed about the current
   * length of the file.
   */
  show(visible: boolean): void {
    const wasVisible = this.isVisible;
    this.isVisible = visible;
    const { end } = this.source;
    if (visible && !wasVisible && end > 0) this.parts.post({ type: 'grew', end });
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private session(): LiveSession | undefined {
    this.known = this.parts.board.get(this.target.sessionId) ?? this.known;
    return this.known;
  }

  /** Finds the session on the board. Rejects with a message for the person if it is not there. */
  private async find(): Promise<LiveSession> {
    await waitForBoard(this.parts.board, () => this.session() !== undefined);
    const session = this.session();
    if (session === undefined) throw new Error(t('This session is no longer on the board.'));
    return session;
  }
}

const ignore = (): void => undefined;

/** Actions of readers in editors, which have no effect on a phone. */
const intents: ReaderIntents = {
  copy: ignore,
  openLink: ignore,
  openSubagent: ignore,
  openDiff: ignore,
  keep: ignore,
  bar: ignore,
  openAsText: ignore,
  openRaw: ignore,
  showInBoard: ignore,
  goToTerminal: ignore,
};

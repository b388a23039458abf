import { homedir } from 'node:os';
import type { ReaderTarget, ToReader } from '../../../../shared/messages/readerMessages';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { t } from '../../../../shared/words/l10n';
import type { BoardModel } from '../../../link/boardModel';
import { whenBoardTells } from '../../../reader/boardWait';
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

/** A transcript on a phone. The page names a session of the board, which knows its file. */
export class PhoneReader implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly messages = this.lifetime.add(new Emitter<unknown>());
  private readonly source: TranscriptSource;
  private isVisible: boolean;
  /** Last known state of the session: its transcript stays open when it leaves the board. */
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

  /** Reports growth of the file to a page that was hidden. */
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

  /** Finds the session. Rejects with a sentence if it is not on the board. */
  private async find(): Promise<LiveSession> {
    await whenBoardTells(this.parts.board, () => this.session() !== undefined);
    const session = this.session();
    if (session === undefined) throw new Error(t('This session is no longer on the board.'));
    return session;
  }
}

const nothing = (): void => undefined;

/** Actions of editors, which do nothing on a phone. */
const intents: ReaderIntents = {
  copy: nothing,
  openLink: nothing,
  openSubagent: nothing,
  openDiff: nothing,
  keep: nothing,
  bar: nothing,
  openAsText: nothing,
  openRaw: nothing,
  showInBoard: nothing,
  goToTerminal: nothing,
};

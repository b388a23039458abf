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

/** The page of one transcript on a phone. It names a session of the board; the board knows its file. */
export class PhoneReader implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly messages = this.lifetime.add(new Emitter<unknown>());
  private readonly source: TranscriptSource;
  private isVisible: boolean;
  /** As the board had it last: what is being read stays when its session leaves the board. */
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
        if (changed.some(({ sessionId }) => sessionId === target.sessionId)) this.source.look();
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

  /** Takes a message of the page, checked by the channel. */
  take(message: unknown): void {
    this.messages.fire(message);
  }

  /** A page that was out of sight is told what it missed. */
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

  /** Rejects with a sentence where the board has no such session. */
  private async find(): Promise<LiveSession> {
    await whenBoardTells(this.parts.board, () => this.session() !== undefined);
    const session = this.session();
    if (session === undefined) throw new Error(t('This session is no longer on the board.'));
    return session;
  }
}

const nothing = (): void => undefined;

/** What an editor would do for a page has no meaning on a phone. */
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

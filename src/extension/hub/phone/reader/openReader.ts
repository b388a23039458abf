import type { ReaderTarget, ToReader } from '../../../../shared/messages/readerMessages';
import { fieldsOf } from '../../../../shared/text/fields';
import type { BoardModel } from '../../../link/boardModel';
import type { ReadPart } from '../../../reader/remoteTranscript';
import { type Disposable, DisposableSlot } from '../../../util/lifetime';
import type { Log } from '../../../util/log';
import { PhoneReader } from './phoneReader';

export interface OpenReaderParts {
  readonly board: BoardModel;
  readonly configHome: string;
  readonly readPart: ReadPart;
  readonly post: (target: ReaderTarget, message: ToReader) => void;
  readonly log: Log;
}

/** The open transcript of a phone; at most one is open. */
export class OpenReader implements Disposable {
  private readonly slot = new DisposableSlot<PhoneReader>();
  private isVisible = true;

  constructor(private readonly parts: OpenReaderParts) {}

  /**
   * Handles a message of a reader. The message `ready` opens its transcript and closes the previous
   * one; other messages for a closed transcript are late and ignored.
   */
  handle({ sessionId, agentId }: ReaderTarget, message: unknown): void {
    const open = this.slot.value?.target;
    const isOpen = open?.sessionId === sessionId && open.agentId === agentId;
    if (!isOpen) {
      if (fieldsOf(message)['type'] !== 'ready') return;
      this.open(agentId === undefined ? { sessionId } : { sessionId, agentId });
    }
    this.slot.value?.handle(message);
  }

  show(visible: boolean): void {
    this.isVisible = visible;
    this.slot.value?.show(visible);
  }

  /** Closes the transcript after the page left it. */
  close(): void {
    this.slot.value = undefined;
  }

  dispose(): void {
    this.slot.dispose();
  }

  private open(target: ReaderTarget): void {
    const { board, configHome, readPart, log, post } = this.parts;
    this.slot.value = new PhoneReader({
      target,
      board,
      configHome,
      readPart,
      visible: this.isVisible,
      post: (message) => post(target, message),
      log,
    });
  }
}

import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { splitIntoFrames } from '../../../shared/protocol/boardFrames';
import type { Board, StreamEvent } from '../../../shared/protocol/protocol';

/**
 * One reader of the stream. Events that occur while the snapshot is written are written after it.
 */
export class StreamSubscriber {
  /** Text to write after the snapshot; undefined once the snapshot is written. */
  private queuedTexts: string[] | undefined = [];
  private queuedLength = 0;

  constructor(
    private readonly response: ServerResponse,
    /** `streamKey` of a window's stream; undefined for a reader that is not a window. */
    readonly key: string | undefined,
  ) {}

  /** Lower bound of the unread bytes: queued text is counted in characters. */
  get unread(): number {
    return this.response.writableLength + this.queuedLength;
  }

  /** Writes the snapshot frame by frame, so that hooks are handled between the frames. */
  async writeSnapshot(id: number, { sessions, summary }: Board): Promise<void> {
    const parts = splitIntoFrames(sessions);
    for (const [index, part] of parts.entries()) {
      if (index > 0) await nextTurn();
      if (this.response.destroyed || this.response.writableEnded) return;
      const more = index < parts.length - 1;
      const data = { sessions: part, summary, ...(more && { more }) };
      this.response.write(frame(id, { type: 'snapshot', data }));
    }
    for (const text of this.queuedTexts ?? []) this.response.write(text);
    this.queuedTexts = undefined;
    this.queuedLength = 0;
  }

  write(text: string): void {
    if (this.queuedTexts === undefined) {
      this.response.write(text);
    } else {
      this.queuedTexts.push(text);
      this.queuedLength += text.length;
    }
  }

  end(): void {
    this.response.end();
  }

  disconnect(): void {
    this.response.destroy();
  }
}

/** Returns the frame; JSON has no raw line break, so one `data` line is enough. */
export function frame(id: number, event: StreamEvent): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

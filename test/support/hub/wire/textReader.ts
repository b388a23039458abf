import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { eventsIn } from '../../../../src/extension/link/eventStream';
import { textEventSchema, type TextEvent } from '../../../../src/shared/protocol/history';
import { until } from '../../until';

/** Reads what the hub tells of a search, whole and checked against the protocol. */
export class TextReader {
  readonly events: TextEvent[] = [];
  status: number | undefined;
  isOver = false;
  private readonly request: ClientRequest;

  constructor(url: string, token: string) {
    const headers = { authorization: `Bearer ${token}` };
    this.request = get(url, { agent: false, headers }, (response) => {
      this.status = response.statusCode;
      void this.read(response).finally(() => (this.isOver = true));
    });
    this.request.on('error', () => (this.isOver = true));
  }

  /** Everything that was told, once it is over. */
  async all(): Promise<readonly TextEvent[]> {
    await until(
      () => this.isOver,
      (isOver) => {
        if (!isOver) throw new Error('The search goes on');
      },
    );
    return this.events;
  }

  close(): void {
    this.request.destroy();
  }

  private async read(response: IncomingMessage): Promise<void> {
    try {
      for await (const { type, data } of eventsIn(response)) {
        this.events.push(textEventSchema.parse({ type, data }));
      }
    } catch (error) {
      // Cut off, as a test may want.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
}

import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { readServerSentEvents } from '../../../../src/extension/link/eventStream';
import { textEventSchema, type TextEvent } from '../../../../src/shared/protocol/history';
import { until } from '../../until';

/** Reads the events of a search to the end and validates them against the protocol. */
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

  /** All events, once the search is complete. */
  async all(): Promise<readonly TextEvent[]> {
    await until(
      () => this.isOver,
      (isComplete) => {
        if (!isComplete) throw new Error('The search goes on');
      },
    );
    return this.events;
  }

  close(): void {
    this.request.destroy();
  }

  private async read(response: IncomingMessage): Promise<void> {
    try {
      for await (const { type, data } of readServerSentEvents(response)) {
        this.events.push(textEventSchema.parse({ type, data }));
      }
    } catch (error) {
      // The connection was cut, as a test may intend.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
}

import { get, type ClientRequest } from 'node:http';
import { createParser } from 'eventsource-parser';
import { textEventSchema, type TextEvent } from '../../../src/shared/protocol';
import { until } from '../until';

/** Reads what the hub tells of a search, whole and checked against the protocol. */
export class TextReader {
  readonly events: TextEvent[] = [];
  status: number | undefined;
  isOver = false;
  private readonly request: ClientRequest;

  constructor(url: string, token: string) {
    const parser = createParser({
      onEvent: ({ event, data }) =>
        this.events.push(textEventSchema.parse({ type: event, data: JSON.parse(data) })),
    });
    const headers = { authorization: `Bearer ${token}` };
    this.request = get(url, { agent: false, headers }, (response) => {
      this.status = response.statusCode;
      response.setEncoding('utf8').on('data', (part: string) => parser.feed(part));
      response.on('close', () => (this.isOver = true));
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
}

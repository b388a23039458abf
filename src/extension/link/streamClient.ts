import { get, type ClientRequest } from 'node:http';
import { createParser } from 'eventsource-parser';
import { routes, streamEventSchema, type StreamEvent } from '../../shared/protocol';
import type { Disposable } from '../util/lifetime';

/** A stream without a sign of life for this long is dead, in ms; the hub speaks every 2 s. */
const silenceMs = 8_000;

export interface StreamListener {
  onEvent(event: StreamEvent): void;
  /** Called once, whatever ended the stream; nothing follows. */
  onEnd(reason: string): void;
}

/** One reading of the hub's live stream, from its snapshot to its end. */
export class StreamClient implements Disposable {
  private readonly request: ClientRequest;
  private lastId: number | undefined;
  private ended = false;

  constructor(
    url: string,
    token: string,
    private readonly listener: StreamListener,
  ) {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    this.request = get(`${url}${routes.stream}`, { agent: false, headers }, (response) => {
      if (response.statusCode !== 200) {
        this.end(`the hub answered ${response.statusCode ?? 'nothing'}`);
        return;
      }
      const parser = createParser({
        onEvent: ({ id, event, data }) => this.take(id, event, data),
      });
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => parser.feed(chunk));
      response.on('error', (error) => this.end(error.message));
      response.on('end', () => this.end('the hub closed the stream'));
    });
    this.request.setTimeout(silenceMs, () => this.end('the hub went silent'));
    this.request.on('error', (error) => this.end(error.message));
  }

  dispose(): void {
    this.ended = true;
    this.request.destroy();
  }

  private take(id: string | undefined, type: string | undefined, data: string): void {
    if (this.ended) return;
    const sequence = Number(id);
    const follows = this.lastId === undefined || sequence === this.lastId + 1;
    if (!follows) return this.end('an event was missed');
    this.lastId = sequence;
    const event = streamEventSchema.safeParse({ type, data: parse(data) });
    if (!event.success)
      return this.end(`the hub sent a ${type ?? 'nameless'} event of another shape`);
    this.listener.onEvent(event.data);
  }

  private end(reason: string): void {
    if (this.ended) return;
    this.ended = true;
    this.request.destroy();
    this.listener.onEnd(reason);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

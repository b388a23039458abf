import type { IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { jsonIn, ownJson } from '../../shared/text/boundedJson';

/** One server-sent event. */
export interface ServerSentEvent {
  readonly id: string | undefined;
  readonly type: string | undefined;
  /** Parsed JSON; undefined if it is invalid. */
  readonly data: unknown;
}

/**
 * Reads server-sent events until the response ends, with backpressure: no more is read than the
 * consumer handles. `onChunk` is called for each chunk, even one without an event. Throws if the
 * connection breaks.
 */
export async function* readServerSentEvents(
  response: IncomingMessage,
  onChunk: () => void = () => undefined,
): AsyncGenerator<ServerSentEvent, void> {
  const events: { id: string | undefined; event: string | undefined; data: string }[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => events.push({ id, event, data }),
  });
  response.setEncoding('utf8');
  for await (const chunk of response) {
    onChunk();
    parser.feed(chunk as string);
    for (const { id, event, data } of events.splice(0))
      yield { id, type: event, data: jsonIn(data, ownJson) };
  }
}

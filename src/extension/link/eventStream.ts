import type { IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { jsonIn, ownJson } from '../../shared/text/boundedJson';

/** A server-sent event. */
export interface SentEvent {
  readonly id: string | undefined;
  readonly type: string | undefined;
  /** Parsed; undefined where it is no JSON. */
  readonly data: unknown;
}

/**
 * Reads server-sent events until the answer ends. No more is taken off the wire than its reader keeps
 * up with. `onPart` is called for whatever comes, events or not. Throws where the answer is cut off.
 */
export async function* eventsIn(
  response: IncomingMessage,
  onPart: () => void = () => undefined,
): AsyncGenerator<SentEvent, void> {
  const events: { id: string | undefined; event: string | undefined; data: string }[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => events.push({ id, event, data }),
  });
  response.setEncoding('utf8');
  for await (const part of response) {
    onPart();
    parser.feed(part as string);
    for (const { id, event, data } of events.splice(0))
      yield { id, type: event, data: jsonIn(data, ownJson) };
  }
}

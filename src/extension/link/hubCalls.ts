import type { IncomingMessage } from 'node:http';
import { t } from '../../shared/l10n';
import { translatedLabel } from '../../shared/stateLabels';
import { createParser } from 'eventsource-parser';
import type * as z from '../../shared/schema';
import { errorAnswerSchema } from '../../shared/protocol';
import { afterRunning } from '../util/runningTime';
import type { ReachableHub } from '../util/reachableHub';
import { callHub, jsonOf } from './callHub';

const timeoutMs = 5_000;

export const reconnecting = t('Mission Control is reconnecting; try again in a moment.');

/**
 * Posts an intent and gives back what the hub answers, undefined for nothing. Rejects with the hub's
 * own sentence, or one that says that it cannot be reached.
 */
export async function postIntent(
  hub: ReachableHub,
  route: string,
  body: unknown,
): Promise<unknown> {
  const response = await call(hub, { route, body });
  return jsonOf(response);
}

/** Asks for what the schema describes; rejects as `postIntent` does. */
export async function getJson<T extends z.ZodMiniType>(
  hub: ReachableHub,
  route: string,
  schema: T,
): Promise<z.infer<T>> {
  return schema.parse(await jsonOf(await call(hub, { route })));
}

/** What the hub tells bit by bit, until it ends or the caller has enough. Rejects as `postIntent` does. */
export async function* getEvents<T extends z.ZodMiniType>(
  hub: ReachableHub,
  route: string,
  schema: T,
  signal: AbortSignal,
): AsyncGenerator<z.infer<T>, void> {
  const response = await call(hub, { route, signal });
  const events: z.infer<T>[] = [];
  const parser = createParser({
    onEvent: ({ event: type, data }) =>
      events.push(schema.parse({ type, data: JSON.parse(data) as unknown })),
  });
  response.setEncoding('utf8');
  for await (const part of response) {
    parser.feed(part as string);
    yield* events.splice(0);
  }
}

interface Call {
  readonly route: string;
  readonly body?: unknown;
  /** In place of the time that an answer may take. */
  readonly signal?: AbortSignal;
}

async function call(hub: ReachableHub, wanted: Call): Promise<IncomingMessage> {
  let response: IncomingMessage;
  const late = new AbortController();
  const { signal = late.signal } = wanted;
  const callOff =
    signal === late.signal ? afterRunning(timeoutMs, () => late.abort()) : () => undefined;
  try {
    response = await callHub(hub, { ...wanted, signal });
    response.once('close', callOff);
  } catch (error) {
    callOff();
    throw new Error(reconnecting, { cause: error });
  }
  const { statusCode = 0 } = response;
  if (statusCode >= 200 && statusCode < 300) return response;
  const answer = errorAnswerSchema.safeParse(await jsonOf(response).catch(() => undefined));
  throw new Error(
    answer.success ? translatedLabel(answer.data.message) : t('The hub answered {0}.', statusCode),
  );
}

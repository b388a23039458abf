import { t } from '../../shared/l10n';
import { translatedLabel } from '../../shared/stateLabels';
import { createParser } from 'eventsource-parser';
import type * as z from '../../shared/schema';
import { errorAnswerSchema } from '../../shared/protocol';

const timeoutMs = 5_000;

export const reconnecting = t('Mission Control is reconnecting; try again in a moment.');

export interface ReachableHub {
  readonly url: string;
  readonly token: string;
}

/**
 * Posts an intent and gives back what the hub answers, undefined for nothing. Rejects with the hub's
 * own sentence, or one that says that it cannot be reached.
 */
export async function postIntent(
  hub: ReachableHub,
  route: string,
  body: unknown,
): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const options = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await call(hub, route, options);
  return response.status === 204 ? undefined : response.json();
}

/** Asks for what the schema describes; rejects as `postIntent` does. */
export async function getJson<T extends z.ZodMiniType>(
  hub: ReachableHub,
  route: string,
  schema: T,
): Promise<z.infer<T>> {
  return schema.parse(await (await call(hub, route, {})).json());
}

/** What the hub tells bit by bit, until it ends or the caller has enough. Rejects as `postIntent` does. */
export async function* getEvents<T extends z.ZodMiniType>(
  hub: ReachableHub,
  route: string,
  schema: T,
  signal: AbortSignal,
): AsyncGenerator<z.infer<T>, void> {
  const response = await call(hub, route, { signal });
  const events: z.infer<T>[] = [];
  const parser = createParser({
    onEvent: ({ event: type, data }) =>
      events.push(schema.parse({ type, data: JSON.parse(data) as unknown })),
  });
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    parser.feed(decoder.decode(part, { stream: true }));
    yield* events.splice(0);
  }
}

interface CallOptions {
  /** In place of the time that an answer may take. */
  readonly signal?: AbortSignal;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function call(hub: ReachableHub, route: string, options: CallOptions): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${hub.url}${route}`, {
      ...options,
      headers: { ...options.headers, authorization: `Bearer ${hub.token}` },
      signal: options.signal ?? AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw new Error(reconnecting, { cause: error });
  }
  if (response.ok) return response;
  const answer = errorAnswerSchema.safeParse(await response.json().catch(() => undefined));
  throw new Error(
    answer.success
      ? translatedLabel(answer.data.message)
      : t('The hub answered {0}.', response.status),
  );
}

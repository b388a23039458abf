import { errorAnswerSchema } from '../../shared/protocol';

const timeoutMs = 5_000;

export const reconnecting = 'Mission Control is reconnecting; try again in a moment.';

export interface ReachableHub {
  readonly url: string;
  readonly token: string;
}

/** Posts an intent; rejects with the hub's own sentence, or one that says that it cannot be reached. */
export async function postIntent(hub: ReachableHub, route: string, body: unknown): Promise<void> {
  let response: Response;
  try {
    response = await fetch(`${hub.url}${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${hub.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw new Error(reconnecting, { cause: error });
  }
  if (response.ok) return;
  const answer = errorAnswerSchema.safeParse(await response.json().catch(() => undefined));
  throw new Error(answer.success ? answer.data.message : `The hub answered ${response.status}.`);
}

import { request, type IncomingMessage } from 'node:http';

/** A hub that has proved itself. */
export interface ReachableHub {
  readonly url: string;
  readonly token: string;
}

interface HubCall {
  readonly route: string;
  /** Posted as JSON; without one it is a GET. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Hangs up. */
  readonly signal?: AbortSignal;
}

/**
 * Calls the hub, with no limit to how long it may take to answer. Rejects where it cannot be reached.
 * Not by `fetch`: the first one of a process holds its thread up for some dozens of ms.
 */
export function callHub({ url, token }: ReachableHub, call: HubCall): Promise<IncomingMessage> {
  const { route, body, headers, signal } = call;
  const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${route}`, {
      agent: false,
      method: text === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(text && { 'content-type': 'application/json', 'content-length': text.length }),
        ...headers,
      },
      ...(signal && { signal }),
    });
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(text);
  });
}

/** All of an answer as JSON; undefined where it is none. Rejects where it is cut off. */
export async function jsonOf(response: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}

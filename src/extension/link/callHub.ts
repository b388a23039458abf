import { request, type Agent, type IncomingMessage } from 'node:http';
import { jsonIn, ownJson } from '../../shared/text/boundedJson';
import type { HubTransport, ReachableHub } from '../util/hub/reachableHub';
import { provedConnection } from './provedConnection';

export interface HubCall {
  readonly route: string;
  /** Sent as a JSON POST; without a body the call is a GET. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

/**
 * Sends a call to the hub, without a timeout. Rejects if the hub cannot be reached. `fetch` is not
 * used, because its first use in a process blocks the thread for tens of ms.
 */
export async function callHub(hub: ReachableHub, call: HubCall): Promise<IncomingMessage> {
  const { url, token, way } = hub;
  const { route, body, headers, signal } = call;
  const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const connection = await connectionTo(url, way, signal);
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${route}`, {
      ...connection,
      method: text === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        // Closes the connection after the response, so that the hub keeps no idle one.
        connection: 'close',
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

async function connectionTo(
  url: string,
  way: HubTransport,
  signal: AbortSignal | undefined,
): Promise<{ readonly agent: Agent | false; readonly socketPath?: string }> {
  if ('socketPath' in way) return { agent: false, socketPath: way.socketPath };
  return { agent: await provedConnection(url, way.key, signal) };
}

/**
 * Reads the response to its end and parses it as JSON; undefined if it is not JSON. Rejects if the
 * connection breaks.
 */
export async function jsonOf(response: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return jsonIn(Buffer.concat(parts).toString('utf8'), ownJson);
}

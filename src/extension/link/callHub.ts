import { request, type Agent, type IncomingMessage } from 'node:http';
import { jsonIn, ownJson } from '../../shared/text/boundedJson';
import type { HubTransport, ReachableHub } from '../util/hub/reachableHub';
import { openProvedConnection } from './openProvedConnection';

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
  const bodyBytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const connection = await openConnection(url, way, signal);
  return new Promise((resolve, reject) => {
    const httpRequest = request(`${url}${route}`, {
      ...connection,
      method: bodyBytes === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        // Closes the connection after the response, so that the hub has no idle connections.
        connection: 'close',
        ...(bodyBytes && {
          'content-type': 'application/json',
          'content-length': bodyBytes.length,
        }),
        ...headers,
      },
      ...(signal && { signal }),
    });
    httpRequest.once('response', resolve);
    httpRequest.once('error', reject);
    httpRequest.end(bodyBytes);
  });
}

async function openConnection(
  url: string,
  transport: HubTransport,
  signal: AbortSignal | undefined,
): Promise<{ readonly agent: Agent | false; readonly socketPath?: string }> {
  if ('socketPath' in transport) return { agent: false, socketPath: transport.socketPath };
  return { agent: await openProvedConnection(url, transport.key, signal) };
}

/**
 * Reads the response to its end and parses it as JSON; undefined if it is not JSON. Rejects if the
 * connection breaks.
 */
export async function readJsonBody(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return jsonIn(Buffer.concat(chunks).toString('utf8'), ownJson);
}

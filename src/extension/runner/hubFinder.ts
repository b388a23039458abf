import { request, type IncomingMessage } from 'node:http';
import { endpointSchema } from '../../shared/protocol';
import { probe } from '../link/probe';
import { missionControlFolder } from '../util/configHome';
import { readOrCreateKey } from '../util/hubKey';
import { PrivateFolder } from '../util/privateFolder';

export interface Hub {
  readonly url: string;
  readonly token: string;
}

/** The hub of the config home, once it has proved itself; undefined while there is none. */
export async function hubOf(configHome: string): Promise<Hub | undefined> {
  const folder = new PrivateFolder(missionControlFolder(configHome));
  try {
    // Without it our folder was removed: its key is not made again.
    const written = await folder.read('endpoint.json');
    if (written === undefined) return undefined;
    const { url } = endpointSchema.parse(JSON.parse(written));
    const key = await readOrCreateKey(folder);
    const port = Number(new URL(url).port);
    if ((await probe(port, key)) !== 'hub') return undefined;
    const token = (await folder.read('token'))?.trim() ?? '';
    return token === '' ? undefined : { url: `http://127.0.0.1:${port}`, token };
  } catch {
    return undefined;
  }
}

interface HubCall {
  readonly route: string;
  /** Posted as JSON; without one it is a GET. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Hangs up. */
  readonly signal?: AbortSignal;
}

/** Calls the hub, with no limit to how long it may take to answer. Rejects where it cannot be reached. */
export function callHub({ url, token }: Hub, call: HubCall): Promise<IncomingMessage> {
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

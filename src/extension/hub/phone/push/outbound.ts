import { lookup, type LookupAddress } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/** A service that says nothing for so long is given up, in ms. */
const patienceMs = 10_000;
/** Nothing of an answer is read beyond this, in bytes. */
const maxAnswerBytes = 64 * 1024;

export interface Outbound {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** False for a service on the internet, whose name must not lead into a network at home. */
  readonly mayBePrivate: boolean;
  readonly signal?: AbortSignal;
}

export interface Answered {
  readonly status: number;
  /** What the service asks to wait before another try, in ms. */
  readonly retryAfterMs: number | undefined;
}

/** Posts to a service. It follows no redirect, and reads nothing of the answer but its head. */
export function post({ url, headers, body, mayBePrivate, signal }: Outbound): Promise<Answered> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      ...(!mayBePrivate && { lookup: publicLookup }),
      ...(signal !== undefined && { signal }),
    });
    const late = setTimeout(() => sent.destroy(new Error('ETIMEDOUT')), patienceMs);
    sent.once('close', () => clearTimeout(late));
    sent.on('error', reject);
    sent.once('response', (response) => {
      let read = 0;
      response.on('error', () => undefined); // Its head is what counts.
      response.on('data', (part: Buffer) => {
        read += part.length;
        if (read > maxAnswerBytes) response.destroy();
      });
      resolve({
        status: response.statusCode ?? 0,
        retryAfterMs: waitOf(response.headers['retry-after']),
      });
    });
    sent.end(body);
  });
}

/** Seconds, or a date. */
function waitOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d+$/u.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

const closed = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(net, bits, 'ipv4');
  closed.addSubnet(`::ffff:${net}`, 96 + bits, 'ipv6');
}
closed.addSubnet('::', 96, 'ipv6');
closed.addSubnet('fc00::', 7, 'ipv6');
closed.addSubnet('fe80::', 10, 'ipv6');
closed.addSubnet('ff00::', 8, 'ipv6');

/** Whether an address is of this machine or of a network around it. */
export function isPrivate(address: string): boolean {
  return closed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Looks a name up as Node does, and fails where it leads into a network around this machine. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? [];
    if (error !== null) return callback(error, '');
    if (first === undefined || found.some(({ address }) => isPrivate(address))) {
      return callback(new Error('EPRIVATE'), '');
    }
    if (options.all === true) return callback(null, found);
    callback(null, first.address, first.family);
  });
};

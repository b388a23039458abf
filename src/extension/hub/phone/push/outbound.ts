import { lookup, type LookupAddress } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** Time limit of a request in ms. */
const timeoutMs = 10_000;
/** Maximum number of bytes that are read from an answer. */
const maxAnswerBytes = 64 * 1024;

export interface PostRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /**
   * False for a service on the internet, whose name must not resolve to an address in a private
   * network.
   */
  readonly mayBePrivate: boolean;
  readonly signal?: AbortSignal;
}

export interface PostAnswer {
  readonly status: number;
  /** Delay in ms that the service requests before a retry. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Sends a POST request to a service. Redirects are not followed, and the body of the answer is not
 * used.
 */
export function post({
  url,
  headers,
  body,
  mayBePrivate,
  signal,
}: PostRequest): Promise<PostAnswer> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    // Node calls `lookup` only for names, so addresses are checked here.
    const literal = url.hostname.replace(/^\[|\]$/gu, '');
    if (!mayBePrivate && isIP(literal) !== 0 && isPrivateAddress(literal)) {
      return reject(new Error('EPRIVATE'));
    }
    const outgoing = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      ...(!mayBePrivate && { lookup: publicLookup }),
      ...(signal !== undefined && { signal }),
    });
    const timeout = setTimeout(() => outgoing.destroy(new Error('ETIMEDOUT')), timeoutMs);
    outgoing.once('close', () => clearTimeout(timeout));
    outgoing.on('error', reject);
    outgoing.once('response', (response) => {
      let read = 0;
      response.on('error', () => undefined); // Only the head of the answer matters.
      response.on('data', (part: Buffer) => {
        read += part.length;
        if (read > maxAnswerBytes) response.destroy();
      });
      resolve({
        status: response.statusCode ?? 0,
        retryAfterMs: parseRetryAfter(response.headers['retry-after']),
      });
    });
    outgoing.end(body);
  });
}

/** Parses `Retry-After`: seconds or a date. */
function parseRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d+$/u.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/**
 * IPv4 networks that are not on the public internet, from the IANA registry of special-purpose
 * addresses.
 */
const reservedNets = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/**
 * IPv6 prefixes of addresses that contain an IPv4 address in the last 32 bits, which is checked
 * instead: mapped addresses and NAT64.
 */
const embeddingPrefixes = ['::ffff:', '64:ff9b::'];
/**
 * Networks in 2000::/3 that are not on the public internet: protocol assignments including Teredo,
 * documentation, 6to4.
 */
const reservedNets6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

/** IPv6 ranges to which requests are allowed; all others are refused. */
const publicNets6 = new BlockList();
publicNets6.addSubnet('2000::', 3, 'ipv6');
const reservedAddresses = new BlockList();
for (const prefix of embeddingPrefixes) publicNets6.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6');
for (const [net, bits] of reservedNets) {
  reservedAddresses.addSubnet(net, bits, 'ipv4');
  for (const prefix of embeddingPrefixes)
    reservedAddresses.addSubnet(`${prefix}${net}`, 96 + bits, 'ipv6');
}
for (const [net, bits] of reservedNets6) reservedAddresses.addSubnet(net, bits, 'ipv6');

/**
 * True if an address is not public: loopback, in a private or special-purpose range, or in a tunnel
 * to one.
 */
export function isPrivateAddress(address: string): boolean {
  // A zone identifies a network of this machine, and `BlockList` does not accept it.
  if (isIP(address) === 0 || address.includes('%')) return true;
  if (!isIPv6(address)) return reservedAddresses.check(address, 'ipv4');
  return !publicNets6.check(address, 'ipv6') || reservedAddresses.check(address, 'ipv6');
}

/** Resolves a name like Node, but fails if one of the addresses is in a private network. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? [];
    if (error !== null) return callback(error, '');
    if (first === undefined || found.some(({ address }) => isPrivateAddress(address))) {
      return callback(new Error('EPRIVATE'), '');
    }
    if (options.all === true) return callback(null, found);
    callback(null, first.address, first.family);
  });
};

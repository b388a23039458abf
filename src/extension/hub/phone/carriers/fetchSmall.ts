import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSafe } from 'node:https';
import { isIP } from 'node:net';
import * as tls from 'node:tls';
import { CarrierFault } from './carrierFault';

/** Longest time in ms for which a request waits without data: a certificate may have to be issued first. */
const fetchMs = 30_000;
/** Maximum length of an answer in bytes, much more than the hub's proof needs. */
const longestBody = 4_096;

export interface PageRoute {
  /** Returns where to connect instead of to the host of an address; for tests. */
  readonly route?: (url: URL) => { readonly host: string; readonly port: number };
  /** Trusted certificates instead of the machine's, in PEM. */
  readonly ca?: string;
}

export interface SmallAnswer {
  readonly status: number;
  readonly location: string;
  /** Empty if the text is longer than the limit. */
  readonly text: string;
}

/**
 * Fetches a short text by GET without following redirects. Rejects with the system's error or a
 * `CarrierFault`.
 */
export function fetchSmall(
  url: URL,
  { route, ca, signal }: PageRoute & { readonly signal: AbortSignal },
): Promise<SmallAnswer> {
  const isSafe = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  const place = route?.(url) ?? { host, port: Number(url.port) || (isSafe ? 443 : 80) };
  const options: RequestOptions & tls.ConnectionOptions = {
    ...place,
    path: `${url.pathname}${url.search}`,
    // JSON is requested so that no tunnel inserts its warning page for browsers.
    headers: {
      host: url.host,
      accept: 'application/json',
      'x-tunnel-skip-antiphishing-page': 'true',
    },
    agent: false,
    signal,
    ...(isSafe && isIP(host) === 0 && { servername: host }),
    ...(isSafe && { ca: ca ?? authorities() }),
  };
  return new Promise((resolve, reject) => {
    const asked = (isSafe ? requestSafe : requestPlain)(options, (response) => {
      read(response).then(resolve, reject);
    });
    asked.setTimeout(fetchMs, () => asked.destroy(new CarrierFault('pageSilent')));
    asked.once('error', reject);
    asked.end();
  });
}

async function read(response: IncomingMessage): Promise<SmallAnswer> {
  const { statusCode: status = 0, headers } = response;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length > longestBody) break; // Leaving the loop ends the connection.
  }
  const text = length > longestBody ? '' : Buffer.concat(parts).toString('utf8');
  return { status, location: headers.location ?? '', text };
}

/**
 * Returns the built-in certificates and the machine's, which may include a company's own; undefined
 * if this version of Node can't list them.
 */
function authorities(): string[] | undefined {
  const { getCACertificates } = tls as {
    readonly getCACertificates?: (type: 'default' | 'system') => string[];
  };
  if (getCACertificates === undefined) return undefined;
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}

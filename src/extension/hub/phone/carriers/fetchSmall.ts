import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import * as tls from 'node:tls';
import { CarrierFault } from './carrierFault';

/** Time limit in ms without data, long enough for a certificate to be issued. */
const fetchMs = 30_000;
/** Maximum length of an answer in bytes, far more than the proof of the hub needs. */
const maxBodyBytes = 4_096;

export interface PageRoute {
  /** Returns the address to connect to instead of the host in the URL; for tests. */
  readonly route?: (url: URL) => { readonly host: string; readonly port: number };
  /** Trusted certificates in PEM, instead of those of the machine. */
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
  const isHttps = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  const endpoint = route?.(url) ?? { host, port: Number(url.port) || (isHttps ? 443 : 80) };
  const options: RequestOptions & tls.ConnectionOptions = {
    ...endpoint,
    path: `${url.pathname}${url.search}`,
    // JSON is requested because tunnels insert warning pages for browsers into HTML.
    headers: {
      host: url.host,
      accept: 'application/json',
      'x-tunnel-skip-antiphishing-page': 'true',
    },
    agent: false,
    signal,
    ...(isHttps && isIP(host) === 0 && { servername: host }),
    ...(isHttps && { ca: ca ?? trustedCertificates() }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = (isHttps ? requestHttps : requestHttp)(options, (response) => {
      readAnswer(response).then(resolve, reject);
    });
    outgoing.setTimeout(fetchMs, () => outgoing.destroy(new CarrierFault('pageSilent')));
    outgoing.once('error', reject);
    outgoing.end();
  });
}

async function readAnswer(response: IncomingMessage): Promise<SmallAnswer> {
  const { statusCode: status = 0, headers } = response;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length > maxBodyBytes) break; // Leaving the loop ends the connection.
  }
  const text = length > maxBodyBytes ? '' : Buffer.concat(parts).toString('utf8');
  return { status, location: headers.location ?? '', text };
}

/**
 * Returns the certificates that are built into Node and those of the machine, which may include one
 * of a company; undefined if this version of Node cannot list them.
 */
function trustedCertificates(): string[] | undefined {
  const { getCACertificates } = tls as {
    readonly getCACertificates?: (type: 'default' | 'system') => string[];
  };
  if (getCACertificates === undefined) return undefined;
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}

import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSafe } from 'node:https';
import { isIP } from 'node:net';
import * as tls from 'node:tls';
import { CarrierFault } from './carrierFault';

/** Longest time of one fetch without a word, in ms: a certificate may have to be made first. */
const fetchMs = 30_000;
/** Far beyond what `hub.json` holds, in bytes. */
const longestBody = 4_096;

export interface PageRoute {
  /** Where connections to an address go instead. */
  readonly route?: (url: URL) => { readonly host: string; readonly port: number };
  /** Certificates that are trusted in place of the machine's, in PEM. */
  readonly ca?: string;
}

export interface SmallAnswer {
  readonly status: number;
  readonly location: string;
  /** Empty where it is longer than anything that is asked for. */
  readonly text: string;
}

/** Fetches what is short, by GET, and follows no redirect. Rejects with the system's error, or a `CarrierFault`. */
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
    // No program's page, so no tunnel's word of warning for a browser either.
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

/** Beside the built-in certificates those of the machine, where this Node can read them: a company may have its own. */
function authorities(): string[] | undefined {
  const { getCACertificates } = tls as {
    readonly getCACertificates?: (type: 'default' | 'system') => string[];
  };
  if (getCACertificates === undefined) return undefined;
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}

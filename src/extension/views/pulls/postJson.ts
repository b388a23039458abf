import * as http from 'node:http';
import * as https from 'node:https';

const timeoutMs = 20_000;
/** Maximum size of an answer in bytes; real ones are far smaller. */
const longestAnswer = 100_000;

export interface Posted {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Posts JSON and reads the response as text. Does not follow redirects, which could send the token
 * to another host.
 */
export function postJson(
  address: string,
  headers: Readonly<Record<string, string>>,
  value: unknown,
): Promise<Posted> {
  const url = new URL(address);
  const { request } = url.protocol === 'https:' ? https : http;
  const body = Buffer.from(JSON.stringify(value));
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'mission-control-for-claude-code',
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    sent.on('error', reject);
    sent.once('response', (response) => {
      read(response).then(resolve, reject);
    });
    sent.end(body);
  });
}

async function read(response: http.IncomingMessage): Promise<Posted> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length > longestAnswer) throw new Error('The answer is too long');
  }
  const { statusCode: status = 0, headers } = response;
  return { status, headers, text: Buffer.concat(parts).toString('utf8') };
}

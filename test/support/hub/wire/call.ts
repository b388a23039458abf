import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export interface CallOptions {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  /** A list is sent in parts, without an announced length. */
  readonly body?: string | Buffer | Iterable<Buffer>;
  /** Hangs up. */
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request over a connection of its own, with exactly the headers that are named. */
export function call(url: string, options: CallOptions = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body = '', signal } = options;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    if (typeof body === 'string' || Buffer.isBuffer(body)) {
      sent.end(body);
      return;
    }
    const parts = body[Symbol.iterator]();
    const next = (): void => {
      const part = parts.next();
      if (part.done === true) sent.end();
      else sent.write(part.value, next);
    };
    next();
  });
}

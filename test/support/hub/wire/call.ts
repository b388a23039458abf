import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export interface CallOptions {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  /** An iterable is sent in chunks, without a content length. */
  readonly body?: string | Buffer | Iterable<Buffer>;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Makes one request over a new connection, with exactly these headers. */
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

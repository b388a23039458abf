import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorAnswer } from '../../../shared/protocol';

/** An answer that says no: a fixed slug, a sentence that says what to do, never a word of the request. */
export interface Refusal extends ErrorAnswer {
  readonly status: number;
}

const refusal = (status: number, error: string, message: string): Refusal => ({
  status,
  error,
  message,
});

export const refusals = {
  host: refusal(403, 'bad_host', 'Address this server as 127.0.0.1 or localhost with its port.'),
  origin: refusal(403, 'foreign_origin', 'Requests from other web pages are not accepted.'),
  token: refusal(401, 'bad_token', 'Send the token of this start as "Authorization: Bearer ...".'),
  route: refusal(404, 'no_such_route', 'There is nothing at this path.'),
  session: refusal(404, 'no_such_session', 'There is no session of this id on the board.'),
  method: refusal(405, 'bad_method', 'This path takes another method.'),
  size: refusal(413, 'too_large', 'The body is larger than 8 MB.'),
  json: refusal(400, 'not_json', 'The body is not a JSON object.'),
  schema: refusal(400, 'bad_shape', 'The body lacks what this call needs.'),
  nonce: refusal(400, 'bad_nonce', 'Send a nonce of 16 to 128 hexadecimal digits.'),
  incomplete: refusal(400, 'incomplete', 'The body ended before its announced length.'),
  internal: refusal(500, 'internal', 'The hub failed on this call; its log says why.'),
} as const;

/** Of a refused body, this much is taken off the wire, in bytes; a caller that sends on is cut off. */
const maxDrainedBytes = 64 * 1024 * 1024;

/** Answers at once, but hangs up only after the caller has sent all: a cut connection would lose the answer. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, error, message }: Refusal,
): void {
  if (response.headersSent || response.destroyed) return;
  const answer: ErrorAnswer = { error, message };
  const body = Buffer.from(JSON.stringify(answer));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': body.length,
    'cache-control': 'no-store',
  });
  response.write(body);
  let drained = 0;
  request.on('data', (part: Buffer) => {
    drained += part.length;
    if (drained > maxDrainedBytes) request.destroy();
  });
  if (request.readableEnded) response.end();
  else request.once('end', () => response.end()).resume();
}

import type { IncomingMessage } from 'node:http';
import { callJson, isWithin, parseJson, type JsonSize } from '../../../shared/text/boundedJson';
import { refusals, type Refusal } from './refusal';

export type Body = { readonly value: unknown } | { readonly refusal: Refusal };

/** Reads a JSON body, counting its bytes while it streams; at most the limit is kept in memory. */
export async function readJson(
  request: IncomingMessage,
  maxBytes: number,
  limits: JsonSize = callJson,
): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return { refusal: refusals.size };
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      const part = chunk as Buffer;
      bytes += part.length;
      if (bytes > maxBytes) return { refusal: refusals.size };
      chunks.push(part);
    }
  } catch {
    return { refusal: refusals.incomplete }; // The caller disconnected before the end.
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (!isWithin(text, limits)) return { refusal: refusals.schema };
  try {
    return { value: parseJson(text, limits) };
  } catch {
    return { refusal: refusals.json };
  }
}

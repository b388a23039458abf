import type { IncomingMessage } from 'node:http';
import { refusals, type Refusal } from './refusal';

export type Body = { readonly value: unknown } | { readonly refusal: Refusal };

/** Reads a JSON body, counting while it streams; never keeps more than the limit in memory. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<Body> {
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
    return { refusal: refusals.incomplete }; // The caller went away in the middle.
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown };
  } catch {
    return { refusal: refusals.json };
  }
}

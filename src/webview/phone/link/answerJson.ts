import { parseJson } from '../../../shared/text/boundedJson';

/**
 * Parses the JSON of a response. Rejects if it exceeds `maxBytes` or is not JSON: a carrier could
 * send endlessly, and the browser would kill a page that buffers all of it.
 */
export async function answerJson({ body }: Response, maxBytes: number): Promise<unknown> {
  if (body === null) throw new Error('An answer without a body');
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (value !== undefined) {
      length += value.length;
      if (length > maxBytes) {
        await reader.cancel();
        throw new RangeError(`An answer of more than ${maxBytes} bytes`);
      }
      text += decoder.decode(value, { stream: true });
    }
    if (done) return parseJson(text + decoder.decode());
  }
}

import { parseJson } from '../../../shared/text/boundedJson';

/**
 * The JSON of an answer. Rejects where it is longer than that, in bytes, or no JSON: a carrier may send
 * without end, and a page that keeps all of it is killed.
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

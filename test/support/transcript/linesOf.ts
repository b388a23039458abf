import type { Line } from '../../../src/extension/transcript/file/lineFile';

/** Lines of a transcript in the form of a file window. */
export function lineWindow(content: string | readonly unknown[]): readonly Line[] {
  const texts =
    typeof content === 'string'
      ? content.split('\n').slice(0, -1)
      : content.map((line) => JSON.stringify(line));
  let at = 0;
  return texts.map((text) => {
    const bytes = Buffer.from(text);
    const line = { at, bytes, length: bytes.length + 1 };
    at += line.length;
    return line;
  });
}

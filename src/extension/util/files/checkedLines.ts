import { createHash } from 'node:crypto';
import { ownJson, parseJson } from '../../../shared/text/boundedJson';

/** Makes a file of JSON lines below a head with their version and checksum; yields between lines. */
export function* printCheckedLines<Value>(
  version: string,
  values: Iterable<Value>,
  lineOf: (value: Value) => unknown,
): Generator<undefined, string> {
  const hash = createHash('sha256');
  const lines: string[] = [];
  for (const value of values) {
    const line = `${JSON.stringify(lineOf(value))}\n`;
    hash.update(line);
    lines.push(line);
    yield undefined;
  }
  const head = { version, lines: lines.length, checksum: hash.digest('hex') };
  return `${JSON.stringify(head)}\n${lines.join('')}`;
}

/** Hands out what such a file has, line by line. Throws when it is broken or of another version. */
export function* parseCheckedLines(
  version: string,
  text: string,
  onValue: (value: unknown) => void,
): Generator<undefined, void> {
  const headEnd = text.indexOf('\n');
  const head = parseJson(text.slice(0, headEnd), ownJson) as {
    version?: unknown;
    checksum?: unknown;
  };
  if (head.version !== version) throw new Error(`version ${String(head.version)}`);
  const body = text.slice(headEnd + 1);
  if (createHash('sha256').update(body).digest('hex') !== head.checksum) throw new Error('broken');
  for (let start = 0; start < body.length;) {
    const end = body.indexOf('\n', start);
    onValue(parseJson(body.slice(start, end), ownJson));
    start = end + 1;
    yield undefined;
  }
}

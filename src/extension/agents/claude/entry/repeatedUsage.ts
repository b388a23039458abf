import { objectEnd } from '../../../../shared/text/boundedJson';

/** Key that only lines with usage contain: in a text its quotes would be escaped. */
export const usageKey = Buffer.from('"usage"');

const idKey = Buffer.from('"id":"');

/** Longest usage object that is compared, in bytes. The client's have about 700. */
const maxUsageBytes = 4_096;

/** The id of a message and its usage, as bytes of a line. */
export interface WrittenUsage {
  readonly id: Buffer;
  readonly usage: Buffer;
}

/**
 * The usage in a line at `mark`, its first usage key; undefined if it may belong to a different
 * message. A message has a line for each block of its content, and most of them repeat its usage,
 * so that they need not be parsed.
 */
export function writtenUsage(
  line: Buffer,
  mark: number,
  messageId: string,
): WrittenUsage | undefined {
  const text = line.toString('latin1', mark, Math.min(mark + maxUsageBytes, line.length));
  const start = usageKey.length + 1;
  const end = text[start] === '{' ? objectEnd(text, start) : undefined;
  const id = Buffer.from(`"id":${JSON.stringify(messageId)}`);
  if (end === undefined || line.indexOf(usageKey, mark + end) >= 0 || !isFirstId(id, line))
    return undefined;
  return { id, usage: Buffer.from(text.slice(0, end), 'latin1') };
}

/**
 * True if a line repeats the usage of the same message at `mark`, its first usage key, and has no
 * other usage.
 */
export function isRepeated({ id, usage }: WrittenUsage, line: Buffer, mark: number): boolean {
  const end = mark + usage.length;
  if (end > line.length || line.compare(usage, 0, usage.length, mark, end) !== 0) return false;
  return line.indexOf(usageKey, end) < 0 && isFirstId(id, line);
}

/** A message's own id comes before its content, which may contain other ids. */
function isFirstId(id: Buffer, line: Buffer): boolean {
  const at = line.indexOf(idKey);
  return at >= 0 && id.equals(line.subarray(at, at + id.length));
}

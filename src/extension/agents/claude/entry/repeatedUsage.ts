import { objectEnd } from '../../../../shared/text/boundedJson';

/** Key that only lines with a usage have: in a text its quotes have backslashes before them. */
export const usageKey = Buffer.from('"usage"');

const idKey = Buffer.from('"id":"');

/** Longest usage that is looked at, in bytes. The client's have some 700. */
const maxUsageBytes = 4_096;

/** The id of a message and its usage, as bytes of a line. */
export interface WrittenUsage {
  readonly id: Buffer;
  readonly usage: Buffer;
}

/**
 * The usage that a line has at `mark`, its first usage; undefined where it is not certain that it is the one
 * of that message. A message has a line for each block of its content, most of which repeat its usage: those
 * need not be parsed.
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

/** True where a line has the same usage of the same message at `mark`, its first usage, and no other one. */
export function isRepeated({ id, usage }: WrittenUsage, line: Buffer, mark: number): boolean {
  const end = mark + usage.length;
  if (end > line.length || line.compare(usage, 0, usage.length, mark, end) !== 0) return false;
  return line.indexOf(usageKey, end) < 0 && isFirstId(id, line);
}

/** A message has its own id before its content, which may name other ones. */
function isFirstId(id: Buffer, line: Buffer): boolean {
  const at = line.indexOf(idKey);
  return at >= 0 && id.equals(line.subarray(at, at + id.length));
}

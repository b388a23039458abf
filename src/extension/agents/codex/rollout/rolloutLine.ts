import { objectIn, parseObject, textIn, writtenTime, type JsonObject } from '../../../util/json';

/** A line of a transcript. */
export interface RolloutLine {
  /** The line's type; for an event or an item of the model, the type of its payload. */
  readonly type: string;
  readonly payload: JsonObject;
  /** Time of the line, in ms since 1970. */
  readonly at: number | undefined;
}

/** Types of lines that only wrap a payload with a type of its own. */
const wrappers: ReadonlySet<unknown> = new Set(['event_msg', 'response_item', 'retained_context']);

/** Parses a line; undefined if it is damaged. */
export function rolloutLine(text: string): RolloutLine | undefined {
  const line = parseObject(text);
  const outer = textIn(line, 'type');
  if (outer === undefined) return undefined;
  const payload = objectIn(line, 'payload') ?? {};
  const type = wrappers.has(outer) ? (textIn(payload, 'type') ?? outer) : outer;
  return { type, payload, at: writtenTime(line?.['timestamp']) };
}

import { parseJson } from '../../../shared/text/boundedJson';

/** The one call of a tool that an assistant's line shows in its beginning. */
export interface HeadCall {
  /** Undefined where the beginning ends before it. */
  readonly id: string | undefined;
  readonly name: string;
}

const use = '"type":"tool_use"';
const call = /"type":"tool_use","id":"(?<id>[^"]+)","name":"(?<name>[^"]+)","input"/u;

/** Undefined where the beginning shows no call. */
export function headCall(head: string): HeadCall | 'several' | undefined {
  const at = head.indexOf(use);
  if (at < 0) return undefined;
  if (at !== head.lastIndexOf(use)) return 'several';
  const { id, name = '' } = call.exec(head)?.groups ?? {};
  return { id, name };
}

/** A text of a line's beginning; undefined where that has bytes of it, not characters. */
export function headText(escaped: string): string | undefined {
  if (/[^ -~]/u.test(escaped)) return undefined;
  // Parsed, so that it does not hold on to the head it was cut from.
  return parseJson(`"${escaped}"`) as string;
}

import * as z from '../../shared/protocol/schema';
import { truncateText } from '../../shared/text/truncate';
import { maxIdLength, maxNameLength, maxPathLength } from '../util/json';

/** The kinds of fields in the payloads of hooks. */
export const hookFields = {
  /** A text that is shown or read completely: limited only by the size of the call. */
  text: z.string(),
  /** An id or path that is too long is dropped, since a truncated one would name something else. */
  id: z.string().check(z.maxLength(maxIdLength)),
  path: z.string().check(z.maxLength(maxPathLength)),
  name: startOfText(maxNameLength),
  /** A message or a reason. */
  words: startOfText(10_000),
  /** The fields without which a payload is no hook. */
  sessionId: z.string().check(z.minLength(1), z.maxLength(200)),
  eventName: z.string().check(z.minLength(1), z.maxLength(100)),
} as const;

/** A field of a wrong type is dropped, never the payload. */
export function optionalOrIgnored<T extends z.ZodMiniType>(
  schema: T,
): z.ZodMiniCatch<z.ZodMiniOptional<T>> {
  return z.catch(z.optional(schema), undefined);
}

/** Names that are known from a program's hooks. */
export interface KnownHookNames {
  readonly events: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
  /** Events whose fields were not measured: none of their fields counts as unknown. */
  readonly unmeasured?: ReadonlySet<string>;
}

/** Returns an unknown hook event, or the unknown fields of a known one, which come from a newer program. */
export function newHookNames(
  event: string,
  payload: object,
  { events, fields, unmeasured }: KnownHookNames,
): readonly string[] {
  if (!events.has(event)) return [`hook ${event}`];
  if (unmeasured?.has(event) === true) return [];
  return Object.keys(payload).flatMap((field) =>
    fields.has(field) ? [] : `field ${field} of ${event}`,
  );
}

function startOfText(length: number) {
  return z.pipe(
    z.string(),
    z.transform((whole: string) => truncateText(whole, length)),
  );
}

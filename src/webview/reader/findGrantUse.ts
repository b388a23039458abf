import type { ItemOf } from '../../shared/messages/readerItems';
import type { GrantUse } from '../../shared/protocol/work/grants';

/** Tolerance in ms between the clocks of the client and the hub. */
const slackMs = 2_000;
/** Maximum time in ms between a call without a result and the answer to its request. */
const maxOpenMs = 10 * 60_000;

/**
 * The recorded use of a grant that allowed a call. The client gives a request no id of its call, so
 * the use is found by tool, command or file, and time.
 */
export function findGrantUse(
  uses: readonly GrantUse[],
  item: ItemOf<'tool'>,
  result: ItemOf<'result'> | undefined,
): GrantUse | undefined {
  const { name, time } = item;
  if (time === undefined) return undefined;
  const latestMs = result?.time ?? time + maxOpenMs;
  return uses.find(
    ({ tool, at, what, lost }) =>
      tool === name &&
      lost !== true &&
      at >= time - slackMs &&
      at <= latestMs + slackMs &&
      isSameSubject(what, item),
  );
}

function isSameSubject(what: string, { body, path }: ItemOf<'tool'>): boolean {
  if (body.type !== 'command')
    return path !== undefined && (what === path || what.endsWith(`/${path}`));
  const { text, more } = body.text;
  return more > 0 ? what.startsWith(text) : what === text;
}

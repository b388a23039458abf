import type { MessagesBody } from './messagesRequest.js';
import type { Reply } from './reply.js';

/**
 * Result of the API's safety check of tool uses for a client in auto mode: it blocks those whose
 * input matches `blocked`. Undefined if the request asks for no check. Measured with client
 * 2.1.332.
 */
export function autoModeCheck(
  body: MessagesBody,
  reply: Reply,
  ids: readonly string[],
  blocked: RegExp | undefined,
): readonly object[] | undefined {
  if (body['safeguards'] === undefined) return undefined;
  const inputs = reply.parts.flatMap((part) => (part.type === 'tool' ? [part.input] : []));
  const verdicts = ids.map((id, place) => {
    const blocks = blocked?.test(JSON.stringify(inputs[place])) === true;
    return [id, { type: 'evaluated', ...(blocks ? flagged : { outcome: 'not_flagged' }) }];
  });
  const status = { type: 'available', tool_uses: Object.fromEntries(verdicts) as object };
  return [{ type: 'dangerous_tool_use', status }];
}

const flagged = { outcome: 'flagged', explanation: 'scripted: not to be run' };

import { z } from 'zod';
import type { MessagesBody } from './messagesRequest.js';
import { say, type Reply } from './reply.js';

const objectSchema = z.object({ properties: z.record(z.string(), z.looseObject({})) });
const jsonFormat = z.looseObject({ type: z.literal('json_schema'), schema: objectSchema });

/**
 * Answer to a request that the client sends on its own, such as for a title, in the format it asks
 * for.
 */
export function sideAnswer(body: MessagesBody): Reply {
  const format = jsonFormat.safeParse(body.output_config?.format);
  if (!format.success) return say('Scripted side answer');
  const fields = Object.entries(format.data.schema.properties).map(([name, { type }]) => [
    name,
    type === 'boolean' ? false : type === 'array' ? [] : `Scripted ${name}`,
  ]);
  return say(JSON.stringify(Object.fromEntries(fields)));
}

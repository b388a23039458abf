import { asObject, listIn, objectIn, textIn } from '../../../src/extension/util/json';
import type { JsonObject } from '../../../src/extension/util/json';

/** An opening tag at the start of a text or of one of its lines. */
const tag = /^\s*<([a-z][a-z_-]+)(?:\s[^<>]*)?>/gmu;

/**
 * The client's names for a record and its parts: `system/informational`, `attachment/file`,
 * `block/thinking`, `result/image`, `tag/command-name`.
 */
export function kindsOf(record: JsonObject): ReadonlySet<string> {
  const kinds = new Set<string>();
  const type = textIn(record, 'type');
  if (type === undefined) return kinds;
  const attachment = objectIn(record, 'attachment');
  if (type === 'attachment') kinds.add(`attachment/${textIn(attachment, 'type') ?? ''}`);
  else if (type === 'system') kinds.add(`system/${textIn(record, 'subtype') ?? ''}`);
  else if (type === 'queue-operation') kinds.add(`${type}/${textIn(record, 'operation') ?? ''}`);
  else kinds.add(type);
  const content = objectIn(record, 'message')?.['content'];
  addContent(kinds, content, type === 'user');
  addContent(kinds, attachment?.['prompt'], true);
  addContent(kinds, type === 'system' ? record['content'] : undefined, true);
  return kinds;
}

function addContent(kinds: Set<string>, content: unknown, hasTags: boolean): void {
  if (typeof content === 'string') {
    if (hasTags) addTags(kinds, content);
    return;
  }
  for (const value of Array.isArray(content) ? content : []) {
    const block = asObject(value);
    const type = textIn(block, 'type');
    if (type === undefined) continue;
    kinds.add(`block/${type}`);
    if (hasTags && type === 'text') addTags(kinds, textIn(block, 'text') ?? '');
    const inner = block?.['content'];
    const parts = asObject(inner) === undefined ? listIn(block, 'content') : [inner];
    for (const part of parts) {
      const name = textIn(asObject(part), 'type');
      if (name !== undefined) kinds.add(`result/${name}`);
    }
  }
}

function addTags(kinds: Set<string>, text: string): void {
  for (const [, name = ''] of text.matchAll(tag)) kinds.add(`tag/${name}`);
}

import { idIn, type JsonObject } from './json';

/**
 * Id of the entry that a record follows; null where it begins a conversation. Undefined where it has no place in
 * the tree of entries, or says nothing of it. Behind a compaction its first record names the one before it.
 */
export function parentIn(record: JsonObject): string | null | undefined {
  if (idIn(record, 'uuid') === undefined) return undefined;
  const parent = idIn(record, 'parentUuid') ?? idIn(record, 'logicalParentUuid');
  return parent ?? (record['parentUuid'] === null ? null : undefined);
}

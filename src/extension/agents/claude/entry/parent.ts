import { idIn, objectIn, type JsonObject } from './json';

/**
 * Id of the entry that a record follows; null where it begins a conversation. Undefined where it has no place in
 * the tree of entries, or says nothing of it. The first record of a compaction follows what that kept word for
 * word, as "Summarize up to here" does; else the entry before it, which it names.
 */
export function parentIn(record: JsonObject): string | null | undefined {
  if (idIn(record, 'uuid') === undefined) return undefined;
  const kept = objectIn(objectIn(record, 'compactMetadata'), 'preservedSegment');
  const parent =
    idIn(record, 'parentUuid') ?? idIn(kept, 'tailUuid') ?? idIn(record, 'logicalParentUuid');
  return parent ?? (record['parentUuid'] === null ? null : undefined);
}

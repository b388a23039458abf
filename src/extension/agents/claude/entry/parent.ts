import { idIn, objectIn, type JsonObject } from '../../../util/json';

/**
 * Id of the entry that a record continues from; null if it starts a conversation. Undefined if the
 * record is not part of the tree of entries, or names no parent. The first record after a
 * compaction continues from the last entry that was kept verbatim, as with "Summarize up to here";
 * otherwise from the entry before it, which it names.
 */
export function parentIn(record: JsonObject): string | null | undefined {
  if (idIn(record, 'uuid') === undefined) return undefined;
  const segment = objectIn(objectIn(record, 'compactMetadata'), 'preservedSegment');
  const parent =
    idIn(record, 'parentUuid') ?? idIn(segment, 'tailUuid') ?? idIn(record, 'logicalParentUuid');
  return parent ?? (record['parentUuid'] === null ? null : undefined);
}

const headerBytes = 12;
/**
 * Offset of the flags in an entry, in bytes: times, ids, mode, size and object name precede them.
 */
const flagsOffset = 60;

/**
 * Returns the paths with a stage above 0 in a git index, versions 2 to 4.
 * Format: https://git-scm.com/docs/index-format. Throws for anything else.
 */
export function unmergedFiles(index: Buffer): ReadonlySet<string> {
  if (index.toString('latin1', 0, 4) !== 'DIRC') throw new Error('Not a git index');
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) throw new Error(`A git index of version ${version}`);
  const unmerged = new Set<string>();
  let offset = headerBytes;
  let name = '';
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const start = offset;
    const flags = index.readUInt16BE(start + flagsOffset);
    const isExtended = version >= 3 && (flags & 0x4000) !== 0;
    offset = start + flagsOffset + (isExtended ? 4 : 2);
    if (version === 4) {
      const removed = readVarint(index, offset);
      offset = removed.next;
      name = name.slice(0, name.length - removed.value);
    } else {
      name = '';
    }
    const end = index.indexOf(0, offset);
    if (end < 0) throw new Error('A git index that was cut');
    name += index.toString('latin1', offset, end);
    // Entries of the older versions are padded with 1 to 8 zero bytes to a multiple of eight.
    offset = version === 4 ? end + 1 : start + Math.ceil((end + 1 - start) / 8) * 8;
    if (((flags >> 12) & 3) > 0) unmerged.add(name);
  }
  return unmerged;
}

function readVarint(
  bytes: Buffer,
  start: number,
): { readonly value: number; readonly next: number } {
  let next = start;
  let byte = bytes.readUInt8(next);
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    next += 1;
    byte = bytes.readUInt8(next);
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return { value, next: next + 1 };
}

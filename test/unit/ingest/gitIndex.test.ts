import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { unmergedFiles } from '../../../src/extension/hub/ingest/gitIndex';

interface Entry {
  readonly name: string;
  readonly stage: number;
  /** Adds the second word of flags, which versions 3 and 4 may have. */
  readonly extended?: boolean;
}

/**
 * Git's encoding of an offset: seven bits per byte, most significant first, each byte except the
 * last reduced by one.
 */
function varint(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) {
    left -= 1;
    bytes.unshift(0x80 | (left & 0x7f));
  }
  return Buffer.from(bytes);
}

function indexOf(version: number, entries: readonly Entry[]): Buffer {
  const head = Buffer.alloc(12);
  head.write('DIRC', 'latin1');
  head.writeUInt32BE(version, 4);
  head.writeUInt32BE(entries.length, 8);
  let before = '';
  const parts = entries.map(({ name, stage, extended = false }) => {
    const fixed = Buffer.alloc(extended ? 64 : 62, 0xee);
    const flags = (stage << 12) | (extended ? 0x4000 : 0) | Math.min(name.length, 0xfff);
    fixed.writeUInt16BE(flags, 60);
    if (version < 4) {
      const length = fixed.length + name.length;
      return Buffer.concat([fixed, Buffer.from(name, 'latin1'), Buffer.alloc(8 - (length % 8))]);
    }
    let shared = 0;
    while (shared < before.length && before[shared] === name[shared]) shared += 1;
    const dropped = varint(before.length - shared);
    before = name;
    return Buffer.concat([fixed, dropped, Buffer.from(`${name.slice(shared)}\0`, 'latin1')]);
  });
  return Buffer.concat([head, ...parts, Buffer.from('TREE, and whatever follows')]);
}

const unmergedOf = (entries: readonly Entry[]): readonly string[] => [
  ...new Set(entries.filter(({ stage }) => stage > 0).map(({ name }) => name)),
];

describe('An index of git', () => {
  const entries: readonly Entry[] = [
    { name: 'a.txt', stage: 0 },
    { name: 'src/both.ts', stage: 1 },
    { name: 'src/both.ts', stage: 2 },
    { name: 'src/both.ts', stage: 3 },
    { name: 'src/ours alone.ts', stage: 2 },
    { name: `src/${'deep/'.repeat(60)}one.ts`, stage: 0 },
    { name: 'z.ts', stage: 3 },
  ];

  for (const version of [2, 3, 4]) {
    it(`of version ${version} lists the names of unmerged files, each once`, () => {
      assert.deepEqual([...unmergedFiles(indexOf(version, entries))], unmergedOf(entries));
      assert.deepEqual([...unmergedFiles(indexOf(version, []))], []);
    });

    it(`of version ${version} is parsed with any names and flags`, () => {
      const entry = fc.record({
        name: fc.string({
          minLength: 1,
          maxLength: 300,
          unit: fc.constantFrom('a', 'b', '/', '.'),
        }),
        stage: fc.integer({ min: 0, max: 3 }),
        extended: version === 2 ? fc.constant(false) : fc.boolean(),
      });
      fc.assert(
        fc.property(fc.array(entry, { maxLength: 20 }), (some) => {
          assert.deepEqual([...unmergedFiles(indexOf(version, some))], unmergedOf(some));
        }),
        { numRuns: 100 },
      );
    });

    it(`of version ${version} that is truncated is an error`, () => {
      const whole = indexOf(version, entries);
      const end = whole.length - 'TREE, and whatever follows'.length;
      for (const length of [8, 13, 72, 76, end - 9]) {
        assert.throws(() => unmergedFiles(whole.subarray(0, length)), `${length} bytes`);
      }
    });
  }

  it('of another kind or version is an error', () => {
    assert.throws(() => unmergedFiles(Buffer.from('DIRX00000000')), /Not a git index/);
    for (const version of [0, 1, 5]) {
      assert.throws(() => unmergedFiles(indexOf(version, [])), new RegExp(`version ${version}`));
    }
  });
});

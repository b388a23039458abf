import assert from 'node:assert/strict';
import { RemoteTranscript } from '../../../src/extension/reader/remoteTranscript';
import { LineFile } from '../../../src/extension/transcript/file/lineFile';
import {
  maxPartBytes,
  maxTranscriptBytes,
  transcriptPartSchema,
  type TranscriptPart,
} from '../../../src/shared/protocol/machines/transcriptPart';

type Asked = { readonly from: number; readonly length: number };

/** A machine with a file of these bytes; `change` falsifies its answers. */
function machine(
  bytes: Buffer,
  change: (part: TranscriptPart, asked: Asked) => Partial<TranscriptPart> = () => ({}),
) {
  const asked: Asked[] = [];
  const remote = new RemoteTranscript(
    { sessionId: 'm0123456789abcdef/one' },
    async ({ from, length }) => {
      asked.push({ from, length });
      const part = {
        size: bytes.length,
        identity: '1:1',
        bytes: bytes.subarray(from, from + length).toString('base64'),
      };
      return { ...part, ...change(part, { from, length }) };
    },
  );
  return { remote, asked };
}

const lines = Buffer.from(
  Array.from({ length: 20_000 }, (_, at) => `{"line":${at},"text":"${'x'.repeat(40)}"}\n`).join(''),
);

describe('A transcript that is read from another machine in parts', () => {
  it('equals the file, and each part is requested once', async () => {
    const { remote, asked } = machine(lines);
    const bytes = await remote.open();
    assert.ok(bytes.size > 4 * maxPartBytes);
    assert.deepEqual(await bytes.read(0, bytes.size), lines);
    assert.deepEqual(
      await bytes.read(maxPartBytes - 5, maxPartBytes + 5),
      lines.subarray(maxPartBytes - 5, maxPartBytes + 5),
    );
    const froms = asked.filter(({ length }) => length > 0).map(({ from }) => from);
    assert.equal(new Set(froms).size, froms.length);
  });

  it('is read again only after it was truncated', async () => {
    let file = lines;
    const remote = new RemoteTranscript({ sessionId: 'x' }, async ({ from, length }) => ({
      size: file.length,
      identity: '1:1',
      bytes: file.subarray(from, from + length).toString('base64'),
    }));
    await (await remote.open()).read(0, 100);
    file = Buffer.from('{"line":"another"}\n');
    const bytes = await remote.open();
    assert.deepEqual(await bytes.read(0, bytes.size), file);
  });

  const hostile: readonly (readonly [
    string,
    (part: TranscriptPart, asked: Asked) => Partial<TranscriptPart>,
  ])[] = [
    ['less than it says it has', ({ size }) => ({ size: size + 10_000_000 })],
    ['nothing at all', () => ({ bytes: '' })],
    [
      'more than was asked for',
      (_, { length }) => ({
        bytes: Buffer.alloc(length === 0 ? 0 : length + 1).toString('base64'),
      }),
    ],
    ['no base64', (_, { length }) => ({ bytes: length === 0 ? '' : '\u0000…' })],
    ['another file each time', (_, { from, length }) => ({ identity: `${from}:${length}` })],
  ];
  for (const [what, change] of hostile) {
    it(`is rejected if the machine returns ${what}`, async () => {
      const { remote, asked } = machine(lines, change);
      const file = LineFile.fromBytes(await remote.open());
      await assert.rejects(file.wholeEnd(), /can’t be read|changed while/);
      assert.ok(asked.length < 20, String(asked.length));
    });
  }

  it('is asked for no more once nobody reads it, however long its last line is', async () => {
    const { remote, asked } = machine(Buffer.alloc(40 * maxPartBytes, 'x'));
    const file = LineFile.fromBytes(await remote.open());
    const end = file.wholeEnd();
    remote.dispose();
    await assert.rejects(end);
    assert.ok(asked.length < 5, String(asked.length));
  });

  it('has no size that no transcript has, and no part larger than any', () => {
    const part = { size: 1, identity: '1', bytes: '' };
    assert.ok(transcriptPartSchema.safeParse(part).success);
    for (const wrong of [
      { size: maxTranscriptBytes + 1 },
      { size: -1 },
      { size: 1.5 },
      { identity: 'x'.repeat(101) },
      { bytes: 'A'.repeat(2 * maxPartBytes) },
      { bytes: 7 },
    ])
      assert.equal(transcriptPartSchema.safeParse({ ...part, ...wrong }).success, false);
  });
});

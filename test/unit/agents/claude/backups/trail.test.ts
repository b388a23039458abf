import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { FileHistory } from '../../../../../src/extension/agents/claude/backups/fileHistory';
import { trailOfTurn, wholeTrail } from '../../../../../src/extension/agents/claude/backups/trail';

const id = 'b193d939-9e0c-4f73-b4f8-99f37eddcae7';
const copy = (name: string): unknown => ({ file: path.join('/home', 'file-history', id, name) });
const time = (text: string): number => Date.parse(`2026-11-20T${text}Z`);

const prompt = (at: string, text: string): string =>
  JSON.stringify({
    type: 'user',
    message: { role: 'user', content: text },
    timestamp: `2026-11-20T${at}Z`,
  });

const backed = (name: string | null, at: string): object => ({
  backupFileName: name,
  version: name === null ? 1 : Number(name.at(-1)),
  backupTime: `2026-11-20T${at}Z`,
  realParentDir: '/home/dev/proj',
});

const delta = (messageId: string, file: string, name: string | null, at: string): string =>
  JSON.stringify({
    type: 'file-history-delta',
    messageId,
    snapshotMessageId: 'e4f78500-5e7e-4d91-bc9e-a54edd60d367',
    trackingPath: file,
    backup: backed(name, at),
    timestamp: `2026-11-20T${at}Z`,
  });

const snapshot = (messageId: string, at: string, files: object): string =>
  JSON.stringify({
    type: 'file-history-snapshot',
    messageId,
    snapshot: { messageId, trackedFileBackups: files, timestamp: `2026-11-20T${at}Z` },
    isSnapshotUpdate: false,
  });

const tracked = {
  'new.txt': backed('dc8ba61c39a739ae@v2', '20:23:08.970'),
  'hello.txt': backed('db4b267ac43d0ebd@v2', '20:23:09.014'),
};

/** Original lines of client 2.1.329 about files in two turns. */
const recordedLines = [
  snapshot('e4f78500-5e7e-4d91-bc9e-a54edd60d367', '20:23:07.091', {}),
  prompt('20:23:07.063', '[[tools]] please'),
  delta('990668cd-c67a-46ca-9c87-65e08672e537', 'hello.txt', 'db4b267ac43d0ebd@v1', '20:23:07.486'),
  delta('e07b42d1-36e9-4d39-9033-a1a009380c48', 'new.txt', null, '20:23:07.610'),
  prompt('20:23:08.924', '[[fail]] please'),
  snapshot('41336abf-48d0-4e75-8046-a6381f64c17f', '20:23:09.014', tracked),
  snapshot('41336abf-48d0-4e75-8046-a6381f64c17f', '20:23:09.014', tracked),
  prompt('20:23:10.522', '[[slow]] please'),
  snapshot('ba3ad99a-cb19-4a58-a562-5b8de2640e92', '20:23:10.577', tracked),
];

describe('The trail of a review in a transcript', () => {
  let folder: string;
  let recorded: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'mc-trail-'));
    recorded = path.join(folder, 'recorded.jsonl');
    await writeFile(recorded, `${recordedLines.join('\n')}\n`);
  });
  after(() => rm(folder, { recursive: true }));

  it('tells of the real client’s copies before its first edits', async () => {
    const history = new FileHistory('/home', id, await wholeTrail(recorded));
    const before = (file: string): unknown => history.contentBefore(file, [file]);
    assert.deepEqual(before('/home/dev/proj/hello.txt'), copy('db4b267ac43d0ebd@v1'));
    assert.equal(before('/home/dev/proj/new.txt'), 'none');
    assert.equal(before('/home/dev/proj/other.txt'), undefined);
  });

  it('begins a turn at its prompt, and knows the copies from then on alone', async () => {
    const first = await trailOfTurn(recorded, time('20:23:07.508'));
    assert.equal(first.from, time('20:23:07.063'));
    assert.equal(first.to, time('20:23:08.924'));
    assert.deepEqual(
      first.backups.map((one) => one.copy),
      ['db4b267ac43d0ebd@v1', undefined],
    );
    const next = await trailOfTurn(recorded, time('20:23:09.200'));
    assert.equal(next.from, time('20:23:08.924'));
    const history = new FileHistory('/home', id, next);
    const file = '/home/dev/proj/hello.txt';
    assert.deepEqual(history.contentBefore(file, [file]), copy('db4b267ac43d0ebd@v2'));
  });

  it('never leads to a file beside the copies', async () => {
    const file = path.join(folder, 'hostile.jsonl');
    const names = ['../../secret', '/etc/passwd', 'db4b267ac43d0ebd@v1/../x', '', 7, null, {}];
    const lines = names.map((backupFileName, index) => ({
      type: 'file-history-delta',
      messageId: `m${String(index)}`,
      trackingPath: `/work/file${String(index)}`,
      backup: { backupFileName, version: 1 },
      timestamp: '2026-11-20T20:00:00.000Z',
    }));
    const broken = ['{"type":"file-history-', '{"type":"file-history-snapshot","snapshot":[]}'];
    const texts = [...lines.map((line) => JSON.stringify(line)), ...broken];
    await writeFile(file, `${texts.join('\n')}\n`);
    const history = new FileHistory('/home', '../../evil', await wholeTrail(file));
    const found = names.map((_name, index) => {
      const called = `/work/file${String(index)}`;
      return history.contentBefore(called, [called]);
    });
    const nothing = undefined;
    assert.deepEqual(found, [nothing, nothing, nothing, nothing, nothing, 'none', nothing]);
  });

  it('is empty where there is no transcript', async () => {
    const gone = await trailOfTurn(path.join(folder, 'gone.jsonl'), 1);
    assert.deepEqual(gone, { from: undefined, to: Infinity, backups: [] });
  });
});

import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { ReadLane } from '../../../../src/extension/transcript/file/readLane';
import { TranscriptFile } from '../../../../src/extension/transcript/fold/transcriptFile';
import { Slices } from '../../../../src/extension/util/thread/slices';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { claudeFormat } from '../../../../src/extension/agents/claude/transcripts';

describe('A transcript that is followed', () => {
  let home: string;
  let file: string;
  let transcript: TranscriptFile;
  const lanes = { bulk: new ReadLane(new Slices(0)), news: new ReadLane(new Slices()) };
  const unknown: string[] = [];
  const titled = (title: string): string =>
    `${JSON.stringify({ type: 'custom-title', customTitle: title })}\n`;
  const titleNow = (): string | undefined => transcript.reading.facts?.customTitle;

  beforeEach(async () => {
    home = await tempHome();
    file = path.join(home, 's1.jsonl');
    unknown.splice(0);
    const kind = { kind: 'session', sessionId: 's1' } as const;
    const nobody = (): Promise<void> => Promise.resolve();
    transcript = new TranscriptFile(
      { path: file, kind, format: claudeFormat },
      lanes,
      nobody,
      (type) => unknown.push(type),
    );
    await fs.writeFile(file, titled('First'));
    await transcript.read();
  });
  afterEach(() => removeHome(home));

  it('has what is new while another one is read as a whole', async () => {
    await fs.appendFile(file, titled('Second'));
    let hasEnded = false;
    const other = lanes.bulk
      .run(file, function* () {
        for (let turn = 0; turn < 5_000; turn += 1) yield undefined;
      })
      .then(() => (hasEnded = true));
    await transcript.read();
    assert.deepEqual([titleNow(), hasEnded], ['Second', false]);
    await other;
  });

  it('is read from its beginning again once it was cut or replaced', async () => {
    await fs.writeFile(file, titled('Other'));
    assert.equal((await transcript.read())?.from, 0);
    assert.equal(titleNow(), 'Other');
    await fs.writeFile(`${file}.new`, titled('A longer title of another file'));
    await fs.rename(`${file}.new`, file);
    assert.equal((await transcript.read())?.from, 0);
    assert.equal(titleNow(), 'A longer title of another file');
  });

  it('tells of types that are not known where they are new, and not of its past', async () => {
    await fs.appendFile(file, '{"type":"of-a-newer-client"}\n');
    await transcript.read();
    assert.deepEqual(unknown, ['of-a-newer-client']);
  });

  it('is gone once there is no file', async () => {
    await fs.rm(file);
    assert.equal(await transcript.read(), undefined);
  });
});

import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { outputAt } from '../../../../../src/extension/agents/claude/catalogue/outputAt';
import { TranscriptFile } from '../../../../support/hub/transcriptFile';

describe('The output of a command in a transcript', () => {
  const startedAt = Date.parse('2026-03-01T10:00:00Z');
  let folder: string;
  let transcript: TranscriptFile;
  beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'output-at-'));
    transcript = new TranscriptFile('s', path.join(folder, 's.jsonl'), startedAt);
  });
  afterEach(() => fs.rm(folder, { recursive: true, force: true }));

  const timeOf = ({ timestamp }: Readonly<Record<string, unknown>>): number =>
    Date.parse(String(timestamp));

  it('is found by the time of its result, without colours', async () => {
    const lines = [
      transcript.prompt('Test it'),
      transcript.call('Bash', { command: 'npx vitest run' }, 't1'),
      transcript.result('t1', 'The first run'),
      transcript.call('Bash', { command: 'npx vitest run' }, 't2'),
      transcript.result('t2', '\u001B[31mFAIL\u001B[0m adds numbers  \nTests  1 failed\n'),
      transcript.answer('One fails.'),
    ] as const;
    await transcript.write(...lines);
    assert.equal(
      await outputAt(transcript.file, timeOf(lines[4])),
      'FAIL adds numbers\nTests  1 failed',
    );
    assert.equal(await outputAt(transcript.file, timeOf(lines[2])), 'The first run');
  });

  it('is that of a command that failed, without the line of its exit code', async () => {
    const failed = transcript.result('t1');
    const block = { type: 'tool_result', tool_use_id: 't1', is_error: true };
    const content = [{ ...block, content: 'Exit code 1\n2 failing' }];
    await transcript.write({ ...failed, message: { role: 'user', content } });
    assert.equal(await outputAt(transcript.file, timeOf(failed)), '2 failing');
  });

  it('is unknown for an entry that is no result, a time without one and a file that is gone', async () => {
    const [prompt, silent] = [transcript.prompt('Test it'), transcript.result('t1', ' \n')];
    await transcript.write(prompt, silent, '{"damaged');
    assert.equal(await outputAt(transcript.file, timeOf(prompt)), undefined);
    assert.equal(await outputAt(transcript.file, timeOf(silent)), undefined);
    assert.equal(await outputAt(transcript.file, timeOf(prompt) + 1), undefined);
    assert.equal(await outputAt(path.join(folder, 'gone.jsonl'), startedAt), undefined);
  });
});

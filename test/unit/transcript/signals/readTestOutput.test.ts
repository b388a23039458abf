import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { claudeFormat } from '../../../../src/extension/agents/claude/transcripts';
import { readTestOutput } from '../../../../src/extension/transcript/signals/readTestOutput';
import { TranscriptFile, type Line } from '../../../support/hub/transcriptFile';

describe('The output of a test run in a transcript', () => {
  const startedAt = Date.parse('2026-03-01T10:00:00Z');
  const command = 'npx vitest run';
  let folder: string;
  let transcript: TranscriptFile;
  beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'test-output-'));
    transcript = new TranscriptFile('s', path.join(folder, 's.jsonl'), startedAt);
  });
  afterEach(() => fs.rm(folder, { recursive: true, force: true }));

  const timeOf = ({ timestamp }: Line): number => Date.parse(String(timestamp));
  const run = (id: string): Line => transcript.call('Bash', { command }, id);
  const resultAt = (time: Line, id: string, content: string): Line => ({
    ...transcript.result(id, content),
    timestamp: time['timestamp'],
  });

  it('is found by the time of its result, without colours, whatever follows', async () => {
    const second = transcript.result('t2', '\u001B[31mFAIL\u001B[0m adds  \nTests  1 failed\n');
    const first = transcript.result('t1', 'The first run');
    await transcript.write(transcript.prompt('Test it'), run('t1'), first, run('t2'), second);
    await transcript.write(
      transcript.call('Bash', { command: 'ls' }, 't3'),
      transcript.result('t3', 'src'),
      transcript.call('Read', { file_path: '/a' }, 't4'),
      transcript.result('t4', 'Tests  3 passed'),
      transcript.answer('One fails.'),
    );
    assert.equal(
      await readTestOutput(claudeFormat, transcript.file, timeOf(second)),
      'FAIL adds\nTests  1 failed',
    );
    assert.equal(
      await readTestOutput(claudeFormat, transcript.file, timeOf(first)),
      'The first run',
    );
  });

  it('is found behind records with earlier times', async () => {
    const early = transcript.answer('Earlier.');
    const result = transcript.result('t1', '1 failed');
    await transcript.write(run('t1'), result, early);
    assert.equal(await readTestOutput(claudeFormat, transcript.file, timeOf(result)), '1 failed');
  });

  it('is that of a command that failed, without the line of its exit code', async () => {
    const failed = transcript.result('t1');
    const block = { type: 'tool_result', tool_use_id: 't1', is_error: true };
    const content = [{ ...block, content: 'Exit code 1\n2 failing' }];
    await transcript.write(run('t1'), { ...failed, message: { role: 'user', content } });
    assert.equal(await readTestOutput(claudeFormat, transcript.file, timeOf(failed)), '2 failing');
  });

  it('is that of the test, where other commands and tools ended at the same time', async () => {
    const result = transcript.result('t1', '1 failed');
    const block = (id: string, content: string) => ({
      type: 'tool_result',
      tool_use_id: id,
      content,
    });
    const content = [block('t1', '1 failed'), block('t2', 'A file')];
    await transcript.write(
      run('t1'),
      transcript.call('Read', { file_path: '/a' }, 't2'),
      transcript.call('Bash', { command: 'ls' }, 't3'),
      { ...result, message: { role: 'user', content } },
      resultAt(result, 't3', 'src'),
    );
    assert.equal(await readTestOutput(claudeFormat, transcript.file, timeOf(result)), '1 failed');
  });

  it('is unknown where two test runs ended at the same time', async () => {
    const result = transcript.result('t1', '1 failed');
    await transcript.write(run('t1'), run('t2'), result, resultAt(result, 't2', '2 failed'));
    assert.equal(await readTestOutput(claudeFormat, transcript.file, timeOf(result)), undefined);
  });

  it('is unknown for a subagent’s run, and for one that went to the background', async () => {
    const [side, back] = [transcript.result('t1', '1 failed'), transcript.result('t2', 'Running')];
    await transcript.write(run('t1'), { ...side, isSidechain: true }, run('t2'), {
      ...back,
      toolUseResult: { stdout: '', stderr: '', backgroundTaskId: 'b1' },
    });
    assert.equal(await readTestOutput(claudeFormat, transcript.file, timeOf(side)), undefined);
    assert.equal(await readTestOutput(claudeFormat, transcript.file, timeOf(back)), undefined);
  });

  it('is unknown for a prompt, for a run without output and for a file that is gone', async () => {
    const [prompt, silent] = [transcript.prompt('Test it'), transcript.result('t1', ' \n')];
    await transcript.write(prompt, run('t1'), '{"damaged', silent);
    assert.equal(await readTestOutput(claudeFormat, transcript.file, timeOf(prompt)), undefined);
    assert.equal(await readTestOutput(claudeFormat, transcript.file, timeOf(silent)), undefined);
    assert.equal(
      await readTestOutput(claudeFormat, path.join(folder, 'gone.jsonl'), startedAt),
      undefined,
    );
    assert.equal(await readTestOutput(claudeFormat, folder, startedAt), undefined);
  });
});

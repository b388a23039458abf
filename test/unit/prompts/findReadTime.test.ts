import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { readDeliveredPrompts } from '../../../src/extension/agents/claude/catalogue/readDeliveredPrompts';
import { codexFormat } from '../../../src/extension/agents/codex/transcripts';
import { isTaskNotification } from '../../../src/extension/agents/claude/texts/promptMarks';
import type { Prompt } from '../../../src/extension/hub/prompts/promptQueue';
import { matchesPrompt, findReadTime } from '../../../src/extension/hub/prompts/findReadTime';
import { latestPrompts } from '../../../src/extension/transcript/lines/latestPrompts';

const at = Date.parse('2026-03-02T10:00:00.000Z');
const typed = { text: 'ok', way: 'terminal' } as const;
const waking = { text: 'ok', way: 'hook' } as const;

const matches = (text: string, prompt: Parameters<typeof matchesPrompt>[1]): boolean =>
  matchesPrompt({ text, isNotification: isTaskNotification(text) }, prompt);

describe('What a session took', () => {
  it('is the prompt that was typed, with what stood in the input box before it', () => {
    assert.ok(matches('ok', typed));
    assert.ok(matches('half a draft ok\n', typed));
    assert.ok(!matches('ok, but not that one', typed));
    assert.ok(!matches('<task-notification>ok', typed));
    const long = 'Every line of this is long enough to be told from what a person types.';
    assert.ok(matches(`before ${long} after`, { text: long, way: 'terminal' }));
    assert.ok(matches('a  b\r\n c', { text: 'a b\n\n\tc', way: 'terminal' }));
  });

  it('is the prompt that woke it, with the words of the client around it', () => {
    assert.ok(matches('<task-notification>\n</task-notification>\nFrom: ok\n</x>', waking));
    assert.ok(!matches('ok', waking));
  });

  it('is the prompt that was sent to its server, which it writes like one that was typed', () => {
    assert.ok(matchesPrompt({ text: 'ok' }, waking));
    assert.ok(!matchesPrompt({ text: 'ok, but not that one' }, waking));
  });
});

describe('The mark of a prompt in a transcript', () => {
  let folder: string;
  before(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'read-mark-'));
  });
  after(() => fs.rm(folder, { recursive: true, force: true }));

  const prompt: Prompt = { id: 'p', ...typed, state: 'handedOver', at, handedAt: at };
  const line = (seconds: number, fields: object): string =>
    JSON.stringify({ timestamp: new Date(at + seconds * 1_000).toISOString(), ...fields });
  const userLine = (content: unknown): object => ({
    type: 'user',
    message: { role: 'user', content },
  });
  async function markOf(of: Prompt, ...lines: readonly string[]): Promise<number | undefined> {
    const file = path.join(folder, 'session.jsonl');
    await fs.writeFile(file, lines.join('\n'));
    return findReadTime(readDeliveredPrompts(file), of);
  }
  const markIn = (...lines: readonly string[]): Promise<number | undefined> =>
    markOf(prompt, ...lines);

  it('is its line as a prompt, as parts, in the queue, or taken in mid-turn', async () => {
    for (const fields of [
      userLine('ok'),
      userLine([{ type: 'text', text: 'ok' }]),
      { type: 'queue-operation', operation: 'enqueue', content: 'ok' },
      { type: 'attachment', attachment: { type: 'queued_command', prompt: 'ok' } },
    ]) {
      assert.equal(await markIn(line(1, fields), line(2, userLine('other'))), at + 1_000);
    }
  });

  it('is no line from before it was sent, no word of the agent, and nothing that is cut', async () => {
    const agent = { type: 'assistant', message: { role: 'assistant', content: 'ok' } };
    assert.equal(await markIn(line(-60, userLine('ok')), line(1, userLine('no'))), undefined);
    assert.equal(await markIn(line(1, agent)), undefined);
    assert.equal(await markIn(line(1, userLine('ok')).slice(0, -3), 'null', '[]'), undefined);
    const none = readDeliveredPrompts(path.join(folder, 'none.jsonl'));
    assert.equal(await findReadTime(none, prompt), undefined);
  });

  it('is a line from after it was sent, also once it is uncertain, by a clock a bit behind', async () => {
    const uncertain: Prompt = { ...prompt, state: 'uncertain', at: at + 60_000 };
    assert.equal(await markOf(uncertain, line(1, userLine('ok'))), at + 1_000);
    assert.equal(await markIn(line(-1, userLine('ok'))), at - 1_000);
  });

  it('is looked for at the end of a long transcript alone', async () => {
    const filler = line(2, userLine('x'.repeat(2_000_000)));
    assert.equal(await markIn(line(1, userLine('ok')), filler), undefined);
    assert.equal(await markIn(filler, line(3, userLine('ok'))), at + 3_000);
  });

  it('is the line of Codex about a prompt that was sent to its server', async () => {
    const file = path.join(folder, 'rollout.jsonl');
    const content = [{ type: 'text', text: 'ok' }];
    const payload = { type: 'item_completed', item: { type: 'UserMessage', content } };
    await fs.writeFile(file, `${line(1, { type: 'event_msg', payload })}\n`);
    const sent: Prompt = { ...prompt, way: 'hook' };
    assert.equal(await findReadTime(latestPrompts(codexFormat, file), sent), at + 1_000);
    assert.equal(
      await findReadTime(latestPrompts(codexFormat, file), { ...sent, text: 'no' }),
      undefined,
    );
  });
});

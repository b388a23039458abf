import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { shownLimits } from '../../../../src/extension/reader/items/clip';
import { copyTextOf, itemTexts } from '../../../../src/extension/reader/items/itemText';
import { type ItemStyle, itemsOf } from '../../../../src/extension/reader/items/readerItem';
import type { ReaderItem } from '../../../../src/shared/messages/readerItems';
import { pngBase64 } from '../../../support/transcript/believableTranscript';
import { recording, recordingNames } from '../../../support/recordings/recording';
import { TranscriptLines } from '../../../support/transcript/transcriptLines';
import { claudeFormat } from '../../../../src/extension/agents/claude/transcripts';

const style: ItemStyle = {
  relative: (file) => file.replace('/home/dev/shop/', ''),
  format: claudeFormat,
  isSubagent: false,
  limits: shownLimits,
};

function shown(line: unknown, overrides: Partial<ItemStyle> = {}): readonly ReaderItem[] {
  const bytes = Buffer.from(typeof line === 'string' ? line : JSON.stringify(line));
  return itemsOf({ at: 100, bytes, length: bytes.length + 1 }, { ...style, ...overrides });
}

function only(lines: TranscriptLines): ReaderItem {
  const items = lines.lines.flatMap((line) => shown(line));
  const [item] = items.slice(-1);
  assert.ok(item);
  return item;
}

describe('the pieces of a transcript', () => {
  for (const name of recordingNames()) {
    it(`shows every line of the recording ${name} without a fault`, () => {
      const lines = recording(name).flatMap(({ line }) => (line === undefined ? [] : [line]));
      const items = lines.flatMap((line) => shown(line));
      assert.deepEqual(
        items.filter(({ kind }) => kind === 'unreadable'),
        [],
      );
      for (const item of items) {
        for (const text of [...itemTexts(item), copyTextOf(item)]) {
          assert.equal(typeof text, 'string');
          // eslint-disable-next-line no-control-regex -- controls are the subject
          assert.doesNotMatch(text, /[\u0000-\u0008\u001B\u202E]/);
        }
      }
    });
  }

  it('tells of the recorded transcripts what their text documents tell', () => {
    const folder = path.join(__dirname, '../../../fixtures/transcripts');
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
      const lines = readFileSync(path.join(folder, file), 'utf8').split('\n');
      const kinds = lines.flatMap((line) => shown(line)).map(({ kind }) => kind);
      assert.ok(kinds.length > 0, file);
    }
  });

  it('shows an edit with the lines of its file, and where the file is', () => {
    const lines = new TranscriptLines().tool(
      'Edit',
      { file_path: '/home/dev/shop/a.ts', old_string: 'one\n', new_string: 'two\n' },
      'done',
      {
        toolUseResult: {
          structuredPatch: [{ oldStart: 7, newStart: 7, lines: ['-one', '+two', '\\ No newline'] }],
        },
      },
    );
    const [call, result] = lines.lines.flatMap((line) => shown(line));
    assert.ok(call?.kind === 'tool' && result?.kind === 'result');
    assert.equal(call.path, 'a.ts');
    assert.deepEqual(call.body, {
      type: 'edits',
      edits: [{ before: 'one\n', after: 'two\n' }],
      more: 0,
    });
    assert.deepEqual(result.hunks, [{ oldStart: 7, newStart: 7, lines: ['-one', '+two'] }]);
    assert.equal(result.summary, '+1 −1');
  });

  const outcomes = [
    ['done', {}, 'fine', 'fine'],
    ['failed', { isError: true }, 'Exit code 1\nno', 'Exit code 1 · 2 lines'],
    [
      'refused',
      { isError: true, toolDenialKind: 'user-rejected', toolDenialBeforeRun: true },
      "The user doesn't want to proceed with this tool use.",
      'Refused by you',
    ],
    [
      'stopped',
      { isError: true, toolDenialKind: 'user-rejected' },
      "The user doesn't want to proceed with this tool use.",
      'Stopped by you',
    ],
  ] as const;
  for (const [outcome, rest, text, summary] of outcomes) {
    it(`says that a call was ${outcome}`, () => {
      const item = only(new TranscriptLines().tool('Bash', { command: 'x' }, text, rest));
      assert.ok(item.kind === 'result');
      assert.deepEqual([item.outcome, item.summary], [outcome, summary]);
    });
  }

  it('says that auto mode blocked a call, and why', () => {
    const words = 'Permission was denied. Reason: runs a script. If you have other tasks, go on.';
    const rest = { isError: true, toolDenialKind: 'automode-blocked' };
    const item = only(new TranscriptLines().tool('Bash', { command: 'x' }, words, rest));
    assert.ok(item.kind === 'result');
    const expected = ['refused', 'Blocked by auto mode: runs a script'];
    assert.deepEqual([item.outcome, item.summary], expected);
  });

  it('says that a call was refused where nothing but its words tells it', () => {
    const words = "The user doesn't want to proceed with this tool use. They said: no";
    const item = only(
      new TranscriptLines().tool('Bash', { command: 'x' }, words, { isError: true }),
    );
    assert.ok(item.kind === 'result');
    assert.equal(item.outcome, 'refused');
  });

  it('counts pictures instead of naming them', () => {
    const picture = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: pngBase64 },
    };
    const prompt = only(new TranscriptLines().prompt([{ type: 'text', text: 'Look' }, picture]));
    assert.ok(prompt.kind === 'prompt');
    assert.deepEqual([prompt.text.text, prompt.pictures], ['Look', 1]);
    const result = only(new TranscriptLines().tool('Read', { file_path: 'a.png' }, [picture]));
    assert.ok(result.kind === 'result');
    assert.deepEqual([result.text.text, result.summary, result.pictures], ['', '1 picture', 1]);
  });

  it('takes no id of a subagent that leads out of its folder', () => {
    for (const agentId of ['../../x', 'a/b', '', 'a'.repeat(200)]) {
      const item = only(
        new TranscriptLines().tool('Agent', { prompt: 'x' }, 'y', { toolUseResult: { agentId } }),
      );
      assert.ok(item.kind === 'result');
      assert.equal(item.agentId, undefined);
    }
  });

  it('sets a subagent’s lines off in its parent’s file alone', () => {
    const line = { ...new TranscriptLines().text('aside').lines[0], isSidechain: true };
    assert.equal(shown(line)[0]?.sidechain, true);
    assert.equal(shown(line, { isSubagent: true })[0]?.sidechain, undefined);
  });

  it('says what it cannot show', () => {
    for (const bad of ['{"type":"user"', 'null', '[1]', '"x"', 'garbage', '\u0000'])
      assert.equal(shown(bad)[0]?.kind, 'unreadable', bad);
    const long = itemsOf({ at: 0, bytes: undefined, length: 30_000_000 }, style);
    assert.deepEqual(
      long.map((item) => item.kind === 'unreadable' && item.text),
      ['A line of 30 MB isn’t shown.'],
    );
  });

  it('does not look into the large lines of bookkeeping', () => {
    assert.deepEqual(shown('{"type":"api-request-shape","shape":"cut'), []);
  });

  it('cuts long texts and says by how much', () => {
    const item = only(new TranscriptLines().text('x'.repeat(60_100)));
    assert.ok(item.kind === 'text');
    assert.deepEqual([item.text.text.length, item.text.more], [60_000, 100]);
  });
});

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { itemsOf } from '../../../../../src/extension/reader/items/readerItem';
import { noLimits } from '../../../../../src/extension/reader/items/clip';
import {
  UsageCounter,
  UsageFile,
} from '../../../../../src/extension/hub/reading/usage/usageCounter';
import { UsageLedger } from '../../../../../src/extension/hub/reading/usage/usageLedger';
import { messagesIn } from '../../../../../src/extension/agents/claude/entry/messageUsage';
import { spokenTexts } from '../../../../../src/extension/hub/reading/search/spokenTexts';
import { parseTranscriptEntry } from '../../../../../src/extension/agents/claude/entry/parseEntry';
import { WalkBuffer } from '../../../../../src/extension/transcript/lines/lineWalk';
import { runToEnd } from '../../../../support/runToEnd';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';
import { claudeFormat } from '../../../../../src/extension/agents/claude/transcripts';

const time = '2026-11-26T17:52:42.676Z';
const model = 'claude-sonnet-4-5-20250929';
const data = 'iVBORw0KGgo=';

const answer = (content: unknown, more: object = {}) => ({
  type: 'assistant',
  message: { id: 'm', role: 'assistant', model, content, ...more },
  timestamp: time,
});

function itemsIn(line: object) {
  const bytes = Buffer.from(JSON.stringify(line));
  const style = {
    relative: (file: string) => file,
    format: claudeFormat,
    isSubagent: false,
    limits: noLimits,
  };
  return itemsOf({ at: 0, bytes, length: bytes.length }, style);
}

function entryOf(line: object) {
  const parsed = parseTranscriptEntry(JSON.stringify(line));
  assert.ok(parsed);
  return parsed.line;
}

describe('An entry of unusual shape', () => {
  it('is an answer where its content is one string', () => {
    const line = answer('plain words');
    const [item] = itemsIn(line);
    assert.ok(item?.kind === 'text');
    assert.equal(item.text.text, 'plain words');
    const entry = entryOf(line);
    assert.equal(entry.kind === 'assistant' && entry.text, 'plain words');
  });

  it('shows the command of a shell as JSON where it is a list', () => {
    const input = { command: ['ls', '-la'] };
    const [item] = itemsIn(answer([{ type: 'tool_use', id: 'a', name: 'Bash', input }]));
    assert.ok(item?.kind === 'tool' && item.body.type === 'command');
    assert.deepEqual([item.summary, item.body.text.text], ['["ls","-la"]', '["ls","-la"]']);
  });

  it('has the words and the picture of a prompt that waited', () => {
    const source = { type: 'base64', media_type: 'image/png', data };
    const prompt = [
      { type: 'text', text: 'see this' },
      { type: 'image', source },
    ];
    const line = { type: 'attachment', attachment: { type: 'queued_command', prompt } };
    const [item] = itemsIn(line);
    assert.ok(item?.kind === 'prompt');
    assert.deepEqual([item.text.text, item.queued, item.pictures], ['see this', true, 1]);
    const entry = entryOf(line);
    assert.equal(entry.kind === 'prompt' && entry.text, 'see this');
    const { shown, voices } = claudeFormat;
    const texts = shown(JSON.stringify(line)).parts.flatMap(({ part }) =>
      spokenTexts(part, voices),
    );
    assert.deepEqual(texts, [{ speaker: 'You', text: 'see this\n[Image]' }]);
  });
});

describe('Messages without an id', () => {
  let home = '';
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));

  it('are counted each for itself, and once however often the file is read', () => {
    const file = path.join(home, 'session.jsonl');
    const line = (id: unknown, uuid: string | undefined, tokens: number) =>
      `${JSON.stringify({ ...answer([{ type: 'text', text: 'x' }], { id, usage: { input_tokens: tokens } }), uuid })}\n`;
    const lines = [line('', 'u1', 1), line(undefined, 'u2', 20), line('', 'u2', 20)];
    fs.writeFileSync(file, [...lines, line('', undefined, 300)].join(''));
    const ledger = new UsageLedger();
    const usage = new UsageFile(file, ledger.source('s', undefined), claudeFormat);
    const counter = new UsageCounter(ledger, new WalkBuffer());
    runToEnd(counter.read(usage));
    const inputs = ledger.takeChanges().map(({ total }) => total.input);
    assert.deepEqual(inputs, [21]);
  });

  it('are counted once for their request where several lines tell of it', () => {
    const usage = { input_tokens: 7 };
    const line = (uuid: string, requestId: string) =>
      JSON.stringify({
        ...answer([{ type: 'text', text: 'x' }], { id: '', usage }),
        requestId,
        uuid,
      });
    const ids = [line('u1', 'req_1'), line('u2', 'req_1'), line('u3', 'req_2')]
      .flatMap(messagesIn)
      .map(({ messageId }) => messageId);
    assert.deepEqual(ids, ['req_1', 'req_1', 'req_2']);
  });
});

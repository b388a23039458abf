import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import {
  isRepeated,
  usageKey,
  writtenUsage,
} from '../../../../../src/extension/agents/claude/entry/repeatedUsage';
import {
  UsageCounter,
  UsageFile,
} from '../../../../../src/extension/hub/reading/usage/usageCounter';
import { UsageLedger } from '../../../../../src/extension/hub/reading/usage/usageLedger';
import { WalkBuffer } from '../../../../../src/extension/transcript/lines/lineWalk';
import { runToEnd } from '../../../../support/runToEnd';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';
import { claudeFormat } from '../../../../../src/extension/agents/claude/transcripts';

/** A line in the client's field order: the id before the content, the usage after it. */
function line(id: string, input: number, content: unknown = { type: 'text', text: 'Größe' }) {
  const usage = { input_tokens: input, output_tokens: 10, service_tier: 'standard' };
  const message = { model: 'claude-sonnet-4-5', id, role: 'assistant', content: [content], usage };
  const timestamp = '2026-11-26T17:52:42.665Z';
  return JSON.stringify({ parentUuid: null, message, type: 'assistant', uuid: 'u', timestamp });
}
const call = { type: 'tool_use', id: 't', name: 'Log', input: { usage: { input_tokens: 1 } } };

describe('A line that repeats the usage of the line before', () => {
  let home = '';
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));

  function written(text: string, id = 'msg_1') {
    const bytes = Buffer.from(text);
    return writtenUsage(bytes, bytes.indexOf(usageKey), id);
  }
  function repeats(before: string, text: string): boolean {
    const known = written(before);
    assert.ok(known);
    const bytes = Buffer.from(text);
    return isRepeated(known, bytes, bytes.indexOf(usageKey));
  }
  /** Input tokens counted in a file. */
  function input(...lines: readonly string[]): number {
    const ledger = new UsageLedger();
    const file = path.join(home, 'session.jsonl');
    fs.writeFileSync(file, lines.map((text) => `${text}\n`).join(''));
    const usage = new UsageFile(file, ledger.source('s', undefined), claudeFormat);
    runToEnd(new UsageCounter(ledger, new WalkBuffer()).read(usage));
    return ledger.takeChanges()[0]?.total.input ?? 0;
  }

  it('is known whatever else it has, and by nothing but its message and its usage', () => {
    const first = line('msg_1', 7);
    assert.ok(repeats(first, line('msg_1', 7, { type: 'text', text: '"usage" “quoted”' })));
    assert.ok(!repeats(first, line('msg_2', 7)));
    assert.ok(!repeats(first, line('msg_1', 8)));
    assert.ok(!repeats(first, line('msg_1', 7, call)));
    assert.ok(!repeats(first, `${line('msg_1', 7)}${line('msg_2', 9)}`));
    assert.ok(!repeats(first, line('msg_1', 7).slice(0, -120)));
  });

  it('is looked for only where the usage is certain', () => {
    assert.equal(written(line('msg_1', 7, call)), undefined);
    assert.equal(written(line('msg_1', 7), 'req_1'), undefined);
    assert.equal(written('{"message":{"id":"msg_1","usage":null}}'), undefined);
    assert.equal(written('{"message":{"id":"msg_1","usage":{"input_tokens":'), undefined);
  });

  it('costs nothing more, and hides no line that does', () => {
    assert.equal(input(line('msg_1', 7), line('msg_1', 7), line('msg_1', 7)), 7);
    assert.equal(input(line('msg_1', 7), line('msg_2', 7), line('msg_2', 9)), 16);
    assert.equal(input(line('msg_1', 7, call), line('msg_1', 8, call), line('msg_2', 1)), 9);
    assert.equal(input(line('msg_1', 7), `${line('msg_1', 7)}${line('msg_2', 9)}`), 16);
  });

  it('is none that names the message before it in its content', () => {
    const named = { type: 'tool_use', id: 't', name: 'Log', input: { id: 'msg_1' } };
    assert.equal(input(line('msg_1', 7), line('msg_2', 7, named)), 14);
  });

  it('counts for its own file', () => {
    const ledger = new UsageLedger();
    const counter = new UsageCounter(ledger, new WalkBuffer());
    const sources = ['a', 'b'].map((name) => {
      const file = path.join(home, name);
      fs.writeFileSync(file, `${line('msg_1', 7)}\n`);
      const source = ledger.source(name, undefined);
      runToEnd(counter.read(new UsageFile(file, source, claudeFormat)));
      return source;
    });
    ledger.drop(new Set(sources.slice(0, 1)));
    const totals = ledger.takeChanges().map(({ sessionId, total }) => [sessionId, total.input]);
    assert.deepEqual(new Map(totals as [string, number][]).get('b'), 7);
  });
});

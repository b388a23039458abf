import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { walkLines, WalkBuffer } from '../../../../src/extension/transcript/lines/lineWalk';
import {
  newFold,
  withEntry,
  type TranscriptFold,
  type FoldSubject,
} from '../../../../src/extension/transcript/fold/fold';
import { parseTranscriptEntry } from '../../../../src/extension/transcript/entry/transcriptEntry';
import { classify } from '../../../../src/extension/transcript/catalogue/transcriptPath';
import { QuickFold } from '../../../../src/extension/transcript/fold/quickFold';
import { UsageFile, UsageCounter } from '../../../../src/extension/hub/usage/usageCounter';
import { UsageLedger } from '../../../../src/extension/hub/usage/usageLedger';
import { generateHistory } from '../../../bench/history/generate';

const fixtures = path.join(__dirname, '../../../fixtures/transcripts');
const shared = new WalkBuffer();

interface Outcome {
  readonly reading: TranscriptFold;
  readonly totals: unknown;
}

function run<Result>(job: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = job.next();
    if (step.done === true) return step.value;
  }
}

function withFile<Result>(path: string, job: (file: number, size: number) => Result): Result {
  const file = fs.openSync(path, 'r');
  try {
    return job(file, fs.fstatSync(file).size);
  } finally {
    fs.closeSync(file);
  }
}

/** Answers of earlier turns have no open dialog left; the scan passes them over. */
function comparable(reading: TranscriptFold): TranscriptFold {
  return { ...reading, facts: reading.facts && { ...reading.facts, answered: new Map() } };
}

/** What the product reads: the card, and by itself the usage. */
function scanned(of: FoldSubject): Outcome {
  const reading = withFile(of.path, (file, size) =>
    run(new QuickFold(of).read(file, 0, size, shared)),
  ).reading;
  const ledger = new UsageLedger();
  const file = new UsageFile(of.path, ledger.source(of.sessionId, of.agentId));
  run(new UsageCounter(ledger, shared).read(file));
  return { reading: comparable(reading), totals: ledger.takeChanges() };
}

function parsed(of: FoldSubject): Outcome {
  const ledger = new UsageLedger();
  const source = ledger.source(of.sessionId, of.agentId);
  let reading = newFold(of);
  withFile(of.path, (file, size) =>
    run(
      walkLines(file, 0, size, shared, 'all', (row) => {
        const line = parseTranscriptEntry(row.text());
        if (line === undefined) return;
        if (line.usage !== undefined) ledger.record(source, line.usage);
        reading = withEntry(reading, of, line);
      }),
    ),
  );
  return { reading: comparable(reading), totals: ledger.takeChanges() };
}

/** An assistant's line as the client writes it. */
function answer(id: string, text: string, output = 5): string {
  return JSON.stringify({
    parentUuid: 'p',
    isSidechain: false,
    message: {
      model: 'claude-sonnet-4-5',
      id,
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: 1,
        output_tokens: output,
        server_tool_use: { web_search_requests: 0 },
      },
    },
    requestId: 'r',
    type: 'assistant',
    uuid: id,
    timestamp: '2026-06-10T12:00:00.000Z',
    cwd: '/home/dev/ü',
    sessionId: 's',
    session_id: 's',
    version: '2.1.329',
  });
}

interface Line {
  readonly message: { readonly content: unknown[] };
}

function user(content: unknown): string {
  return JSON.stringify({
    parentUuid: 'p',
    isSidechain: false,
    type: 'user',
    message: { role: 'user', content },
    uuid: 'u',
    timestamp: '2026-06-10T12:00:00.000Z',
    cwd: '/home/dev/ü',
    sessionId: 's',
    version: '2.1.329',
  });
}

function prompt(text: string): string {
  return user(text);
}

describe('TranscriptScan', function () {
  this.timeout(60_000);
  let root = '';
  before(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'mission-control-scan-'));
  });
  after(() => fs.rmSync(root, { recursive: true }));

  function written(bytes: string | Buffer): FoldSubject {
    const file = path.join(root, 'one.jsonl');
    fs.writeFileSync(file, bytes);
    return { path: file, sessionId: 's' };
  }
  function tokens(of: FoldSubject): number {
    const ledger = new UsageLedger();
    const file = new UsageFile(of.path, ledger.source('s', undefined));
    run(new UsageCounter(ledger, shared).read(file));
    return ledger.takeChanges()[0]?.total.output ?? 0;
  }

  for (const name of fs.readdirSync(fixtures).filter((one) => one.endsWith('.jsonl'))) {
    it(`sees in ${name} what parsing every line sees`, () => {
      const of = { path: path.join(fixtures, name), sessionId: 's' };
      assert.deepEqual(scanned(of), parsed(of));
      const asAgent = { ...of, agentId: 'a' };
      assert.deepEqual(scanned(asAgent), parsed(asAgent));
    });
  }

  it('sees in every file of a generated history what parsing every line sees', () => {
    const folder = path.join(root, 'history');
    const until = Date.parse('2026-11-20T15:00:00Z');
    const size = { sessions: 60, bytes: 12_000_000, resultScale: 1 };
    generateHistory(folder, { seed: 'scan', until, days: 30, timeZone: 'any', ...size });
    const projects = path.join(folder, 'projects');
    let count = 0;
    for (const name of fs.readdirSync(projects, { recursive: true, encoding: 'utf8' })) {
      const kind = classify(projects, path.join(projects, name));
      if (kind === undefined || kind.kind === 'subagentMeta') continue;
      const agentId = kind.kind === 'subagent' ? kind.agentId : undefined;
      const of = { path: path.join(projects, name), sessionId: kind.sessionId, agentId };
      assert.deepEqual(scanned(of), parsed(of), name);
      count += 1;
    }
    assert.ok(count > 60);
  });

  it('reads lines of any length, wherever a chunk ends', () => {
    const lengths = [10, 262_000, 262_100, 262_144, 300_000, 1_500_000, 7, 3_000_000, 100];
    const lines = lengths.map((length, index) => answer(`m${index}`, 'ü€𝄞'.repeat(length / 9 + 1)));
    const of = written(`${lines.join('\n')}\n`);
    assert.equal(tokens(of), lengths.length * 5);
    assert.deepEqual(scanned(of), parsed(of));
  });

  it('sees an edit behind a text in one line, wherever in the file', () => {
    const lines = [prompt('Begin')];
    const sizes = [100, 70_000, 3_000, 130_000, 20, 200_000, 50, 9_000];
    for (const [index, size] of [...sizes, ...sizes, ...sizes].entries()) {
      lines.push(answer(`text${index}`, 'x'.repeat(size)));
      const line = JSON.parse(answer(`edit${index}`, 'I change it.')) as Line;
      const input = { file_path: `/w/f${index}.ts` };
      line.message.content.push({ type: 'tool_use', id: `t${index}`, name: 'Edit', input });
      lines.push(JSON.stringify(line));
      const result = { type: 'tool_result', tool_use_id: `t${index}`, content: 'Done' };
      lines.push(user([result]), answer(`end${index}`, 'y'.repeat(size)));
    }
    const of = written(`${[...lines, prompt('Go on')].join('\n')}\n`);
    assert.equal(scanned(of).reading.facts?.changes.edits, 3 * sizes.length);
    assert.deepEqual(scanned(of), parsed(of));
  });

  it('sees a second command in one line, however far behind the first', () => {
    const line = JSON.parse(answer('acts', '')) as Line;
    line.message.content.length = 0;
    for (const [id, command] of [
      ['one', 'git commit -m x'],
      ['two', 'git push -q'],
    ]) {
      const input = { command, description: 'd'.repeat(1_000) };
      line.message.content.push({ type: 'tool_use', id, name: 'Bash', input });
    }
    const result = { type: 'tool_result', tool_use_id: 'two', content: '' };
    const lines = [prompt('Begin'), JSON.stringify(line), user([result]), answer('end', 'Done')];
    const of = written(`${[...lines, prompt('Go on')].join('\n')}\n`);
    assert.deepEqual(
      scanned(of).reading.facts?.signals.map(({ kind }) => kind),
      ['push'],
    );
    assert.deepEqual(scanned(of), parsed(of));
  });

  it('takes no answer of a subagent for the session’s', () => {
    const own = answer('m1', 'Mine');
    const other = answer('m2', 'Not mine').replace('sonnet', 'haiku');
    const lines = [prompt('One'), own, own.replace('m1', 'm3')];
    const aside = [1, 2].map((index) =>
      other.replace('"isSidechain":false', '"isSidechain":true').replace('m2', `aside${index}`),
    );
    const of = written(`${[...lines, ...aside, prompt('Two')].join('\n')}\n`);
    assert.equal(scanned(of).reading.facts?.model, 'claude-sonnet-4-5');
    assert.deepEqual(scanned(of), parsed(of));
  });

  it('leaves the unfinished last line for later', () => {
    const whole = `${answer('m1', 'a')}\n`;
    const of = written(Buffer.from(whole + answer('m2', 'ü')).subarray(0, -1));
    const { offset } = withFile(of.path, (file, size) =>
      run(new QuickFold(of).read(file, 0, size, shared)),
    );
    assert.equal(offset, Buffer.byteLength(whole));
    assert.equal(tokens(of), 5);
  });

  it('counts nothing of lines that are broken', () => {
    const line = answer('broken', 'x', 1_000_000);
    const cuts = [line.length - 1, line.indexOf('"cwd"') - 1, line.indexOf('"requestId"') - 1, 300];
    const rest = ['{"type":"mode","mode":"normal"}', answer('next', 'y', 2_000_000), ''];
    const broken = cuts.flatMap((cut) => rest.map((next) => line.slice(0, cut) + next));
    const of = written(`${answer('good', 'z')}\n${broken.join('\n')}\n${answer('last', 'z')}\n`);
    assert.equal(tokens(of), 10);
    assert.deepEqual(scanned(of), parsed(of));
  });

  it('takes no broken line for an answer, whatever stood there in the portion before', () => {
    const note = `{"type":"mode","mode":"${'x'.repeat(1_000)}"}`;
    const notes = Array.from({ length: 300 }, () => note);
    const broken = answer('m2', 'z'.repeat(500)).slice(0, 400) + answer('m3', 'y');
    const lines = [prompt('One'), answer('m1', 'a'), ...notes, broken, prompt('Two')];
    const of = written(`${lines.join('\n')}\n`);
    // Where nothing of other files is left, no line is seen to begin in the rest of the buffer.
    shared.lines.bytes.fill(0, shared.lines.from);
    assert.equal(scanned(of).reading.facts?.model, 'claude-sonnet-4-5');
    assert.deepEqual(scanned(of), parsed(of));
  });

  it('counts no usage that stands in an input or in text', () => {
    const trap = '"usage":{"input_tokens":1,"output_tokens":1000000}';
    const line = JSON.parse(answer('m1', trap)) as { message: { content: unknown[] } };
    line.message.content.push({ type: 'tool_use', id: 't', name: 'X', input: { usage: { a: 1 } } });
    const of = written(`${JSON.stringify(line)}\n`);
    assert.equal(tokens(of), 5);
    assert.deepEqual(scanned(of), parsed(of));
  });
});

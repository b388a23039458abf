import { agentOf } from '../../../../src/extension/agents/transcripts/files';
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { WalkBuffer } from '../../../../src/extension/transcript/lines/lineWalk';
import {
  newFold,
  type TranscriptFold,
  type FoldSubject,
} from '../../../../src/extension/transcript/fold/fold';
import { classify } from '../../../../src/extension/agents/claude/catalogue/transcriptPath';
import { foldLines } from '../../../../src/extension/transcript/fold/foldLines';
import { messagesIn } from '../../../../src/extension/agents/claude/entry/messageUsage';
import { folded } from '../../../support/transcript/foldedTranscript';
import { runToEnd } from '../../../support/runToEnd';
import { UsageFile, UsageCounter } from '../../../../src/extension/hub/reading/usage/usageCounter';
import { UsageLedger } from '../../../../src/extension/hub/reading/usage/usageLedger';
import { generateHistory } from '../../../bench/history/generate';
import { claudeFormat } from '../../../../src/extension/agents/claude/transcripts';

const fixtures = path.join(__dirname, '../../../fixtures/transcripts');
const shared = new WalkBuffer();

interface Outcome {
  readonly reading: TranscriptFold;
  readonly totals: unknown;
}

function withFile<Result>(path: string, job: (file: number, size: number) => Result): Result {
  const file = fs.openSync(path, 'r');
  try {
    return job(file, fs.fstatSync(file).size);
  } finally {
    fs.closeSync(file);
  }
}

/** Results of the product's readers: the card's facts and, read separately, the usage. */
function scanned(of: FoldSubject): Outcome {
  const { reading } = withFile(of.path, (file, size) =>
    runToEnd(foldLines({ file, shared }, { ...of, format: claudeFormat }, newFold(of), 0, size)),
  );
  const ledger = new UsageLedger();
  const file = new UsageFile(of.path, ledger.source(of.sessionId, of.agentId), claudeFormat);
  runToEnd(new UsageCounter(ledger, shared).read(file));
  return { reading, totals: ledger.takeChanges() };
}

/** The same results from the file's text, split at its line ends. */
function parsed(of: FoldSubject): Outcome {
  const ledger = new UsageLedger();
  const source = ledger.source(of.sessionId, of.agentId);
  for (const line of fs.readFileSync(of.path, 'utf8').split('\n'))
    for (const record of messagesIn(line)) ledger.record(source, record);
  return { reading: folded(of), totals: ledger.takeChanges() };
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

describe('The lines of a transcript', function () {
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
    const file = new UsageFile(of.path, ledger.source('s', undefined), claudeFormat);
    runToEnd(new UsageCounter(ledger, shared).read(file));
    return ledger.takeChanges()[0]?.total.output ?? 0;
  }

  for (const name of fs.readdirSync(fixtures).filter((one) => one.endsWith('.jsonl'))) {
    it(`tell in ${name} what its text tells`, () => {
      const of = { path: path.join(fixtures, name), sessionId: 's' };
      assert.deepEqual(scanned(of), parsed(of));
      const asAgent = { ...of, agentId: 'a' };
      assert.deepEqual(scanned(asAgent), parsed(asAgent));
    });
  }

  it('tell in every file of a generated history what its text tells', () => {
    const folder = path.join(root, 'history');
    const until = Date.parse('2026-11-20T15:00:00Z');
    const size = { sessions: 60, bytes: 12_000_000, resultScale: 1 };
    generateHistory(folder, { seed: 'scan', until, days: 30, timeZone: 'any', ...size });
    const projects = path.join(folder, 'projects');
    let count = 0;
    for (const name of fs.readdirSync(projects, { recursive: true, encoding: 'utf8' })) {
      const kind = classify(projects, path.join(projects, name));
      if (kind === undefined || kind.kind === 'subagentMeta') continue;
      const agentId = agentOf(kind);
      const of = { path: path.join(projects, name), sessionId: kind.sessionId, agentId };
      assert.deepEqual(scanned(of), parsed(of), name);
      count += 1;
    }
    assert.ok(count > 60);
  });

  it('are of any length, wherever a chunk ends', () => {
    const lengths = [10, 262_000, 262_100, 262_144, 300_000, 1_500_000, 7, 3_000_000, 100];
    const lines = lengths.map((length, index) => answer(`m${index}`, 'ü€𝄞'.repeat(length / 9 + 1)));
    const of = written(`${lines.join('\n')}\n`);
    assert.equal(tokens(of), lengths.length * 5);
    assert.deepEqual(scanned(of), parsed(of));
  });

  it('tell of an edit behind a text, wherever in the file', () => {
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

  it('tell of a second command, however far behind the first', () => {
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

  it('of a subagent give no answer of the session', () => {
    const own = answer('m1', 'Mine');
    const other = answer('m2', 'Not mine').replace('sonnet', 'haiku');
    const lines = [prompt('One'), own, own.replace('m1', 'm3')];
    const sidechainLines = [1, 2].map((index) =>
      other.replace('"isSidechain":false', '"isSidechain":true').replace('m2', `aside${index}`),
    );
    const of = written(`${[...lines, ...sidechainLines, prompt('Two')].join('\n')}\n`);
    assert.equal(scanned(of).reading.facts?.model, 'claude-sonnet-4-5');
    assert.deepEqual(scanned(of), parsed(of));
  });

  it('are read once they have ended', () => {
    const whole = `${answer('m1', 'a')}\n`;
    const of = written(Buffer.from(whole + answer('m2', 'ü')).subarray(0, -1));
    const { offset } = withFile(of.path, (file, size) =>
      runToEnd(foldLines({ file, shared }, { ...of, format: claudeFormat }, newFold(of), 0, size)),
    );
    assert.equal(offset, Buffer.byteLength(whole));
    assert.equal(tokens(of), 5);
  });

  it('count the records that are whole where they are broken', () => {
    const line = answer('broken', 'x', 1_000_000);
    const cuts = [line.length - 1, line.indexOf('"cwd"') - 1, line.indexOf('"requestId"') - 1, 300];
    const rest = ['{"type":"mode","mode":"normal"}', answer('next', 'y', 2_000_000), ''];
    const broken = cuts.flatMap((cut) => rest.map((next) => line.slice(0, cut) + next));
    const of = written(`${answer('good', 'z')}\n${broken.join('\n')}\n${answer('last', 'z')}\n`);
    assert.equal(tokens(of), 2_000_010);
    assert.deepEqual(scanned(of), parsed(of));
  });

  it('are no answer where they are broken, whatever stood there in the portion before', () => {
    const note = `{"type":"mode","mode":"${'x'.repeat(1_000)}"}`;
    const notes = Array.from({ length: 300 }, () => note);
    const broken = answer('m2', 'z'.repeat(500)).slice(0, 400) + answer('m3', 'y');
    const lines = [prompt('One'), answer('m1', 'a'), ...notes, broken, prompt('Two')];
    const of = written(`${lines.join('\n')}\n`);
    assert.equal(scanned(of).reading.facts?.model, 'claude-sonnet-4-5');
    assert.deepEqual(scanned(of), parsed(of));
  });

  it('count no usage that stands in an input or in text', () => {
    const trap = '"usage":{"input_tokens":1,"output_tokens":1000000}';
    const line = JSON.parse(answer('m1', trap)) as { message: { content: unknown[] } };
    line.message.content.push({ type: 'tool_use', id: 't', name: 'X', input: { usage: { a: 1 } } });
    const of = written(`${JSON.stringify(line)}\n`);
    assert.equal(tokens(of), 5);
    assert.deepEqual(scanned(of), parsed(of));
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { messagesIn } from '../../../src/extension/agents/claude/entry/messageUsage';
import { parseTranscriptEntry } from '../../../src/extension/agents/claude/entry/parseEntry';
import { generateHistory } from '../../bench/history/generate';
import { dayOf, loadHistory, tokensOf, totals, type History } from '../../bench/history/history';
import { folderName, type HistoryParameters } from '../../bench/history/parameters';
import type { Line } from '../../support/transcript/clientLines';
import { lineShapes, type Shape } from '../demo/clientShapes';
import { kindOf } from '../demo/recordedPlay';

const parameters: HistoryParameters = {
  seed: 'test',
  sessions: 200,
  bytes: 50_000_000,
  until: Date.parse('2026-11-20T15:00:00Z'),
  days: 60,
  timeZone: 'any',
  resultScale: 1,
};

interface WrittenFile {
  readonly name: string;
  readonly lines: readonly Buffer[];
}

describe('a generated history', function () {
  this.timeout(60_000);
  let root = '';
  let history: History;
  let files: readonly WrittenFile[];
  let lines: readonly Line[];

  before(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'mission-control-history-'));
    generateHistory(path.join(root, 'a'), parameters);
    history = loadHistory(path.join(root, 'a'));
    files = transcripts(history.folder);
    lines = files.flatMap((file) => file.lines.map(parsed).filter((line) => line !== undefined));
  });
  after(() => fs.rmSync(root, { recursive: true, force: true }));

  it('has the same bytes at the same times for the same parameters, and others for another seed', () => {
    const small = { ...parameters, sessions: 12, bytes: 1_000_000 };
    const print = (name: string, seed: string): string => {
      const folder = path.join(root, name);
      generateHistory(folder, { ...small, seed });
      return fingerprint(path.join(folder, 'projects'));
    };
    const first = print('b', 'one');
    assert.equal(print('c', 'one'), first);
    assert.notEqual(print('d', 'two'), first);
  });

  it('is named after all of its parameters', () => {
    const names = [
      parameters,
      { ...parameters, seed: 'x' },
      { ...parameters, until: parameters.until + 60_000 },
      { ...parameters, resultScale: 0.5 },
    ].map(folderName);
    assert.equal(new Set(names).size, names.length);
    assert.equal(folderName({ ...parameters }), names[0]);
  });

  it('has as many sessions and bytes as wanted, a few giants and many small ones', () => {
    assert.equal(history.sessions.length, parameters.sessions);
    assert.equal(history.summary.bytes, bytesBelow(path.join(history.folder, 'projects')));
    const off = history.summary.bytes / parameters.bytes;
    assert.ok(off > 0.9 && off < 1.15, `${off} times the wanted bytes`);
    const sizes = history.sessions.map(({ bytes }) => bytes).sort((a, b) => b - a);
    const median = sizes[100] ?? 0;
    assert.ok((sizes[0] ?? 0) > 15 * median, `largest ${sizes[0]}, median ${median}`);
  });

  it('holds the tokens that it says it holds, by session, day and model', () => {
    const read = new Map<
      string,
      { at: number; sessionId: string; model: string; tokens: number }
    >();
    for (const { name, lines: own } of files) {
      for (const line of own) {
        const usage = messagesIn(line.toString('utf8'))[0];
        if (usage === undefined) continue;
        const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = usage.usage;
        const tokens = input + output + cacheRead + cacheWrite5m + cacheWrite1h;
        const before = read.get(usage.messageId);
        read.set(usage.messageId, {
          at: before?.at ?? usage.at,
          sessionId: before?.sessionId ?? usage.ownerSessionId ?? sessionOf(name),
          model: usage.model,
          tokens: Math.max(before?.tokens ?? 0, tokens),
        });
      }
    }
    assert.equal(read.size, history.messages.length);
    for (const keyOf of [
      ({ sessionId }: { sessionId: string }) => sessionId,
      ({ at, model }: { at: number; model: string }) => `${dayOf(at)} ${model}`,
    ]) {
      const sums = new Map<string, number>();
      for (const one of read.values()) {
        sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + one.tokens);
      }
      const truth = totals(history.messages, keyOf);
      assert.deepEqual(sums, new Map([...truth].map(([key, total]) => [key, tokensOf(total)])));
    }
  });

  it('keeps all lines of a message on one local day, some beside midnight', () => {
    const days = new Map<string, Set<string>>();
    for (const line of lines.filter((one) => one['type'] === 'assistant')) {
      const { id } = line['message'] as { id: string };
      const set = days.get(id) ?? new Set();
      days.set(id, set.add(dayOf(Date.parse(String(line['timestamp'])))));
    }
    assert.deepEqual(new Set([...days.values()].map(({ size }) => size)), new Set([1]));
    const times = history.messages.map(({ at }) => new Date(at));
    assert.ok(times.some((at) => at.getHours() + at.getMinutes() + at.getMilliseconds() === 0));
    assert.ok(times.every((at) => at.getTime() <= parameters.until));
    assert.ok(times.some((at) => dayOf(at.getTime()) === dayOf(parameters.until)));
  });

  it('writes the current client’s lines with the keys that the client writes', () => {
    const kinds = new Set<string>();
    for (const line of lines.filter((one) => one['version'] === '2.1.329')) {
      const kind = kindOf(line);
      const shape = lineShapes[kind];
      if (shape === undefined) continue;
      kinds.add(kind);
      assertShape(kind, line, shape);
    }
    for (const kind of ['user/prompt', 'user/result', 'assistant/tool_use', 'assistant/text@agent'])
      assert.ok(kinds.has(kind), `no ${kind}`);
  });

  it('has forks that repeat lines under a new id, beside the old one', () => {
    const forks = history.sessions.filter(({ isFork }) => isFork);
    assert.ok(forks.length > 3, `${forks.length} forks`);
    const byUuid = new Map<string, Set<string>>();
    for (const line of lines) {
      if (typeof line['uuid'] !== 'string') continue;
      const set = byUuid.get(line['uuid']) ?? new Set();
      byUuid.set(line['uuid'], set.add(String(line['sessionId'])));
    }
    const shared = lines.filter((line) => (byUuid.get(String(line['uuid']))?.size ?? 0) > 1);
    assert.ok(shared.length > 20, `${shared.length} shared lines`);
    for (const line of shared.filter((one) => one['requestSessionId'] !== undefined)) {
      assert.equal(line['session_id'], line['requestSessionId']);
      assert.notEqual(line['session_id'], line['sessionId']);
    }
  });

  it('has messages of several lines, most with one usage, some that grows', () => {
    const usages = new Map<string, string[]>();
    for (const line of lines.filter((one) => one['type'] === 'assistant')) {
      const { id, usage } = line['message'] as { id: string; usage: unknown };
      usages.set(id, [...(usages.get(id) ?? []), JSON.stringify(usage)]);
    }
    const all = [...usages.values()];
    const several = all.filter(({ length }) => length > 1);
    assert.ok(several.length > all.length * 0.3, `${several.length} of ${all.length}`);
    const growing = several.filter((texts) => new Set(texts).size > 1).length;
    assert.ok(growing > several.length * 0.03 && growing < several.length * 0.4, `${growing} grow`);
  });

  it('has subagents with their meta files, several models, and bookkeeping in its share', () => {
    const agents = files.filter(({ name }) => path.basename(name).startsWith('agent-'));
    assert.ok(agents.length > 10, `${agents.length} agents`);
    for (const { name } of agents) {
      const meta = name.replace(/\.jsonl$/u, '.meta.json');
      const { agentType } = JSON.parse(fs.readFileSync(meta, 'utf8')) as { agentType: string };
      assert.ok(agentType !== '');
    }
    assert.ok(new Set(history.messages.map(({ model }) => model)).size >= 8);
    const { kinds, lines: count } = history.summary;
    const bookkeeping = ['mode', 'permission-mode', 'file-history-snapshot', 'last-prompt'];
    const share = bookkeeping.reduce((sum, kind) => sum + (kinds[kind] ?? 0), 0) / count;
    assert.ok(share > 0.1 && share < 0.4, `${share} of all lines are bookkeeping`);
    assert.ok((kinds['api-request-shape'] ?? 0) > 20);
  });

  it('has broken lines of every kind, and none of them makes the parser throw', () => {
    for (const [kind, count] of Object.entries(history.summary.broken)) {
      assert.ok(Number(count) > 0, `no line is broken in the way "${kind}"`);
    }
    const broken = files.flatMap((file) =>
      file.lines.filter((line) => parseTranscriptEntry(line.toString('utf8')) === undefined),
    );
    assert.ok(broken.length > 10, `${broken.length} lines are unreadable`);
    assert.ok(broken.length < history.summary.lines / 100);
  });

  it('has lines over a megabyte once it is long enough', () => {
    const folder = path.join(root, 'giant');
    const giant = { ...parameters, sessions: 1, bytes: 40_000_000 };
    const { longestLine, linesOver1Mb } = generateHistory(folder, giant);
    assert.ok(linesOver1Mb > 0, `the longest line has ${longestLine} bytes`);
  });
});

function transcripts(folder: string): readonly WrittenFile[] {
  return filesBelow(path.join(folder, 'projects'))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => ({ name, lines: splitLines(fs.readFileSync(name)) }));
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; ;) {
    const end = bytes.indexOf(0x0a, start);
    if (end < 0) return lines; // An incomplete line does not count.
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
}

function parsed(line: Buffer): Line | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}

function sessionOf(file: string): string {
  const parts = file.split(path.sep);
  const inside = parts.lastIndexOf('subagents');
  return inside < 0 ? path.basename(file, '.jsonl') : (parts[inside - 1] ?? '');
}

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function bytesBelow(folder: string): number {
  return filesBelow(folder).reduce((sum, file) => sum + fs.statSync(file).size, 0);
}

function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  for (const file of filesBelow(folder)) {
    hash.update(`${path.relative(folder, file)} ${fs.statSync(file).mtimeMs}\n`);
    hash.update(fs.readFileSync(file));
  }
  return hash.digest('hex');
}

function assertShape(kind: string, line: Line, shape: Shape): void {
  const missing = shape.always.filter((key) => !(key in line));
  const known = new Set([...shape.always, ...shape.sometimes]);
  known.add('requestSessionId'); // Only in forks, on every copied answer.
  const strange = Object.keys(line).filter((key) => !known.has(key));
  assert.deepEqual({ missing, strange }, { missing: [], strange: [] }, kind);
}

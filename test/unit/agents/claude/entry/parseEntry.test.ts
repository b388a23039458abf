import type { MessageRecord } from '../../../../../src/extension/agents/transcripts/format';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Entry, ParsedEntry } from '../../../../../src/extension/agents/transcripts/entry';
import { parseTranscriptEntry } from '../../../../../src/extension/agents/claude/entry/parseEntry';
import { messagesIn } from '../../../../../src/extension/agents/claude/entry/messageUsage';
import { recording, recordingNames } from '../../../../support/recordings/recording';
import { blockedRows } from './blockedRows';
import { editRows } from './editRows';
import { expiredRows } from './expiredRows';
import { limitRows } from './limitRows';
import { newerRows } from './newerRows';
import { scheduleRows } from './scheduleRows';
import { lineRows, user, type Json } from './lineRows';

const parse = (line: unknown): ParsedEntry<Entry> => {
  const parsed = parseTranscriptEntry(JSON.stringify(line));
  assert.ok(parsed);
  return parsed;
};

const messages = (line: unknown): readonly MessageRecord[] => messagesIn(JSON.stringify(line));

/** An entry without the fields of its results that only the reader needs. */
function forFacts(entry: Entry): Json {
  if (entry.kind !== 'toolResults') return { ...entry };
  const results = entry.results.map(({ content, details, denial, ...fact }) => {
    assert.ok(content !== undefined && details !== undefined);
    assert.equal(denial !== undefined, fact.denied === true);
    return fact;
  });
  return { ...entry, results };
}

const dialogRows = [...blockedRows, ...expiredRows];

describe('A line of a transcript', () => {
  const rows = [...lineRows, ...limitRows, ...newerRows, ...editRows, ...scheduleRows];
  for (const { title, line, is } of [...rows, ...dialogRows]) {
    it(`is read as ${String(is['kind'])}: ${title}`, () => {
      const parsed = forFacts(parse(line).line);
      const picked = Object.fromEntries(Object.keys(is).map((key) => [key, parsed[key]]));
      // The parsed line and its results may have more fields than the row names.
      assert.deepEqual(JSON.parse(JSON.stringify(picked)), JSON.parse(JSON.stringify(is)));
    });
  }

  it('tells where it was written and when', () => {
    const { line, at, isSidechain } = parse(
      user('Go', {
        cwd: '/home/dev',
        gitBranch: 'main',
        version: '2.1.329',
        entrypoint: 'cli',
        timestamp: '2026-03-02T10:00:00.000Z',
        isSidechain: true,
      }),
    );
    assert.deepEqual(
      [line.cwd, line.gitBranch, line.version, line.entrypoint],
      ['/home/dev', 'main', '2.1.329', 'cli'],
    );
    assert.deepEqual([at, isSidechain], [Date.parse('2026-03-02T10:00:00.000Z'), true]);
  });

  it('without a time, or with one that is none, has none', () => {
    for (const timestamp of [undefined, 'yesterday', 5, '']) {
      assert.equal(parse(user('Go', { timestamp })).at, undefined);
      const usage = { input_tokens: 1, output_tokens: 1 };
      const message = { id: 'm1', model: 'claude-sonnet-4-5', usage };
      const answer = { type: 'assistant', requestId: 'r1', message, timestamp };
      assert.deepEqual(messages(answer), [], 'what has no time belongs to no day');
    }
  });

  it('that is no object is none', () => {
    for (const line of ['', '{', 'null', '[]', '"text"', '5', '{"type":"user"', '\u0000']) {
      assert.equal(parseTranscriptEntry(line), undefined, line);
    }
  });

  it('never makes the reader fail, whatever it holds', () => {
    const value = fc.jsonValue();
    const types = fc.constantFrom('user', 'assistant', 'system', 'attachment', 'custom-title');
    const keys = fc.constantFrom('message', 'content', 'attachment', 'timestamp', 'usage', 'x');
    const line = fc.tuple(types, fc.dictionary(keys, value), value, value);
    fc.assert(
      fc.property(line, ([type, fields, content, usage]) => {
        const message = { id: 'm', model: 'claude-sonnet-4-5', content, usage };
        parseTranscriptEntry(JSON.stringify({ type, message, ...fields }));
        parseTranscriptEntry(JSON.stringify({ type, ...fields, message: { ...fields, content } }));
      }),
    );
    fc.assert(fc.property(fc.string(), (noise) => void parseTranscriptEntry(noise)));
  });
});

describe('The recorded transcripts', () => {
  const lines = recordingNames()
    .flatMap(recording)
    .map((row) => row.line)
    .filter((line) => line !== undefined);

  it('have no line that cannot be read', () => {
    assert.ok(lines.length > 500);
    for (const line of lines) assert.ok(parseTranscriptEntry(JSON.stringify(line)));
  });

  it('have answers with tokens, each message under one id', () => {
    const usages = lines.flatMap(messages);
    assert.ok(usages.length > 100);
    for (const { messageId, model, at, usage } of usages) {
      assert.match(messageId, /^msg_/);
      assert.match(model, /^claude-/);
      assert.ok(at > 0 && usage.output >= 0 && usage.input >= 0);
    }
  });

  it('count no token for an error or what the client made up', () => {
    for (const line of lines) {
      const { kind } = parse(line).line;
      if (kind !== 'assistant') assert.deepEqual(messages(line), [], kind);
    }
  });
});

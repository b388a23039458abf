import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  parseTranscriptLine,
  type ParsedLine,
} from '../../../src/extension/hub/ingest/transcriptLine';
import { recording, recordingNames } from '../../support/recording';

type Json = Readonly<Record<string, unknown>>;

const parse = (line: unknown): ParsedLine => {
  const parsed = parseTranscriptLine(JSON.stringify(line));
  assert.ok(parsed);
  return parsed;
};
const user = (content: unknown, fields: Json = {}): Json => ({
  type: 'user',
  message: { role: 'user', content },
  ...fields,
});
const text = (value: string): Json => ({ type: 'text', text: value });
const notification = '<task-notification>\n<task-id>a1</task-id>\n</task-notification>';

interface Row {
  readonly title: string;
  readonly line: Json;
  /** What the parsed line holds; other fields may be beside. */
  readonly is: Json;
}

const rows: readonly Row[] = [
  {
    title: 'a typed prompt',
    line: user('Add a cart', { origin: { kind: 'human' }, permissionMode: 'plan' }),
    is: { kind: 'prompt', text: 'Add a cart', human: true, permissionMode: 'plan' },
  },
  {
    title: 'a prompt with a picture',
    line: user([{ type: 'image', source: {} }, text('What is this?')]),
    is: { kind: 'prompt', text: 'What is this?', human: true },
  },
  {
    title: 'a prompt that the client makes',
    line: user(notification),
    is: { kind: 'prompt', text: notification, human: false },
  },
  {
    title: 'a prompt that the client says it makes',
    line: user('Wake up', { origin: { kind: 'task-notification' } }),
    is: { kind: 'prompt', human: false },
  },
  { title: 'a note of the client', line: user('Caveat', { isMeta: true }), is: { kind: 'other' } },
  {
    title: 'the summary of a compaction',
    line: user('This session is …', { isCompactSummary: true }),
    is: { kind: 'other' },
  },
  {
    title: "a command of the client's own",
    line: user('<command-name>/clear</command-name>\n<command-args></command-args>'),
    is: { kind: 'other' },
  },
  {
    title: 'a command that is a prompt',
    line: user(
      '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>all files</command-args>',
      { permissionMode: 'default' },
    ),
    is: { kind: 'prompt', text: '/review all files', human: true },
  },
  {
    title: "a command's output",
    line: user('<local-command-stdout>ok</local-command-stdout>'),
    is: { kind: 'other' },
  },
  { title: 'a shell line', line: user('<bash-input>ls</bash-input>'), is: { kind: 'other' } },
  {
    title: 'an interruption',
    line: user([text('[Request interrupted by user]')]),
    is: { kind: 'interrupted' },
  },
  {
    title: 'an interruption of a tool',
    line: user('[Request interrupted by user for tool use]'),
    is: { kind: 'interrupted' },
  },
  {
    title: 'results of tools',
    line: user([
      { type: 'tool_result', tool_use_id: 't1', content: 'ok' },
      { type: 'tool_result', tool_use_id: 't2', is_error: true },
      { type: 'tool_result' },
      null,
    ]),
    is: {
      kind: 'toolResults',
      results: [
        { toolUseId: 't1', isError: false, rejected: false },
        { toolUseId: 't2', isError: true, rejected: false },
      ],
    },
  },
  {
    title: 'a result that a person refused',
    line: user([{ type: 'tool_result', tool_use_id: 't1', is_error: true }], {
      toolDenialKind: 'user-rejected',
    }),
    is: { kind: 'toolResults', results: [{ toolUseId: 't1', isError: true, rejected: true }] },
  },
  {
    title: 'an answer',
    line: {
      type: 'assistant',
      message: {
        model: 'claude-sonnet-4-5',
        content: [text('Hello'), text('there')],
        stop_reason: 'end_turn',
        usage: { input_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 },
      },
    },
    is: {
      kind: 'assistant',
      model: 'claude-sonnet-4-5',
      text: 'Hello\nthere',
      toolUses: [],
      stopReason: 'end_turn',
      contextTokens: 125,
    },
  },
  {
    title: 'a tool use',
    line: {
      type: 'assistant',
      message: {
        content: [
          { type: 'thinking', thinking: 'Hm' },
          { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } },
          { type: 'tool_use', name: 'no id' },
        ],
        stop_reason: 'tool_use',
      },
    },
    is: {
      kind: 'assistant',
      text: undefined,
      toolUses: [{ id: 't1', name: 'Bash', input: { command: 'ls' } }],
    },
  },
  {
    title: 'an answer that the client made up',
    line: {
      type: 'assistant',
      message: { model: '<synthetic>', content: [text('No response requested.')], usage: {} },
    },
    is: { kind: 'assistant', model: undefined, contextTokens: undefined },
  },
  {
    title: 'an API error',
    line: {
      type: 'assistant',
      isApiErrorMessage: true,
      error: 'rate_limit',
      message: { model: '<synthetic>', content: [text('API Error: 429')] },
    },
    is: { kind: 'apiError', error: 'rate_limit', text: 'API Error: 429' },
  },
  {
    title: 'the end of a turn',
    line: { type: 'system', subtype: 'turn_duration', durationMs: 5 },
    is: { kind: 'turnEnded' },
  },
  {
    title: 'a compaction',
    line: {
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata: { trigger: 'auto', preTokens: 100, postTokens: 7 },
    },
    is: { kind: 'compacted', trigger: 'auto', postTokens: 7 },
  },
  {
    title: 'a prompt that was taken in mid-turn',
    line: { type: 'attachment', attachment: { type: 'queued_command', prompt: 'And tests' } },
    is: { kind: 'prompt', text: 'And tests', human: true, queued: true },
  },
  {
    title: 'a task that reported mid-turn',
    line: { type: 'attachment', attachment: { type: 'queued_command', prompt: notification } },
    is: { kind: 'prompt', human: false, queued: true },
  },
  {
    title: 'another attachment',
    line: { type: 'attachment', attachment: { type: 'plan_mode' } },
    is: { kind: 'other' },
  },
  {
    title: 'a title of the client',
    line: { type: 'ai-title', aiTitle: 'Cart' },
    is: { kind: 'title', source: 'ai', title: 'Cart' },
  },
  {
    title: 'a title of the user',
    line: { type: 'custom-title', customTitle: 'My cart' },
    is: { kind: 'title', source: 'custom', title: 'My cart' },
  },
  {
    title: 'a title of an old client',
    line: { type: 'summary', summary: 'Old cart' },
    is: { kind: 'title', source: 'summary', title: 'Old cart' },
  },
  {
    title: 'a title that is no text',
    line: { type: 'custom-title', customTitle: 7 },
    is: { kind: 'other' },
  },
  {
    title: 'a permission mode',
    line: { type: 'permission-mode', permissionMode: 'plan' },
    is: { kind: 'permissionMode', mode: 'plan' },
  },
  { title: 'bookkeeping', line: { type: 'mode', mode: 'x' }, is: { kind: 'other' } },
  { title: 'a kind of a newer client', line: { type: 'hologram' }, is: { kind: 'other' } },
  { title: 'no kind at all', line: {}, is: { kind: 'other' } },
  { title: 'a user line without a message', line: { type: 'user' }, is: { kind: 'other' } },
  {
    title: 'an answer without content',
    line: { type: 'assistant', message: { content: 'text' } },
    is: { kind: 'assistant', toolUses: [] },
  },
];

describe('A line of a transcript', () => {
  for (const { title, line, is } of rows) {
    it(`is read as ${String(is['kind'])}: ${title}`, () => {
      const parsed: Json = { ...parse(line).line };
      const picked = Object.fromEntries(Object.keys(is).map((key) => [key, parsed[key]]));
      // A line may tell more than a row asks for, lists of results too.
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
    }
  });

  it('that is no object is none', () => {
    for (const line of ['', '{', 'null', '[]', '"text"', '5', '{"type":"user"', '\u0000']) {
      assert.equal(parseTranscriptLine(line), undefined, line);
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
        parseTranscriptLine(JSON.stringify({ type, message, ...fields }));
        parseTranscriptLine(JSON.stringify({ type, ...fields, message: { ...fields, content } }));
      }),
    );
    fc.assert(fc.property(fc.string(), (noise) => void parseTranscriptLine(noise)));
  });
});

describe('The recorded transcripts', () => {
  const lines = recordingNames()
    .flatMap(recording)
    .map((row) => row.line)
    .filter((line) => line !== undefined);

  it('have no line that cannot be read', () => {
    assert.ok(lines.length > 500);
    for (const line of lines) assert.ok(parseTranscriptLine(JSON.stringify(line)));
  });

  it('have answers with tokens, each message under one id', () => {
    const usages = lines.map((line) => parse(line).usage).filter((usage) => usage !== undefined);
    assert.ok(usages.length > 100);
    for (const { messageId, model, at, usage } of usages) {
      assert.match(messageId, /^msg_/);
      assert.match(model, /^claude-/);
      assert.ok(at > 0 && usage.output >= 0 && usage.input >= 0);
    }
  });

  it('count no token for an error or what the client made up', () => {
    for (const line of lines) {
      const { line: parsed, usage } = parse(line);
      if (parsed.kind !== 'assistant') assert.equal(usage, undefined, parsed.kind);
    }
  });
});

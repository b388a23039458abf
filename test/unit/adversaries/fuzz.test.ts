import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { hookEvent, hookPayloadSchema } from '../../../src/extension/hub/ingest/hookPayload';
import { parseTranscriptLine } from '../../../src/extension/hub/ingest/transcriptLine';
import { LiveBoard } from '../../../src/extension/hub/liveBoard';
import { installHooks, removeHooks } from '../../../src/extension/hookInstaller/settingsEdit';
import { SettingsError } from '../../../src/extension/hookInstaller/settingsError';
import { boardSchema } from '../../../src/shared/protocol';
import { wantedHooks } from '../hookInstaller/wantedHooks';

/** Inputs that once broke something, or look as if they might; each is tried first at every run. */
const corpus = path.join(__dirname, '../../fixtures/corpus');
const texts = readdirSync(corpus).map((name) => readFileSync(path.join(corpus, name), 'utf8'));

/** A part of `npm test`, not a campaign. */
const bounded = { interruptAfterTimeLimit: 4_000, numRuns: 3_000 } as const;

const wanted = wantedHooks(['PreToolUse', 'PermissionRequest', 'Stop']);
const now = Date.parse('2026-03-02T10:00:00.000Z');
const words = (
  '__proto__ constructor prototype toString hasOwnProperty then toJSON session_id hook_event_name ' +
  'tool_name tool_input agent_id transcript_path background_tasks permission_suggestions questions ' +
  'plan message content type user assistant usage timestamp toolUseResult uuid isSidechain'
).split(' ');
const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'Stop'];
const key = fc.oneof(fc.constantFrom(...words), fc.string());
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -0,
    1e308,
    '',
    '\u0000',
    '\uD800',
    '\u001B]0;x\u0007',
    ...words,
  ),
  fc.string({ unit: 'binary' }),
  fc.double(),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 6, noNullPrototype: true }),
  ),
}));

/** Every value that the hub takes as a payload comes out as a board that its own protocol accepts. */
function takeHooks(bodies: readonly unknown[]): void {
  const board = new LiveBoard(
    () => ({ usd: 0, tokens: 0 }),
    () => now,
  );
  for (const body of bodies) {
    const parsed = hookPayloadSchema.safeParse(body);
    if (parsed.success) board.apply(hookEvent(parsed.data, {}, now));
  }
  const snapshot = boardSchema.parse(JSON.parse(JSON.stringify(board.snapshot())));
  board.dispose();
  assert.ok(snapshot.sessions.length <= bodies.length);
}

function assertUnpolluted(): void {
  assert.deepEqual(Object.keys(Object.prototype), []);
  for (const name of ['polluted', 'session_id', 'type']) {
    assert.equal(Reflect.get({}, name), undefined);
  }
}

describe('Whatever arrives', function () {
  this.timeout(30_000);
  afterEach(assertUnpolluted);

  it('as a hook payload gives a board or nothing', () => {
    for (const text of texts) {
      const body = parsed(text);
      takeHooks([body, withEvent(body, 'PreToolUse'), withEvent(body, 'PermissionRequest')]);
    }
    const payload = fc
      .tuple(fc.constantFrom(...events), fc.dictionary(key, value, { noNullPrototype: true }))
      .map(([event, fields]) => withEvent(fields, event));
    fc.assert(
      fc.property(fc.array(fc.oneof(payload, value), { maxLength: 4 }), takeHooks),
      bounded,
    );
  });

  it('as a transcript line is read or passed over', () => {
    for (const text of texts) for (const line of text.split('\n')) parseTranscriptLine(line);
    const record = fc
      .tuple(fc.constantFrom('user', 'assistant', 'system', 'summary', 'progress'), value, value)
      .map(([type, message, more]) => ({ ...Object(more), type, message, timestamp: 'now' }));
    fc.assert(
      fc.property(fc.oneof(record, value), (line) => {
        const text = JSON.stringify(line) ?? '';
        parseTranscriptLine(text);
        parseTranscriptLine(text.slice(0, text.length / 2));
      }),
      bounded,
    );
  });

  it('as settings is merged and given back to the byte, or refused with a reason', () => {
    const merge = (text: string): void => {
      try {
        const installed = installHooks(text, wanted);
        assert.equal(installHooks(installed, wanted), installed);
        removeHooks(installed);
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
        assert.ok(error.message.length > 10);
      }
    };
    for (const text of texts) merge(text);
    const settings = fc.dictionary(fc.oneof(fc.constant('hooks'), key), value, {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.oneof(settings, value), fc.nat(), (one, cut) => {
        const text = JSON.stringify(one) ?? '';
        merge(text);
        merge(text.slice(0, cut % (text.length + 1)));
      }),
      bounded,
    );
  });
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function withEvent(fields: unknown, event: string): unknown {
  return { ...Object(fields), session_id: 'fuzzed', hook_event_name: event };
}

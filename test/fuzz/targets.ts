import { hookEvent } from '../../src/extension/hub/domain/facts/hookEvent';
import assert from 'node:assert/strict';
import { hookPayloadSchema } from '../../src/extension/agents/claude/hooks/hookPayload';
import { hookReport } from '../../src/extension/agents/claude/hooks/hookReport';
import { parseTranscriptEntry } from '../../src/extension/agents/claude/entry/parseEntry';
import { LiveBoard } from '../../src/extension/hub/board/liveBoard';
import { knownEvents } from '../../src/extension/agents/claude/settings/knownEvents';
import { hookFor } from '../../src/extension/agents/claude/settings/hookCommand';
import { installHooks, removeHooks } from '../../src/extension/hookInstaller/settingsEdit';
import { SettingsError } from '../../src/extension/agents/claude/settings/settingsError';
import { escapeMarkdown } from '../../src/extension/views/markdown';
import { markdownText } from '../../src/extension/views/reader/markdownText';
import { textStyle } from '../../src/extension/reader/items/textStyle';
import { jsonIn } from '../../src/shared/text/boundedJson';
import {
  plainTitle,
  shownLine,
  shownProse,
  shownText,
  withoutControls,
} from '../../src/shared/text/plainText';
import { boardSchema } from '../../src/shared/protocol/protocol';
import { codexFormat } from '../../src/extension/agents/codex/transcripts';
import { newFold, transcriptReadEvent, withEntry } from '../../src/extension/transcript/fold/fold';
import { originalOf } from '../support/shownBack';
import { itemsIn } from '../support/transcript/transcriptItems';

/** The fuzz targets. Each accepts any text and throws if an invariant does not hold. */
export const targets = {
  hookPayloads,
  transcriptLines,
  codexLines,
  settings,
  shownText: foreignText,
} as const satisfies Readonly<Record<string, (text: string) => void>>;

export type TargetName = keyof typeof targets;

const now = Date.parse('2026-03-02T10:00:00.000Z');

/**
 * Parses each line as a hook payload. All valid payloads must result in a board that matches the
 * protocol's schema.
 */
function hookPayloads(text: string): void {
  const board = new LiveBoard(
    () => ({ usd: 0, tokens: 0 }),
    () => now,
  );
  const lines = text.split('\n').slice(0, 20);
  for (const [index, line] of lines.entries()) {
    const payload = hookPayloadSchema.safeParse(jsonIn(line));
    if (!payload.success) continue;
    const at = now + index * 1_000;
    board.apply(hookEvent(hookReport(payload.data), { sentAt: at }, at));
  }
  const snapshot = boardSchema.parse(JSON.parse(JSON.stringify(board.snapshot())));
  board.dispose();
  assert.ok(snapshot.sessions.length <= lines.length);
  assertUnpolluted();
}

const head = { title: 'A title', facts: [], file: 'a.jsonl' };
const style = textStyle('/home/dev/shop', '/home/dev', 'UTC');

/**
 * Parses each line as a transcript entry for the hub and for the reader. The reader's text must not
 * contain active characters.
 */
function transcriptLines(text: string): void {
  for (const line of text.split('\n')) {
    parseTranscriptEntry(line);
    assert.doesNotMatch(markdownText(head, itemsIn(line), style), active);
  }
  assertUnpolluted();
}

/** A turn puts the session on the board, whatever follows. */
const turnStart = JSON.stringify({
  timestamp: '2026-03-02T09:59:00.000Z',
  type: 'event_msg',
  payload: { type: 'task_started', turn_attribution: {} },
});
const rollout = { path: '/rollout.jsonl', sessionId: 'fuzzed' };

/**
 * Parses each line as one of Codex's for the hub, the counts and the reader. The facts must result in
 * a board that matches the protocol's schema, and the reader's text must not contain active characters.
 */
function codexLines(text: string): void {
  let fold = newFold(rollout);
  const usage = codexFormat.usage({ file: -1, from: 0 });
  for (const line of [turnStart, ...text.split('\n')]) {
    for (const entry of codexFormat.entries(line)) fold = withEntry(fold, rollout, entry);
    const bytes = Buffer.from(line);
    const mark = bytes.indexOf(usage.mark);
    if (mark >= 0) usage.read(bytes, mark);
    assert.doesNotMatch(markdownText(head, itemsIn(line, codexFormat), style), active);
  }
  const { facts } = fold;
  if (facts !== undefined) {
    const board = new LiveBoard(
      () => ({ usd: 0, tokens: 0 }),
      () => now,
    );
    board.apply({ ...transcriptReadEvent('fuzzed', facts, now), agent: 'codex' });
    boardSchema.parse(JSON.parse(JSON.stringify(board.snapshot())));
    board.dispose();
  }
  assertUnpolluted();
}

const relay = '/home/dev/.claude/mission-control/relay.sh';
const wanted = new Map(
  Array.from(knownEvents(undefined), (event) => [event, hookFor(event, relay, 'linux')] as const),
);

/**
 * Installs hooks into the text as client settings. That must be idempotent and removable, or fail
 * with a reason.
 */
function settings(text: string): void {
  let removed: string;
  try {
    const installed = installHooks(text, wanted);
    assert.equal(installHooks(installed, wanted), installed);
    removed = removeHooks(installed);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    assert.ok(error.message.length > 10);
    return;
  }
  assert.equal(removeHooks(removed), removed);
  assertUnpolluted();
}

/**
 * Escapes the text for display. The result must contain no active characters, and it must be
 * possible to restore the text from it unless it is marked as truncated.
 */
function foreignText(text: string): void {
  for (const show of [shownText, shownLine]) {
    const { text: drawn, whole, missing } = show(text, 200);
    assert.doesNotMatch(drawn, active);
    assert.equal(whole, drawn === text);
    if (missing === 0) assert.equal(originalOf(drawn, show === shownLine), text);
    else assert.match(drawn, /⟨\d/u);
  }
  for (const drawn of [shownProse(text).text, withoutControls(text), plainTitle(text)])
    assert.doesNotMatch(drawn, active);
  assert.doesNotMatch(shownLine(text).text + plainTitle(text), /[\r\n]/);
  assert.doesNotMatch(escapeMarkdown(text), /[[\]<>$`*_]|:\/\//);
}

/** Characters on which a terminal or text renderer would act, or that could mislead a reader. */
const active =
  // eslint-disable-next-line no-control-regex -- control characters are the subject
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

function assertUnpolluted(): void {
  assert.deepEqual(Object.keys(Object.prototype), []);
  for (const name of ['polluted', 'session_id', 'type', 'hooks']) {
    assert.equal(Reflect.get({}, name), undefined);
  }
}

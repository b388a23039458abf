import { hookEvent } from '../../../src/extension/hub/domain/facts/hookEvent';
import type { ParsedEntry } from '../../../src/extension/agents/transcripts/entry';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { DomainEvent } from '../../../src/extension/hub/domain/facts/event';
import { hookPayloadSchema } from '../../../src/extension/agents/claude/hooks/hookPayload';
import { hookReport } from '../../../src/extension/agents/claude/hooks/hookReport';
import { parseRegistryFile } from '../../../src/extension/agents/claude/registry/registryFile';
import type { FoldSubject } from '../../../src/extension/transcript/fold/fold';
import { parseTranscriptEntry } from '../../../src/extension/agents/claude/entry/parseEntry';
import { LiveBoard } from '../../../src/extension/hub/board/liveBoard';
import { boardSchema } from '../../../src/shared/protocol/protocol';
import { FoldedLines } from '../../support/transcript/foldedLines';
import { start } from '../../support/hub/story';
import { recording, recordingNames } from '../../support/recordings/recording';

const rows = recordingNames().flatMap(recording);
const hooks = rows.flatMap((row) => row.hook ?? []);
const entries = rows.flatMap((row) => (row.registry !== undefined && row.text ? [row.text] : []));
const lines = rows.flatMap((row) => (row.line === undefined ? [] : [row.line]));

/** A value that the client would not send in this place. */
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(-1e300, 1e300, -1, Number.MAX_SAFE_INTEGER, '', null, [], {}, '\u0000', '💥'),
);

/** A real object with some of its fields replaced by odd values. */
function spoiled(real: readonly unknown[]): fc.Arbitrary<Record<string, unknown>> {
  return fc.constantFrom(...real).chain((one) => {
    const object = one as Record<string, unknown>;
    const changes = fc.dictionary(fc.constantFrom(...Object.keys(object)), odd, { maxKeys: 4 });
    return changes.map((fields) => ({ ...object, ...fields }));
  });
}

const sessionIds = fc.constantFrom('a', 'b');
const times = fc.integer({ min: -100_000, max: 100_000 }).map((offset) => start + offset);

const hook = fc.tuple(spoiled(hooks), sessionIds, times).map(([body, id, at]): DomainEvent[] => {
  const parsed = hookPayloadSchema.safeParse({ ...body, session_id: id });
  return parsed.success ? [hookEvent(hookReport(parsed.data), { pid: 7, sentAt: at }, at)] : [];
});
const seen = fc
  .tuple(spoiled(entries), sessionIds, times, fc.integer({ min: 1, max: 3 }))
  .map(([entry, id, at, pid]): DomainEvent[] => {
    const parsed = parseRegistryFile(JSON.stringify({ ...entry, sessionId: id }), pid);
    if (parsed === undefined) return [];
    return [{ type: 'processSeen', sessionId: id, at, process: parsed.process }];
  });
const gone = fc
  .tuple(sessionIds, times, fc.integer({ min: 1, max: 3 }))
  .map(([sessionId, at, pid]): DomainEvent[] => [
    { type: 'processGone', sessionId, at, pid, how: 'killed' },
  ]);
interface Written {
  readonly of: FoldSubject;
  readonly parsed: ParsedEntry;
  readonly at: number;
}
const line = fc.tuple(spoiled(lines), sessionIds, times).map(([value, id, at]): Written[] => {
  const parsed = parseTranscriptEntry(JSON.stringify(value));
  if (parsed === undefined) return [];
  return [{ of: { path: `/p/${id}.jsonl`, sessionId: id }, parsed, at }];
});

describe('Whatever is told,', () => {
  it('the board stands, has the shape of the protocol and asks for no endless looks', () => {
    const story = fc.array(fc.oneof(hook, seen, gone, line), { maxLength: 40 });
    fc.assert(
      fc.property(story, (events) => {
        let now = start;
        const written = new FoldedLines();
        const board = new LiveBoard(
          () => ({ usd: 0, tokens: 0 }),
          () => now,
        );
        try {
          for (const item of events.flat()) {
            const read = 'of' in item ? written.read(item.of, item.parsed, item.at) : [item];
            for (const event of read) board.apply(event);
            now += 500;
            const snapshot: unknown = JSON.parse(JSON.stringify(board.snapshot()));
            assert.deepEqual(boardSchema.safeParse(snapshot).error, undefined);
          }
          now += 86_400_000;
          board.snapshot();
        } finally {
          board.dispose();
        }
      }),
      { numRuns: 200 },
    );
  });
});

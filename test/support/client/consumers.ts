import { latestFields } from '../../../src/extension/hub/domain/facts/transcriptEntry';
import { newFold, withEntry, type FoldSubject } from '../../../src/extension/transcript/fold/fold';
import { messagesIn } from '../../../src/extension/agents/claude/entry/messageUsage';
import { queuedPrompt } from '../../../src/extension/agents/claude/entry/prompts/queuedPrompt';
import { spokenTexts } from '../../../src/extension/hub/reading/search/spokenTexts';
import { parsedEntry } from '../../../src/extension/agents/claude/entry/parseEntry';
import { asObject, listIn, objectIn, type JsonObject } from '../../../src/extension/util/json';
import { factLines } from '../readings/reading';
import { itemsIn } from '../transcript/transcriptItems';
import { claudeFormat } from '../../../src/extension/agents/claude/transcripts';

/** Uses of a record by the readers of transcripts; all empty or false if it is ignored. */
export interface Uses {
  /** Facts of the session derived from it. */
  readonly facts: ReadonlySet<string>;
  /** Kinds of rows in the reader and in Open Transcript as Text. */
  readonly reader: ReadonlySet<string>;
  /** Search indexes its text. */
  readonly search: boolean;
  readonly usage: boolean;
}

/** Facts derived from the envelope of any record. */
const envelopeFacts: ReadonlySet<string> = new Set([...latestFields, 'firstAt', 'lastAt']);

const session: FoldSubject = { path: '/projects/-work-shop/s.jsonl', sessionId: 's' };

/** How the readers of transcripts use a record, found by passing it to each of them. */
export function usesOf(record: JsonObject): Uses {
  const line = JSON.stringify(record);
  return {
    facts: new Set(factsOf(record)),
    reader: new Set(itemsIn(line).map(({ kind }) => kind)),
    search:
      claudeFormat
        .shown(line)
        .parts.some(({ part }) => spokenTexts(part, claudeFormat.voices).length > 0) ||
      queuedPrompt(record) !== undefined,
    usage: messagesIn(line).length > 0,
  };
}

function factsOf(record: JsonObject): readonly string[] {
  const before = new Set(factLines(newFold(session)));
  return factLines(withEntry(newFold(session), session, parsedEntry(record)))
    .filter((fact) => !before.has(fact))
    .map((fact) => fact.slice(0, fact.indexOf(':')))
    .filter((name) => !envelopeFacts.has(name));
}

/**
 * The record reduced to one part of its message: `kind` is `block/<type>` or `result/<type>`; with
 * any other kind the record is returned unchanged.
 */
export function onlyPart(record: JsonObject, kind: string): JsonObject {
  const [family, type] = kind.split('/');
  const message = objectIn(record, 'message');
  if (message === undefined || (family !== 'block' && family !== 'result')) return record;
  const content = listIn(message, 'content').flatMap((value) => {
    const block = asObject(value);
    if (family === 'block') return block?.['type'] === type ? [block] : [];
    const inner = block?.['content'];
    const parts = (Array.isArray(inner) ? (inner as readonly unknown[]) : [inner]).filter(
      (part) => asObject(part)?.['type'] === type,
    );
    return block === undefined || parts.length === 0 ? [] : [{ ...block, content: parts }];
  });
  return { ...record, message: { ...message, content } };
}

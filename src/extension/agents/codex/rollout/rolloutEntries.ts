import type { Entry, ParsedEntry, Utterance } from '../../transcripts/entry';
import {
  asObject,
  listIn,
  nameAt,
  numberIn,
  objectIn,
  pathIn,
  textIn,
  type JsonObject,
} from '../../../util/json';
import { rolloutLine } from './rolloutLine';

type Reader = (payload: JsonObject) => readonly Entry[];

/** Parses the entries of a line; none if it is damaged. Never throws. */
export function rolloutEntries(text: string): readonly ParsedEntry<Entry>[] {
  const line = rolloutLine(text);
  if (line === undefined) return [];
  const { type, payload, at } = line;
  const entries = readers.get(type)?.(payload) ?? [{ kind: 'other' }];
  return entries.map((entry) => ({ line: entry, at, isSidechain: false }));
}

/** Readers by the type of a line. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['session_meta', (meta) => [startEntry(meta)]],
  ['item_completed', (payload) => itemEntries(objectIn(payload, 'item') ?? {})],
  ['task_complete', endEntries],
  ['turn_aborted', () => [{ kind: 'interrupted', said: utterance('') }]],
]);

/** Readers by the type of an item that was completed. */
const itemReaders: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['UserMessage', (item) => [promptEntry(contentText(item))]],
  ['AgentMessage', (item) => [messageEntry(contentText(item))]],
]);

function itemEntries(item: JsonObject): readonly Entry[] {
  return itemReaders.get(textIn(item, 'type') ?? '')?.(item) ?? [{ kind: 'other' }];
}

function startEntry(meta: JsonObject): Entry {
  return {
    kind: 'other',
    cwd: pathIn(meta, 'cwd'),
    gitBranch: nameAt(meta, ['git', 'branch']),
    version: nameAt(meta, ['cli_version']),
  };
}

function promptEntry(text: string): Entry {
  return { kind: 'prompt', text, human: true, said: utterance(text) };
}

function messageEntry(text: string): Entry {
  const blocks = [{ kind: 'text', text }] as const;
  return { kind: 'assistant', text, toolUses: [], blocks, isSynthetic: false };
}

/** The end of a turn: its last message was an entry of its own, and is not shown again. */
function endEntries(payload: JsonObject): readonly Entry[] {
  const text = textIn(payload, 'last_agent_message');
  const end = { kind: 'assistant', text, toolUses: [], stopReason: 'end_turn' } as const;
  return [
    { ...end, blocks: [], isSynthetic: false },
    { kind: 'turnEnded', durationMs: numberIn(payload, 'duration_ms') },
  ];
}

function utterance(content: string): Utterance {
  const said = { content, results: [], isMeta: false, isSummary: false, queued: false } as const;
  return { ...said, author: 'person' };
}

/** The text of an item's content. */
function contentText(item: JsonObject): string {
  const texts = listIn(item, 'content').map((part) => textIn(asObject(part), 'text') ?? '');
  return texts.filter((text) => text !== '').join('\n');
}

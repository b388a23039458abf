import {
  asObject,
  listIn,
  objectIn,
  parseObject,
  textIn,
  writtenTime,
  type JsonObject,
} from '../../../util/json';
import type { Entry, ParsedEntry } from '../../transcripts/entry';
import { callEntry } from './calls';
import { itemFacts } from './items';
import { resultEntry, utterance } from './results';
import {
  contextEntries,
  startEntries,
  tokenEntries,
  turnEndEntries,
  turnStartEntries,
} from './turns';

/** A line of a transcript. */
export interface RolloutLine {
  /** The line's type; for an event or an item of the model, the type of its payload. */
  readonly type: string;
  readonly payload: JsonObject;
  /** Time of the line, in ms since 1970. */
  readonly at: number | undefined;
}

/** Types of lines that only wrap a payload with a type of its own. */
const wrappers: ReadonlySet<unknown> = new Set(['event_msg', 'response_item', 'retained_context']);

/** Parses a line; undefined if it is damaged. */
export function rolloutLine(text: string): RolloutLine | undefined {
  const line = parseObject(text);
  const outer = textIn(line, 'type');
  if (outer === undefined) return undefined;
  const payload = objectIn(line, 'payload') ?? {};
  const type = wrappers.has(outer) ? (textIn(payload, 'type') ?? outer) : outer;
  return { type, payload, at: writtenTime(line?.['timestamp']) };
}

/** Parses the entries of a line; none if it is damaged. Never throws. */
export function rolloutEntries(text: string): readonly ParsedEntry<Entry>[] {
  const line = rolloutLine(text);
  if (line === undefined) return [];
  const { type, payload, at } = line;
  if (type === 'item_completed')
    return itemFacts(objectIn(payload, 'item') ?? {}).map((fact) => ({
      ...fact,
      at,
      isSidechain: false,
    }));
  if (type.endsWith('_call_output')) return [resultEntry(payload, at)];
  const entries = readers.get(type)?.(payload) ?? [otherEntry(type)];
  return entries.map((entry) => ({ line: entry, at, isSidechain: false }));
}

/** Readers by the type of a line. */
const readers: ReadonlyMap<string, (payload: JsonObject) => readonly Entry[]> = new Map([
  ['session_meta', startEntries],
  ['turn_context', contextEntries],
  ['token_count', tokenEntries],
  ['task_started', turnStartEntries],
  ['task_complete', turnEndEntries],
  ['turn_aborted', () => [{ kind: 'interrupted', said: utterance('') }]],
  ['function_call', (payload) => [callEntry(payload)]],
  ['custom_tool_call', (payload) => [callEntry(payload)]],
  ['agent_message', (payload) => [agentMessageEntry(payload)]],
]);

/** Types that say nothing more than others do, or nothing about the session. */
const ignoredTypes: ReadonlySet<string> = new Set([
  'additional_tools',
  'compacted',
  'inter_agent_communication_metadata',
  'message',
  'reasoning',
  'thread_settings_applied',
  'token_usage_record',
  'verified_answer',
  'world_state',
]);

function otherEntry(type: string): Entry {
  return ignoredTypes.has(type) ? { kind: 'other' } : { kind: 'other', unknown: type };
}

/** Words before the text of a message between agents. */
const payloadStart = '\nPayload:\n';

/** A message of one agent to another, such as a subagent's report. */
function agentMessageEntry(payload: JsonObject): Entry {
  const texts = listIn(payload, 'content').map((part) => textIn(asObject(part), 'text') ?? '');
  const text = texts.join('\n');
  const at = text.indexOf(payloadStart);
  const message = at < 0 ? text : text.slice(at + payloadStart.length);
  // A task for a subagent is encrypted.
  if (message.trim() === '') return { kind: 'other' };
  const author = textIn(payload, 'author') ?? '';
  return { kind: 'other', said: { ...utterance(message), author: 'client' }, notice: author };
}

import { asObject, listIn, objectIn, textIn, type JsonObject } from '../../../util/json';
import type { Entry, ParsedEntry } from '../../transcripts/entry';
import { callEntry } from './calls';
import { itemFacts } from './items';
import { resultEntry } from './results';
import { rolloutLine } from './rolloutLine';
import {
  abortEntry,
  contextEntries,
  startEntries,
  tokenEntries,
  turnEndEntries,
  turnStartEntries,
} from './turns';
import { utterance } from './utterance';

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
  ['turn_aborted', () => [abortEntry()]],
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

import { toolName } from '../../../../shared/agents/tools';
import { fieldsOf } from '../../../../shared/text/fields';
import { asObject, idIn, listIn, numberIn, textIn, type JsonObject } from '../../../util/json';
import type { CallResult, Entry, ParsedEntry } from '../../transcripts/entry';
import { callsEntry, commandOf } from './calls';
import { filesOfChanges, type NamedCall } from './patch';
import { shellResult, utterance } from './results';

type Fact = Omit<ParsedEntry<Entry>, 'at' | 'isSidechain'>;
type Reader = (item: JsonObject) => readonly Fact[];

const nothing: readonly Fact[] = [{ line: { kind: 'other' } }];

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['UserMessage', (item) => [{ line: promptEntry(textsIn(item), true) }]],
  ['HookPrompt', (item) => [{ line: promptEntry(textsIn(item, 'fragments'), false) }]],
  ['AgentMessage', (item) => [said('text', textsIn(item))]],
  [
    'Reasoning',
    (item) => [said('thinking', listIn(item, 'summary_text').filter(isText).join('\n'))],
  ],
  ['Plan', (item) => [{ line: planEntry(item) }]],
  ['CommandExecution', commandFacts],
  ['FileChange', changeFacts],
  ['ContextCompaction', () => [{ line: { kind: 'compacted' } }]],
  ['SubAgentActivity', activityFacts],
]);

/** Reads an item that the program completed. */
export function itemFacts(item: JsonObject): readonly Fact[] {
  return readers.get(textIn(item, 'type') ?? '')?.(item) ?? nothing;
}

/** A prompt; an empty one is the start of a turn. */
export function promptEntry(text: string, human: boolean): Entry {
  return { kind: 'prompt', text, human, said: utterance(text) };
}

function said(kind: 'text' | 'thinking', text: string): Fact {
  const blocks = text.trim() === '' ? [] : [{ kind, text } as const];
  const own = kind === 'text' ? { text } : {};
  return { line: { kind: 'assistant', ...own, toolUses: [], blocks, isSynthetic: false } };
}

/** A plan that the agent proposes: the terminal asks about it once the turn is over. */
function planEntry(item: JsonObject): Entry {
  const plan = textIn(item, 'text') ?? '';
  return callsEntry(textIn(item, 'id') ?? '', [{ name: toolName('plan'), input: { plan } }]);
}

/**
 * The end of a command. A command inside a script has no call of its own; any other has one, and
 * its end matters only if it ran in the background.
 */
function commandFacts(item: JsonObject): readonly Fact[] {
  const id = textIn(item, 'id') ?? '';
  const code = numberIn(item, 'exit_code');
  if (!isInScript(id)) {
    const shell = idIn(item, 'process_id');
    const shellEnd = () => (shell === undefined ? undefined : { id: shell, succeeded: code === 0 });
    return [{ line: { kind: 'other' }, shellEnd }];
  }
  const output = textIn(item, 'aggregated_output') ?? '';
  const command = commandOf(listIn(item, 'command'));
  const call = { name: toolName('shell'), input: { command } };
  const end = () => (code === undefined ? [] : [shellResult(id, output, String(code))]);
  return callAndResult(id, [call], resultOf(id, output, code !== 0), end);
}

/** Files that a patch changed, with their absolute paths. */
function changeFacts(item: JsonObject): readonly Fact[] {
  const id = textIn(item, 'id') ?? '';
  const changes = fieldsOf(item['changes']);
  const isError = textIn(item, 'status') !== 'completed';
  const output = textIn(item, isError ? 'stderr' : 'stdout') ?? '';
  const result = { ...resultOf(id, output, isError), edited: Object.keys(changes) };
  if (isInScript(id)) return callAndResult(id, filesOfChanges(changes), result);
  // The call's own result follows, and is the one that is shown.
  return [{ line: resultsEntry(result, true) }];
}

/** The start of a subagent, which the call names that started it. */
function activityFacts(item: JsonObject): readonly Fact[] {
  const agentId = idIn(item, 'agent_thread_id');
  if (textIn(item, 'kind') !== 'started' || agentId === undefined) return nothing;
  const result = resultOf(textIn(item, 'id') ?? '', textIn(item, 'agent_path') ?? '', false);
  const launched = { id: agentId, type: 'subagent' } as const;
  const details = { agentId, status: 'async_launched' };
  return [{ line: resultsEntry({ ...result, launched, details }, false) }];
}

/** True for the id of a call inside a script, which only this item reports. */
function isInScript(id: string): boolean {
  return id.startsWith('exec-');
}

function callAndResult(
  id: string,
  calls: readonly NamedCall[],
  result: CallResult,
  shellResults?: Fact['shellResults'],
): readonly Fact[] {
  const line = resultsEntry(result, false);
  return [{ line: callsEntry(id, calls) }, { line, ...(shellResults && { shellResults }) }];
}

function resultOf(toolUseId: string, content: string, isError: boolean): CallResult {
  return { toolUseId, isError, rejected: false, denial: undefined, details: {}, content };
}

function resultsEntry(result: CallResult, isMeta: boolean): Entry {
  const results = [result];
  return { kind: 'toolResults', results, said: { ...utterance('', results), isMeta } };
}

function textsIn(item: JsonObject, key = 'content'): string {
  const texts = listIn(item, key).map((part) => textIn(asObject(part), 'text'));
  return texts.filter(isText).join('\n');
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

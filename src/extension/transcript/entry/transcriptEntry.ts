import {
  latestFields,
  type EntryFields,
  type ToolResult,
  type ToolUse,
  type TranscriptEntry,
} from '../../hub/domain/facts/event';
import {
  asObject,
  idIn,
  listIn,
  maxPathLength,
  nameIn,
  numberIn,
  numberWithin,
  objectIn,
  parseObject,
  pathIn,
  textIn,
  writtenTime,
  type JsonObject,
} from './json';
import { passedTypes } from './knownTypes';
import { afkTime, blockMs } from '../../hub/domain/facts/dialogs/expiry';
import { spokenLimit, type UsageLimit } from '../../hub/domain/words/usageLimit';
import { isMadeByClient } from '../../hub/domain/facts/promptAuthor';
import { newsOfCarry } from '../../hub/domain/facts/scheduleNews';
import { comingTime, tokenCount } from '../../../shared/protocol/plausible';
import { autoModeReason, isBlockedByAutoMode } from './autoMode';
import { usageIn, type MessageRecord } from './messageUsage';

export interface ParsedEntry {
  readonly line: TranscriptEntry;
  /** The line's own time, ms since 1970; undefined when it has none. */
  readonly at: number | undefined;
  /** Tokens of the message that the line belongs to. */
  readonly usage: MessageRecord | undefined;
  /** A line of a subagent inside the main transcript, as old clients wrote them. */
  readonly isSidechain: boolean;
  /** The whole line, for what only some lines are looked at more closely. Nothing is to keep it. */
  readonly source?: JsonObject;
}

/** Kinds that are large or frequent and say nothing about state, card or cost. */
const skippedStart = /^\{"type":"(?:api-request|file-history|atis-latch|tools-used|mode")/u;

/** Undefined for a line that is not an object; unknown kinds are `other`. Never throws. */
export function parseTranscriptEntry(text: string): ParsedEntry | undefined {
  if (skippedStart.test(text)) return nothing;
  const value = parseObject(text);
  if (value === undefined) return undefined;
  const at = writtenTime(value['timestamp']);
  const common: { -readonly [Field in keyof EntryFields]: EntryFields[Field] } = {};
  for (const field of latestFields) {
    common[field] = field === 'cwd' ? pathIn(value, field) : nameIn(value, field);
  }
  return {
    line: { ...common, ...lineOf(value) },
    at,
    usage: value['type'] === 'assistant' ? usageIn(value, at) : undefined,
    isSidechain: value['isSidechain'] === true,
    source: value,
  };
}

const nothing: ParsedEntry = {
  line: { kind: 'other' },
  at: undefined,
  usage: undefined,
  isSidechain: false,
};

type LineBody = TranscriptEntry extends infer Line
  ? Line extends EntryFields
    ? Omit<Line, keyof EntryFields>
    : never
  : never;

const other: LineBody = { kind: 'other' };

function lineOf(value: JsonObject): LineBody {
  switch (value['type']) {
    case 'user':
      return userLine(value);
    case 'assistant':
      return assistantLine(value);
    case 'system':
      return systemLine(value);
    case 'attachment':
      return attachmentLine(objectIn(value, 'attachment'));
    case 'ai-title':
      return title('ai', nameIn(value, 'aiTitle'));
    case 'custom-title':
      return title('custom', nameIn(value, 'customTitle'));
    case 'summary':
      return title('summary', nameIn(value, 'summary'));
    case 'continued-in': {
      const sessionId = idIn(value, 'continuedInSessionId');
      return sessionId === undefined ? other : { kind: 'continuedIn', sessionId };
    }
    case 'permission-mode': {
      const mode = nameIn(value, 'permissionMode');
      return mode === undefined ? other : { kind: 'permissionMode', mode };
    }
    default: {
      const type = passedTypes.has(value['type']) ? undefined : nameIn(value, 'type');
      return type === undefined ? other : { kind: 'other', unknown: type };
    }
  }
}

function title(source: 'ai' | 'custom' | 'summary', text: string | undefined): LineBody {
  return text === undefined ? other : { kind: 'title', source, title: text };
}

function userLine(value: JsonObject): LineBody {
  const content = objectIn(value, 'message')?.['content'];
  const results = toolResults(content, value);
  if (results.length > 0) return { kind: 'toolResults', results };
  const text = textOf(content);
  if (text === undefined) return other;
  if (text.startsWith('[Request interrupted by user')) return { kind: 'interrupted' };
  if (value['isCompactSummary'] === true) return other;
  if (value['isMeta'] === true) {
    const kind = textIn(objectIn(value, 'origin'), 'kind');
    return kind === 'auto-continuation' || beginsTurn(text) || isSelfBegun(value)
      ? { kind: 'prompt', text, human: false }
      : other;
  }
  const permissionMode = nameIn(value, 'permissionMode');
  const command = slashCommand(text);
  if (command !== undefined) {
    // A command of the client's own starts no turn; a custom one carries what a prompt carries. Those of
    // 2.1.98 to 2.1.101 do not, but begin with the message, as the client's own never do.
    const startsTurn =
      permissionMode !== undefined ||
      objectIn(value, 'origin') !== undefined ||
      text.startsWith('<command-message>');
    const human = !isSelfBegun(value);
    return startsTurn ? { kind: 'prompt', text: command, human, permissionMode } : other;
  }
  if (/^<(?:local-command|bash)-/u.test(text)) return other;
  return { kind: 'prompt', text, human: isHuman(value, text), permissionMode };
}

/** A note of the client that sends the agent on after its turn's end. */
function beginsTurn(note: string): boolean {
  return /^(?:Stop hook feedback:|A session-scoped Stop hook is now active)/u.test(note);
}

function isHuman(value: JsonObject, text: string): boolean {
  if (isSelfBegun(value)) return false;
  const kind = textIn(objectIn(value, 'origin'), 'kind');
  return kind === undefined ? !isMadeByClient(text) : kind === 'human';
}

/** Origins of turns that no person began, as measured on client 2.1.332. */
const ownOrigins: ReadonlySet<string> = new Set([
  'scheduled',
  'peer',
  'auto_continuation',
  'task_notification',
]);

/** True where the client began the turn of a prompt, for a schedule, a teammate or its own work. */
function isSelfBegun(value: JsonObject): boolean {
  if (textIn(value, 'wakeupSource') !== undefined) return true;
  return ownOrigins.has(textIn(value, 'turnOrigin') ?? '');
}

/** `/name args` of a line that records a slash command. */
function slashCommand(text: string): string | undefined {
  if (!/^<command-(?:name|message)>/u.test(text)) return undefined;
  const name = tagged(text, 'command-name');
  if (name === undefined || name === '') return undefined;
  const args = tagged(text, 'command-args') ?? '';
  return `${name.startsWith('/') ? name : `/${name}`} ${args}`.trim();
}

/** The text of the first such element, trimmed; undefined where another element begins in it. */
function tagged(text: string, name: string): string | undefined {
  const open = text.indexOf(`<${name}>`);
  if (open < 0) return undefined;
  const start = open + name.length + 2;
  const end = text.indexOf('<', start);
  return text.startsWith(`</${name}>`, end) ? text.slice(start, end).trim() : undefined;
}

function toolResults(content: unknown, value: JsonObject): ToolResult[] {
  if (!Array.isArray(content)) return [];
  const results: ToolResult[] = [];
  for (const block of content) {
    const object = asObject(block);
    const toolUseId = idIn(object, 'tool_use_id');
    if (object?.['type'] !== 'tool_result' || toolUseId === undefined) continue;
    const blocked = isBlockedByAutoMode(value)
      ? { reason: autoModeReason(textOf(object['content']) ?? '') }
      : undefined;
    const rejected = blocked === undefined && textIn(value, 'toolDenialKind') === 'user-rejected';
    const task = objectIn(objectIn(value, 'toolUseResult'), 'task');
    const id = idIn(task, 'id');
    results.push({
      toolUseId,
      isError: object['is_error'] === true,
      rejected,
      task: id === undefined ? undefined : { id, subject: nameIn(task, 'subject') ?? `Task ${id}` },
      ...(value['toolDenialKind'] !== undefined && { denied: true }),
      ...(blocked && { blocked }),
      ...launched(objectIn(value, 'toolUseResult')),
    });
  }
  const [only] = results;
  // The copy is of one result: in a line of several nobody can tell of which.
  if (only === undefined || results.length > 1) return results;
  const copy = objectIn(value, 'toolUseResult');
  const edited = editedByShell(objectIn(copy, 'bashEditDiff'));
  const told = { ...scheduled(copy), ...expired(value) };
  return [{ ...only, ...told, ...(edited.length > 0 && { edited }) }];
}

/** Files that are taken of one command; the client names as many. */
const mostEdited = 200;

/** The files that a shell's command changed. Measured on client 2.1.329: absolute, and cut after 200. */
function editedByShell(diff: JsonObject | undefined): readonly string[] {
  return listIn(diff, 'changedFiles')
    .slice(0, mostEdited)
    .filter((file) => typeof file === 'string')
    .filter((file) => file !== '' && file.length <= maxPathLength);
}

/** The call left a shell or a subagent behind that works on. */
function launched(result: JsonObject | undefined): Pick<ToolResult, 'launched'> {
  const shell = textIn(result, 'backgroundTaskId');
  if (shell !== undefined) return { launched: { id: shell, type: 'shell' } };
  const agent = textIn(result, 'status') === 'async_launched' && textIn(result, 'agentId');
  return typeof agent === 'string' ? { launched: { id: agent, type: 'subagent' } } : {};
}

/** A dialog that nobody answered in time. A run without a terminal shows none: it denies at once. */
function expired(value: JsonObject): Pick<ToolResult, 'expired'> {
  const afterMs = afkTime(value['toolUseResult']);
  if (afterMs !== undefined) return { expired: { kind: 'question', afterMs } };
  const decision = objectIn(value, 'permissionDecision');
  const isBlocked =
    textIn(decision, 'circuitBreaker') === 'dangerousRemoval' &&
    textIn(decision, 'decision') === 'reject' &&
    textIn(decision, 'source') === 'config';
  const isAsked = textIn(value, 'entrypoint')?.startsWith('sdk-') !== true;
  return isBlocked && isAsked ? { expired: { kind: 'removal', afterMs: blockMs } } : {};
}

/** Fields of results that tell of scheduled runs: of a new job, a wake-up, a list, and of a job that was deleted. */
const scheduleFields = ['nextFireAt', 'scheduledFor', 'jobs'] as const;

function scheduled(result: JsonObject | undefined): Pick<ToolResult, 'response'> {
  if (result === undefined) return {};
  const isDeletion = textIn(result, 'id') !== undefined && Object.keys(result).length === 1;
  const tells = isDeletion || scheduleFields.some((field) => result[field] !== undefined);
  return tells ? { response: result } : {};
}

function assistantLine(value: JsonObject): LineBody {
  const message = objectIn(value, 'message');
  const content = listIn(message, 'content').map(asObject);
  const text = content
    .map((block) => (block?.['type'] === 'text' ? textIn(block, 'text') : undefined))
    .filter((part) => part !== undefined)
    .join('\n');
  if (value['isApiErrorMessage'] === true) {
    const error = nameIn(value, 'error') ?? 'unknown';
    const isLimit = error === 'rate_limit' || isRejected(objectIn(value, 'quotaLimits'));
    const limit = isLimit ? limitIn(value, text) : undefined;
    return { kind: 'apiError', error, text, ...(limit && { limit }) };
  }
  const toolUses: ToolUse[] = [];
  for (const block of content) {
    const id = idIn(block, 'id');
    const name = nameIn(block, 'name');
    if (block?.['type'] === 'tool_use' && id !== undefined && name !== undefined) {
      toolUses.push({ id, name, input: block['input'] });
    }
  }
  const model = nameIn(message, 'model');
  return {
    kind: 'assistant',
    model: model === '<synthetic>' ? undefined : model,
    text: text === '' ? undefined : text,
    toolUses,
    stopReason: nameIn(message, 'stop_reason'),
    contextTokens: model === '<synthetic>' ? undefined : contextTokens(objectIn(message, 'usage')),
  };
}

/** The limit of a refused request: as the client keeps it since 2.1.329, else by its words. */
function limitIn(value: JsonObject, text: string): UsageLimit | undefined {
  const spoken = spokenLimit(text, writtenTime(value['timestamp']) ?? NaN);
  const kept = objectIn(value, 'quotaLimits');
  if (!isRejected(kept)) return spoken;
  const seconds = numberIn(kept, 'resetsAt');
  const resetsAt = seconds === undefined ? spoken?.resetsAt : comingTime(seconds * 1000);
  return { resetsAt, said: spoken?.said };
}

function isRejected(quota: JsonObject | undefined): boolean {
  return textIn(quota, 'status') === 'rejected';
}

/** The client tries ten times. */
const mostRetries = 1_000;
/** It waits minutes at most, in ms. */
const longestRetryMs = 24 * 3_600_000;

function contextTokens(usage: JsonObject | undefined): number | undefined {
  if (usage === undefined) return undefined;
  const parts = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'];
  return tokenCount(parts.reduce((sum, key) => sum + (numberIn(usage, key) ?? 0), 0));
}

function systemLine(value: JsonObject): LineBody {
  switch (value['subtype']) {
    case 'turn_duration':
      return { kind: 'turnEnded' };
    case 'compact_boundary': {
      const meta = objectIn(value, 'compactMetadata');
      return {
        kind: 'compacted',
        trigger: nameIn(meta, 'trigger'),
        preTokens: tokenCount(numberIn(meta, 'preTokens')),
        postTokens: tokenCount(numberIn(meta, 'postTokens')),
      };
    }
    case 'api_error':
      return {
        kind: 'retrying',
        attempt: numberWithin(value, 'retryAttempt', mostRetries) ?? 1,
        maxRetries: numberWithin(value, 'maxRetries', mostRetries),
        retryInMs: numberWithin(value, 'retryInMs', longestRetryMs) ?? 0,
      };
    case 'informational': {
      const byItself = continuesByItself(textIn(value, 'content') ?? '');
      return byItself === undefined ? other : { kind: 'continuing', byItself };
    }
    default:
      return other;
  }
}

/** What a note says of the client's own wait for a limit's reset; undefined where it is about something else. */
function continuesByItself(note: string): boolean | undefined {
  if (/^Automatic continue (?:cancelled|stopped)\b/u.test(note)) return false;
  // The client's words come from its server: `continuing`, `set to continue automatically at 3pm`.
  const isWait =
    note.startsWith('Usage limit reached') && /\bcontinu\w* automatically\b/iu.test(note);
  return isWait ? true : undefined;
}

/** A prompt that was taken in mid-turn has no `user` line; a schedule that was carried over has none either. */
function attachmentLine(attachment: JsonObject | undefined): LineBody {
  if (attachment?.['type'] === 'session_cron_carry') {
    const news = newsOfCarry(attachment);
    return news === undefined ? other : { kind: 'schedule', news };
  }
  const text = textIn(attachment, 'prompt');
  if (attachment?.['type'] !== 'queued_command' || text === undefined) return other;
  return { kind: 'prompt', text, human: isHuman(attachment, text), queued: true };
}

/** The text of a message's content: a string, or parts of which some are text. */
export function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const parts = content
    .map((block) => textIn(asObject(block), 'text'))
    .filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('\n');
}

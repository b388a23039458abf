import { comingTime, tokenCount } from '../../../../shared/protocol/plausible';
import { ownOf } from '../../../../shared/text/fields';
import type { LimitUse } from '../../../hub/domain/facts/usageLimit';
import type { SubagentMeta } from '../../../hub/domain/facts/session';
import {
  idIn,
  nameAt,
  nameIn,
  numberIn,
  objectIn,
  parseObject,
  pathIn,
  textIn,
  type JsonObject,
} from '../../../util/json';
import type { Entry } from '../../transcripts/entry';
import { promptEntry } from './items';

/** Entries of `session_meta`, the first line; the legacy form of the file repeats it later. */
export function startEntries(meta: JsonObject): readonly Entry[] {
  const spawn = objectIn(objectIn(objectIn(meta, 'source'), 'subagent'), 'thread_spawn');
  return [
    {
      kind: 'other',
      isStart: true,
      cwd: pathIn(meta, 'cwd'),
      gitBranch: nameAt(meta, ['git', 'branch']),
      version: nameIn(meta, 'cli_version'),
      entrypoint: entrypointOf(textIn(meta, 'originator')),
      ...(spawn && { subagent: subagentIn(meta, spawn) }),
    },
  ];
}

/** Entry points by the names that all agents share; others are shown as they are. */
function entrypointOf(originator: string | undefined): string | undefined {
  if (originator === 'codex-tui') return 'cli';
  return originator === 'codex_exec' ? 'sdk-cli' : originator;
}

function subagentIn(meta: JsonObject, spawn: JsonObject): SubagentMeta {
  const parent = idIn(spawn, 'parent_thread_id');
  return {
    agentType: nameIn(spawn, 'agent_role') ?? nameIn(spawn, 'agent_nickname'),
    description: nameIn(spawn, 'agent_path')?.split('/').at(-1),
    parentAgentId: parent === idIn(meta, 'session_id') ? undefined : parent,
    toolUseId: undefined,
    finished: false,
  };
}

/**
 * The start of a turn, whose prompt follows unless the program itself started it. Only the turn in
 * which a person's command compacts the conversation is attributed to nobody.
 */
export function turnStartEntries(payload: JsonObject): readonly Entry[] {
  const start: Entry =
    objectIn(payload, 'turn_attribution') === undefined
      ? { kind: 'compacting' }
      : promptEntry('', false);
  return [start, { kind: 'context', contextWindow: windowIn(payload) }];
}

/** The settings of a turn. */
export function contextEntries(payload: JsonObject): readonly Entry[] {
  return [
    {
      kind: 'permissionMode',
      mode: modeIn(payload),
      cwd: pathIn(payload, 'cwd'),
      ...(isReviewed(payload) && { isReviewed: true }),
    },
    { kind: 'context', model: nameIn(payload, 'model') },
  ];
}

/** The permission mode in the words that the program's hooks use, too. */
function modeIn(payload: JsonObject): string {
  if (nameAt(payload, ['collaboration_mode', 'mode']) === 'plan') return 'plan';
  if (textIn(payload, 'approval_policy') === 'never') return 'bypassPermissions';
  return isReviewed(payload) ? 'auto' : 'default';
}

/** True if an automatic reviewer answers requests in the place of the person. */
function isReviewed(payload: JsonObject): boolean {
  return (textIn(payload, 'approvals_reviewer') ?? 'user') !== 'user';
}

/** The use of the context window and of the account's limits. */
export function tokenEntries(payload: JsonObject): readonly Entry[] {
  const info = objectIn(payload, 'info');
  const last = objectIn(info, 'last_token_usage');
  const limits = objectIn(payload, 'rate_limits');
  const windows = ['primary', 'secondary'].flatMap((name) => limitIn(objectIn(limits, name)));
  return [
    {
      kind: 'context',
      contextTokens: last && tokenCount(numberIn(last, 'total_tokens') ?? 0),
      contextWindow: windowIn(info),
      ...(windows.length > 0 && { limits: windows }),
    },
  ];
}

function windowIn(object: JsonObject | undefined): number | undefined {
  return tokenCount(numberIn(object, 'model_context_window') ?? 0) || undefined;
}

function limitIn(window: JsonObject | undefined): readonly LimitUse[] {
  const [percent, minutes] = [numberIn(window, 'used_percent'), numberIn(window, 'window_minutes')];
  if (percent === undefined || minutes === undefined || percent < 0) return [];
  const seconds = numberIn(window, 'resets_at');
  const resetsAt = seconds === undefined ? undefined : comingTime(seconds * 1000);
  return [{ minutes, used: percent / 100, resetsAt }];
}

/** Time, in ms, within which a queued prompt or a goal starts the next turn; 25 was measured. */
const settleMs = 200;

/** The end of a turn: its last message was an entry of its own, and is not shown again. */
export function turnEndEntries(payload: JsonObject): readonly Entry[] {
  const error = objectIn(payload, 'error');
  const durationMs = numberIn(payload, 'duration_ms');
  if (error !== undefined) return [failureEntry(error), { kind: 'turnEnded', durationMs }];
  const text = textIn(payload, 'last_agent_message');
  const end = { kind: 'assistant', text, toolUses: [], stopReason: 'end_turn', settleMs } as const;
  return [
    { ...end, blocks: [], isSynthetic: false },
    { kind: 'turnEnded', durationMs },
  ];
}

function failureEntry(failure: JsonObject): Entry {
  const message = textIn(failure, 'message') ?? '';
  const text = nameAt(parseObject(message) ?? {}, ['error', 'message']) ?? message;
  const info = failure['codex_error_info'];
  const error = errorOf(info);
  const isLimit = info === 'usage_limit_exceeded';
  const limit = { resetsAt: undefined, said: spokenTime.exec(text)?.[1] };
  const failed = { kind: 'apiError', error, text, content: text, hookless: true } as const;
  return { ...failed, ...(isLimit && { limit }) };
}

/** The program's words for the time at which a limit resets. */
const spokenTime = /try again at ([^.]{1,40})/u;

const errors: Readonly<Record<string, string>> = {
  usage_limit_exceeded: 'rate_limit',
  server_overloaded: 'overloaded',
};

/** The code of an error in the words that all agents share, for those that have one. */
function errorOf(info: unknown): string {
  if (typeof info === 'string') return ownOf(errors, info) ?? info;
  const [kind, details] = Object.entries(Object(info) as object)[0] ?? ['unknown', undefined];
  const status = numberIn(Object(details) as JsonObject, 'http_status_code');
  if (status === 401 || status === 403) return 'authentication_failed';
  if (status === 429) return 'rate_limit';
  return status !== undefined && status >= 500 ? 'server_error' : kind;
}

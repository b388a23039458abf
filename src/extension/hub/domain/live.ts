import type { Evidence, LiveSession, PendingRequest } from '../../../shared/protocol';
import { contextWindowTokens } from './contextWindow';
import { currentProcess } from './currentProcess';
import type { Resolution } from './resolve';
import type { SessionFacts } from './session';
import { subagentCards } from './subagents';
import { titleOf } from './title';
import { tokenCounts } from './usage';

/** The session as every view gets it, derived from its facts and their resolution. */
export function liveSession(
  facts: SessionFacts,
  resolution: Resolution,
  why: Evidence[],
): LiveSession {
  const { hook, transcript } = facts;
  const process = currentProcess(facts);
  const newest = process ?? facts.processes.at(-1);
  const projectPath = newest?.cwd ?? hook?.cwd ?? transcript?.cwd ?? '';
  const model = hook?.model ?? transcript?.model;
  const used = transcript?.contextTokens ?? 0;
  const size = model === undefined ? 0 : windowSize(model, used);
  // A session that only hooks tell of has no process that the hub knows.
  const isLive = process !== undefined || resolution.state.group !== 'delivered';
  const subagents = subagentCards(facts, isLive, resolution.pending);
  const pending = resolution.pending === undefined ? undefined : pendingRequest(resolution.pending);
  const tasks = hook?.tasks.length ? hook.tasks : (transcript?.tasks ?? []);
  const lastPrompt = hook?.lastPrompt ?? transcript?.lastPrompt;
  return {
    sessionId: facts.sessionId,
    title: titleOf(facts),
    projectPath,
    projectName: baseName(projectPath),
    ...optional('gitBranch', transcript?.gitBranch),
    transcriptPath: transcript?.path ?? '',
    ...optional('pid', resolution.state.state === 'session_ended' ? undefined : process?.pid),
    ...optional('entrypoint', newest?.entrypoint ?? hook?.entrypoint ?? transcript?.entrypoint),
    ...optional('model', model),
    ...optional('permissionMode', hook?.permissionMode ?? transcript?.permissionMode),
    agentState: resolution.state,
    why,
    stateSince: iso(resolution.since),
    startedAt: iso(startedAt(facts)),
    lastActivityAt: iso(lastActivityAt(facts)),
    tokens: tokenCounts(facts.usage),
    cost: { totalUsd: facts.usage?.usd ?? 0, estimated: facts.usage?.estimated ?? false },
    contextWindow: {
      usedTokens: used,
      sizeTokens: size,
      usedPercent: size === 0 ? 0 : Math.min(100, Math.round((used / size) * 1000) / 10),
    },
    ...optional('lastPrompt', lastPrompt === undefined ? undefined : clip(lastPrompt, 500)),
    ...(tasks.length > 0 && {
      tasks: {
        completed: tasks.filter((one) => one.completedAt !== undefined).length,
        total: tasks.length,
      },
    }),
    subagents,
    ...optional('pendingRequest', pending),
  };
}

function pendingRequest(pending: NonNullable<Resolution['pending']>): PendingRequest {
  return {
    toolName: pending.toolName,
    toolInput: pending.toolInput,
    suggestions: [...pending.suggestions],
    requestedAt: iso(pending.at),
    ...optional('agentId', pending.agentId),
    ...optional('agentType', pending.agentType),
  };
}

/** A model that was given its large window does not say so; a prompt that exceeds the small one does. */
function windowSize(model: string, used: number): number {
  const size = contextWindowTokens(model);
  return used <= size ? size : Math.max(used, 1_000_000);
}

function startedAt({ hook, processes, transcript }: SessionFacts): number {
  const known = [transcript?.firstAt, hook?.firstAt, processes[0]?.startedAt];
  return Math.min(...known.filter((at) => at !== undefined), Number.MAX_SAFE_INTEGER) || 0;
}

export function lastActivityAt({ hook, processes, transcript }: SessionFacts): number {
  const known = [hook?.lastAt, transcript?.lastAt, ...processes.map((one) => one.statusAt)];
  return Math.max(0, ...known.filter((at) => at !== undefined));
}

/** Years beyond the calendar of `Date` mean that nothing was known. */
function iso(at: number): string {
  return new Date(at > 8.64e15 ? 0 : at).toISOString();
}

function baseName(path: string): string {
  const parts = path.split(/[/\\]/u).filter((part) => part !== '');
  return parts.at(-1) ?? '';
}

function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [key in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in Key]?: Value });
}

import { hasFinished } from '../../../../shared/presentation';
import { projectName } from '../../../../shared/text/projectName';
import type { HeldCallCard } from '../../../../shared/protocol/control';
import type { Prompting } from '../../../../shared/protocol/prompts';
import type { Label } from '../../../../shared/protocol/label';
import type { AgentState, LiveSession, PendingRequest } from '../../../../shared/protocol/protocol';
import { truncateText } from '../../../../shared/text/truncate';
import { continuingLabel, expiredLabel } from '../words/labels';
import { isoTime } from './isoTime';
import { compactionPoint, contextWindowTokens } from '../../../agents/claude/models/contextWindow';
import { sessionChanges } from '../facts/changes';
import type { SessionEvaluation } from '../claims/evaluateSession';
import { blocksOf } from '../claims/blockedClaim';
import { upcomingRuns } from '../claims/sleepingClaim';
import { preview, requestBeginning } from './preview';
import { requestEnd, type RequestEnd } from './requestEnd';
import { currentProcess, type PendingFact, type SessionFacts } from '../facts/session';
import { subagentCards } from './subagents';
import { titleOf } from './title';
import { mergeTasks } from '../facts/tasks';
import { sessionCost, tokenCounts } from './usage';

/**
 * Greatest length of titles and labels, in characters; longer ones are truncated, since no view
 * shows more.
 */
const maxLineLength = 300;

/**
 * Card fields that depend on the session's prompt queue. A session that a usage limit stopped needs
 * no person if a queued prompt waits for the limit's reset.
 */
export function promptFields(
  { agentState, limit }: LiveSession,
  prompting: Prompting | undefined,
): Pick<LiveSession, 'prompting'> & Partial<Pick<LiveSession, 'agentState'>> {
  if (prompting === undefined) return {};
  const timedPrompt = prompting.prompts.find(({ dueAt }) => dueAt !== undefined);
  if (limit === undefined || timedPrompt?.dueAt === undefined || prompting.waitsFor !== 'limit')
    return { prompting };
  const label = continuingLabel(timedPrompt.dueAt);
  return {
    agentState: { ...agentState, group: 'autonomous', state: 'waiting_for_limit', label },
    prompting,
  };
}

export function withCall(request: PendingRequest, call: HeldCallCard | undefined): PendingRequest {
  return { ...request, ...optionalField('call', call) };
}

/** Creates a session's card from its facts, before other parts add their fields. */
export function liveSession(
  facts: SessionFacts,
  {
    resolution,
    why,
    dialogs,
    now,
  }: Pick<SessionEvaluation, 'resolution' | 'why' | 'dialogs' | 'now'>,
): LiveSession {
  const { hook, transcript } = facts;
  const process = currentProcess(facts);
  const newest = process ?? facts.processes.at(-1);
  const projectPath = newest?.cwd ?? hook?.cwd ?? transcript?.cwd ?? '';
  const model = hook?.model ?? transcript?.model;
  const used = transcript?.contextTokens ?? 0;
  const maxContextTokens = Math.max(used, transcript?.heldTokens ?? 0);
  const size =
    transcript?.contextWindow ?? (model === undefined ? 0 : windowSize(model, maxContextTokens));
  const { pending } = resolution;
  // A session that only hooks have reported has no known process; its state then decides.
  const isLive = process !== undefined || !hasFinished(resolution.state);
  const subagents = subagentCards(facts, isLive, pending ? [pending, ...dialogs] : dialogs);
  const tasks = mergeTasks(hook?.tasks ?? [], transcript?.tasks ?? []);
  const lastPrompt = hook?.lastPrompt ?? transcript?.lastPrompt;
  const changes = sessionChanges(facts);
  const hasEnded = resolution.state.state === 'session_ended';
  return {
    sessionId: facts.sessionId,
    ...optionalField('agent', facts.agent),
    title: truncateText(titleOf(facts), maxLineLength),
    projectPath,
    projectName: projectName(projectPath),
    ...optionalField('gitBranch', facts.repository?.branch ?? transcript?.gitBranch),
    ...optionalField('repository', facts.repository),
    transcriptPath: transcript?.path ?? '',
    ...optionalField('pid', hasEnded || process?.isShared === true ? undefined : process?.pid),
    ...optionalField(
      'entrypoint',
      newest?.entrypoint ?? hook?.entrypoint ?? transcript?.entrypoint,
    ),
    ...optionalField('model', model),
    ...optionalField('permissionMode', hook?.permissionMode ?? transcript?.permissionMode),
    agentState: truncateState(resolution.state),
    why,
    stateSince: isoTime(resolution.since),
    startedAt: isoTime(startedAt(facts)),
    lastActivityAt: isoTime(lastActivityAt(facts)),
    tokens: tokenCounts(facts.usage),
    cost: sessionCost(facts.usage) ?? { totalUsd: 0, estimated: false },
    contextWindow: {
      usedTokens: used,
      sizeTokens: size,
      usedPercent: size === 0 ? 0 : Math.min(100, Math.round((used / size) * 1000) / 10),
      ...optionalField('compactsAtTokens', compactionPoint(size, transcript?.autoCompactedAt)),
    },
    ...optionalField('lastPrompt', lastPrompt && truncateText(lastPrompt, 500)),
    ...(tasks.length > 0 && {
      tasks: {
        completed: tasks.filter((one) => one.completedAt !== undefined).length,
        total: tasks.length,
      },
    }),
    ...(changes.edits > 0 && { changes: { files: changes.fileCount, edits: changes.edits } }),
    subagents,
    ...optionalField(
      'pendingRequest',
      pending && {
        ...briefRequest(pending, requestEnd(facts, pending)),
        ...optionalField('said', messageBefore(facts, pending)),
      },
    ),
    ...optionalField('limit', resolution.claim.limit),
    ...expiredField(facts),
    ...scheduleField(facts, now),
    ...blockedField(facts),
    ...backgroundField(facts),
  };
}

/**
 * Last message of the main agent in the current turn. Undefined for a subagent's request, because
 * the message does not refer to it.
 */
function messageBefore(
  { hook, transcript }: SessionFacts,
  pending: PendingFact,
): string | undefined {
  const { turn, lastAt = 0 } = transcript ?? {};
  const isOfTurn = turn?.kind === 'responding' && lastAt >= (hook?.humanPromptAt ?? 0);
  return (isOfTurn && pending.agentId === undefined && turn.text.trim()) || undefined;
}

/** The newest expired dialog; none after a person's next prompt. */
function expiredField({ hook, transcript }: SessionFacts): Pick<LiveSession, 'expired'> {
  const newest = [hook?.expired, transcript?.expired]
    .filter((one) => one !== undefined)
    .toSorted((one, other) => other.at - one.at)[0];
  const promptedAt = Math.max(hook?.humanPromptAt ?? 0, transcript?.humanPromptAt ?? 0);
  if (newest === undefined || newest.at < promptedAt) return {};
  return { expired: { at: isoTime(newest.at), label: expiredLabel(newest) } };
}

/** Maximum number of scheduled runs on a card; no view shows more. */
const maxRuns = 8;

function scheduleField(facts: SessionFacts, now: number): Pick<LiveSession, 'schedule'> {
  const upcoming = upcomingRuns(facts, now).slice(0, maxRuns);
  if (upcoming.length === 0) return {};
  return {
    schedule: upcoming.map(({ run, start }) => ({
      id: run.id ?? run.kind,
      dueAt: isoTime(start),
      prompt: truncateText(run.prompt, maxLineLength),
      recurring: run.recurring,
      ...(run.kind === 'wakeup' && { wakeup: true }),
      ...(run.durable && { durable: true }),
    })),
  };
}

/** Maximum number of blocked calls on a card; no view shows more. */
const maxBlocked = 8;

function blockedField(facts: SessionFacts): Pick<LiveSession, 'blocked'> {
  const { all, open } = blocksOf(facts);
  if (all.count === 0) return {};
  const calls = all.last.slice(-maxBlocked).toReversed();
  return {
    blocked: {
      count: all.count,
      open: open.length,
      calls: calls.map((call) => ({
        id: call.id,
        at: isoTime(call.at),
        toolName: call.tool,
        toolInput: call.input,
        reason: truncateText(call.reason, maxLineLength),
        ...optionalField('agentType', call.agentType),
        ...optionalField('ranAt', call.ranAt === undefined ? undefined : isoTime(call.ranAt)),
        ...(open.includes(call) && { open: true, ...optionalField('command', call.command) }),
      })),
    },
  };
}

/** The session's background job; empty unless a process is running it. */
function backgroundField(facts: SessionFacts): Pick<LiveSession, 'background'> {
  const { kind, jobId } = currentProcess(facts) ?? {};
  if (kind !== 'bg' || jobId === undefined) return {};
  const job = facts.job?.id === jobId ? facts.job : undefined;
  return {
    background: {
      jobId,
      ...optionalField('name', job?.name && truncateText(job.name, maxLineLength)),
      ...optionalField('detail', job?.detail && truncateText(job.detail, maxLineLength)),
      ...optionalField('needs', job?.needs && truncateText(job.needs, maxLineLength)),
    },
  };
}

/**
 * The request with its complete input, of any length. `end` describes how the request ends without
 * an answer.
 */
export function fullRequest(pending: PendingFact, end: RequestEnd = {}): PendingRequest {
  const { toolName, toolInput, toolUseId, suggestions, at } = pending;
  const { agentId, agentType, cwd, mcpServer } = pending;
  return {
    requestId: toolUseId ?? [toolName, agentId, at].join('/'),
    toolName,
    toolInput,
    suggestions: [...suggestions],
    whole: true,
    requestedAt: isoTime(at),
    ...optionalField('agentId', agentId),
    ...optionalField('agentType', agentType),
    ...optionalField('cwd', cwd),
    ...optionalField('blocked', pending.blocked),
    ...optionalField('mcpServer', mcpServer),
    ...optionalField('onlyHere', end.onlyHere),
    ...optionalField('deadline', end.deadline),
  };
}

function briefRequest(pending: PendingFact, end: RequestEnd): PendingRequest {
  const beginning = requestBeginning(pending.toolInput, pending.suggestions);
  return { ...fullRequest(pending, end), ...beginning };
}

/**
 * Returns the state with truncated texts, because an error's output or a background command may be
 * long.
 */
function truncateState(state: AgentState): AgentState {
  const { context } = state;
  const label = truncateLabel(state.label);
  if (context === undefined) return { ...state, label };
  const fields = Object.entries(context).map(([key, value]) => [key, preview(value).value]);
  return { ...state, label, context: Object.fromEntries(fields) };
}

function truncateLabel({ key, values, text }: Label): Label {
  const truncate = (part: string) => truncateText(part, maxLineLength);
  return {
    key,
    values: values.map((value) => (typeof value === 'string' ? truncate(value) : value)),
    text: truncate(text),
  };
}

/**
 * Size of the context window in tokens. The model's name does not reveal whether the large window
 * is enabled, but a prompt that exceeds the standard window does.
 */
function windowSize(model: string, maxContextTokens: number): number {
  const size = contextWindowTokens(model);
  return size === 0 || maxContextTokens <= size ? size : Math.max(maxContextTokens, 1_000_000);
}

function startedAt({ hook, processes, transcript }: SessionFacts): number {
  const known = [transcript?.firstAt, hook?.firstAt, processes[0]?.startedAt];
  return Math.min(...known.filter((at) => at !== undefined), Number.MAX_SAFE_INTEGER) || 0;
}

export function lastActivityAt({ hook, processes, transcript }: SessionFacts): number {
  const known = [hook?.lastAt, transcript?.lastAt, ...processes.map((one) => one.statusAt)];
  return Math.max(0, ...known.filter((at) => at !== undefined));
}

function optionalField<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [key in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in Key]?: Value });
}

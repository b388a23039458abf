import type { HookEvent, HookPayload } from './event';
import { announce, endCalls, endDialogs } from './dialogs/pending';
import type { HookFacts, SubagentHookFacts } from './session';

/** Folds an event of a subagent: it changes the subagent and its dialogs, never the main agent. */
export function reduceSubagent(facts: HookFacts, hook: HookEvent, agentId: string): HookFacts {
  const { payload, at } = hook;
  switch (payload.hook_event_name) {
    case 'SubagentStart':
      return withAgent(facts, payload, agentId, at, {
        startedAt: at,
        endedAt: undefined,
        failed: false,
      });
    case 'SubagentStop':
      // Compaction fires one of these for an agent that never was.
      if (payload.agent_type === '' && !facts.subagents.has(agentId)) return facts;
      return ended(withAgent(facts, payload, agentId, at, { endedAt: at }), agentId);
    case 'StopFailure':
      if (!facts.subagents.has(agentId)) return facts;
      return ended(withAgent(facts, payload, agentId, at, { endedAt: at, failed: true }), agentId);
    case 'PermissionRequest':
      return {
        ...withAgent(facts, payload, agentId, at, {}),
        pending: announce(facts, hook, true),
      };
    case 'PreToolUse':
      return withAgent(facts, payload, agentId, at, {});
    case 'PostToolUse':
    case 'PostToolUseFailure':
    case 'PermissionDenied':
      return {
        ...withAgent(facts, payload, agentId, at, {}),
        pending: endCalls(facts, payload).pending,
      };
    case 'PostToolBatch':
      return ended(withAgent(facts, payload, agentId, at, {}), agentId);
    default:
      return facts;
  }
}

function ended(facts: HookFacts, agentId: string): HookFacts {
  return { ...facts, pending: endDialogs(facts.pending, agentId) };
}

function withAgent(
  facts: HookFacts,
  payload: HookPayload,
  agentId: string,
  at: number,
  change: Partial<SubagentHookFacts>,
): HookFacts {
  const before = facts.subagents.get(agentId);
  const named =
    payload.agent_type === undefined || payload.agent_type === '' ? undefined : payload.agent_type;
  const next: SubagentHookFacts = {
    agentId,
    startedAt: before?.startedAt ?? at,
    endedAt: before?.endedAt,
    failed: before?.failed ?? false,
    ...change,
    agentType: named ?? before?.agentType ?? 'subagent',
    lastAt: at,
  };
  return { ...facts, subagents: new Map(facts.subagents).set(agentId, next) };
}

import { hookEvents } from '../../../agents/claude/names/hookEvents';
import type { HookEvent, HookPayload } from './event';
import { announce, endCalls, endDialogs } from './dialogs/pending';
import type { HookFacts, SubagentHookFacts } from './session';

/** Folds an event of a subagent: it changes the subagent and its dialogs, never the main agent. */
export function reduceSubagent(facts: HookFacts, hook: HookEvent, agentId: string): HookFacts {
  const { payload, at } = hook;
  switch (payload.hook_event_name) {
    case hookEvents.subagentStart:
      return withAgent(facts, payload, agentId, at, {
        startedAt: at,
        endedAt: undefined,
        failed: false,
      });
    case hookEvents.subagentEnd:
      // Compaction fires one of these for an agent that never was.
      if (payload.agent_type === '' && !facts.subagents.has(agentId)) return facts;
      return ended(withAgent(facts, payload, agentId, at, { endedAt: at }), agentId);
    case hookEvents.turnFailure:
      if (!facts.subagents.has(agentId)) return facts;
      return ended(withAgent(facts, payload, agentId, at, { endedAt: at, failed: true }), agentId);
    case hookEvents.request:
      return {
        ...withAgent(facts, payload, agentId, at, {}),
        pending: announce(facts, hook, true),
      };
    case hookEvents.callStart:
      return withAgent(facts, payload, agentId, at, {});
    case hookEvents.callEnd:
    case hookEvents.callFailure:
    case hookEvents.denial:
      return {
        ...withAgent(facts, payload, agentId, at, {}),
        pending: endCalls(facts, payload).pending,
      };
    case hookEvents.batchEnd:
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

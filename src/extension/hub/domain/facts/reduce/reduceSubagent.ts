import type { HookEvent, HookReport } from '../event';
import { addDialog, endCalls, endDialogs, endRequest } from '../dialogs/pending';
import type { HookFacts, SubagentHookFacts } from '../session';

/** Folds a hook of a subagent: it changes the subagent and its dialogs, never the main agent. */
export function reduceSubagent(facts: HookFacts, hook: HookEvent, agentId: string): HookFacts {
  const { report, at } = hook;
  switch (report.moment) {
    case 'subagentStart':
      return withAgent(facts, report, agentId, at, {
        startedAt: at,
        endedAt: undefined,
        failed: false,
      });
    case 'subagentEnd':
      // A compaction sends this hook for an agent that never started.
      if (report.agentType === '' && !facts.subagents.has(agentId)) return facts;
      return withoutDialogs(withAgent(facts, report, agentId, at, { endedAt: at }), agentId);
    case 'turnFailure':
      if (!facts.subagents.has(agentId)) return facts;
      return withoutDialogs(
        withAgent(facts, report, agentId, at, { endedAt: at, failed: true }),
        agentId,
      );
    case 'request':
      return {
        ...withAgent(facts, report, agentId, at, {}),
        pending: addDialog(facts, hook, true),
      };
    case 'requestEnd':
      return { ...facts, pending: endRequest(facts.pending, report) };
    case 'callStart':
      return withAgent(facts, report, agentId, at, {});
    case 'callEnd':
    case 'callFailure':
    case 'denial':
      return {
        ...withAgent(facts, report, agentId, at, {}),
        pending: endCalls(facts, report).pending,
      };
    case 'batchEnd':
      return withoutDialogs(withAgent(facts, report, agentId, at, {}), agentId);
    default:
      return facts;
  }
}

function withoutDialogs(facts: HookFacts, agentId: string): HookFacts {
  return { ...facts, pending: endDialogs(facts.pending, agentId) };
}

function withAgent(
  facts: HookFacts,
  report: HookReport,
  agentId: string,
  at: number,
  change: Partial<SubagentHookFacts>,
): HookFacts {
  const before = facts.subagents.get(agentId);
  const named =
    report.agentType === undefined || report.agentType === '' ? undefined : report.agentType;
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

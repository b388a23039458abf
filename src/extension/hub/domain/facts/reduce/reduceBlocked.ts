import { isDialogTool } from '../../../../../shared/agents/tools';
import {
  consecutiveBlocks,
  addToBlockedStreak,
  readBlockCount,
  addBlockedCall,
  markRun,
} from '../blockedCalls';
import type { HookEvent } from '../event';
import { addDialog } from '../dialogs/pending';
import type { HookFacts } from '../session';

/**
 * Tracks the calls of the main agent and its subagents that auto mode blocked, and which of them
 * ran later.
 */
export function trackBlockedCalls(facts: HookFacts, { report, at }: HookEvent): HookFacts {
  const { tool = 'a tool', input, agentType } = report;
  const { moment, agentId, reason = '' } = report;
  const isMain = agentId === undefined;
  switch (moment) {
    case 'denial': {
      const id = report.toolUseId ?? `${tool}@${at}`;
      const blocking = { id, at, tool, input, reason };
      const agent = isMain ? {} : { agentType: agentType ?? 'subagent' };
      return {
        ...facts,
        blocked: addBlockedCall(facts.blocked, { ...blocking, ...agent }),
        // The client counts consecutive calls per agent.
        blockedStreak: isMain
          ? addToBlockedStreak(facts.blockedStreak, id, reason)
          : facts.blockedStreak,
      };
    }
    case 'callEnd':
    case 'callFailure':
      return {
        ...facts,
        blocked: markRun(facts.blocked, tool, input, at),
        blockedStreak: isMain ? undefined : facts.blockedStreak,
      };
    // A new process of the client restarts the count.
    case 'sessionStart':
      return report.source === 'compact' ? facts : { ...facts, blockedStreak: undefined };
    default:
      return facts;
  }
}

/**
 * Adds a permission request. In auto mode, the classifier decides, and a person is asked only after
 * several consecutive calls were blocked. The client's hook does not contain this reason; a
 * runner's hook has the classifier's text as `reason`. Any other request without suggestions comes
 * from the client's own safety checks.
 */
export function addPermissionRequest(facts: HookFacts, hook: HookEvent): HookFacts {
  const { report, at } = hook;
  const { tool = '', suggestions, reason: classifierText = '' } = report;
  const statedCount = readBlockCount(classifierText);
  const pending = addDialog(facts, hook, true);
  const asked = pending.at(-1);
  const { blockedStreak: before } = facts;
  const isOther = isDialogTool(tool) || (suggestions?.length === 0 && statedCount === undefined);
  if (report.permissionMode !== 'auto' || isOther || asked === undefined) {
    return { ...facts, pending };
  }
  const id = asked.toolUseId ?? `${tool}@${at}`;
  const count = statedCount ?? consecutiveBlocks(before, id);
  if (count === undefined) return { ...facts, pending };
  const blockedStreak = addToBlockedStreak(
    before,
    id,
    statedCount === undefined ? (before?.reason ?? '') : classifierText,
  );
  const { reason } = blockedStreak;
  return {
    ...facts,
    pending: [...pending.slice(0, -1), { ...asked, blocked: { count, reason } }],
    blockedStreak,
  };
}

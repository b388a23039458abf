import { isSubagentTool } from '../../../../shared/agents/tools';
import type { ClaimValues } from './claim';
import { runningLabel } from '../words/labels';
import type { OpenTool, ProcessFacts, SessionFacts } from '../facts/session';
import { compactInput } from '../words/tools';

/** The newest tool use of this turn that has started and not ended according to hooks. */
export function hookOpenTool(
  facts: SessionFacts,
  process: ProcessFacts | undefined,
): OpenTool | undefined {
  return newest(facts, process, facts.hook?.openTools ?? []);
}

/** The newest tool use of this turn without a result, from any source. */
export function anyOpenTool(
  facts: SessionFacts,
  process: ProcessFacts | undefined,
): OpenTool | undefined {
  const ended = new Set(facts.hook?.endedTools);
  const transcriptTools = facts.transcript?.openTools.filter((tool) => !ended.has(tool.id)) ?? [];
  return newest(facts, process, [...transcriptTools, ...(facts.hook?.openTools ?? [])]);
}

/** The tool use that a dialog may be about, and the agent that made it. */
export interface DialogTool {
  readonly tool: OpenTool;
  /** Undefined for the main agent. */
  readonly agentId?: string | undefined;
  readonly agentType?: string | undefined;
}

/**
 * Returns the tool use that an open dialog is most likely about: the request that a teammate sent
 * to this lead, otherwise the newest open tool use of the main agent, a subagent or a teammate.
 * Tools that start subagents do not count.
 */
export function findDialogTool(facts: SessionFacts, process: ProcessFacts): DialogTool | undefined {
  const teammateRequest = findOldestTeammateRequest(facts, process);
  if (teammateRequest !== undefined) return teammateRequest;
  const own = anyOpenTool(facts, process);
  let candidate: DialogTool | undefined =
    own === undefined || isSubagentTool(own.name) ? undefined : { tool: own };
  for (const { agentId, agentType, openTools, finished } of facts.subagentFiles.values()) {
    const tool = finished ? undefined : openTools.at(-1);
    if (tool === undefined || isSubagentTool(tool.name)) continue;
    if (candidate === undefined || tool.at > candidate.tool.at)
      candidate = { tool, agentId, agentType };
  }
  for (const { sessionId, name, openTool: tool } of facts.teammates.values()) {
    if (tool === undefined || isSubagentTool(tool.name)) continue;
    const mate = { tool, agentId: sessionId, agentType: name };
    if (candidate === undefined || tool.at > candidate.tool.at) candidate = mate;
  }
  return candidate;
}

/**
 * Returns the oldest tool use for which a teammate in a terminal pane asked its lead for permission
 * and still waits; undefined if there is none.
 */
function findOldestTeammateRequest(
  { teammateRequests, teammates }: SessionFacts,
  process: ProcessFacts,
): DialogTool | undefined {
  for (const { teammate, tool } of teammateRequests) {
    const mate = [...teammates.values()].find(({ name }) => name === teammate);
    const isOpen =
      mate === undefined ? tool.at >= (process.lastFreeAt ?? 0) : mate.openTool?.id === tool.id;
    if (isOpen) return { tool, agentId: mate?.sessionId, agentType: teammate };
  }
  return undefined;
}

function newest(
  facts: SessionFacts,
  process: ProcessFacts | undefined,
  tools: readonly OpenTool[],
): OpenTool | undefined {
  const since = process?.lastRestAt ?? 0;
  return tools
    .filter((tool) => tool.at > since && facts.transcript?.answered.has(tool.id) !== true)
    .toSorted((a, b) => a.at - b.at)
    .at(-1);
}

/** The state, label and context of a session that runs the tool; `event` is the evidence. */
export function toolState(
  tool: OpenTool,
  event: string,
): Pick<ClaimValues, 'state' | 'label' | 'context'> {
  return {
    state: isSubagentTool(tool.name) ? 'delegating' : 'acting',
    label: runningLabel(tool.name, tool.input),
    context: { event, toolName: tool.name, toolInput: compactInput(tool.input) },
  };
}

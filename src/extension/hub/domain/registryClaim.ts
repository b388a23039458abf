import { backgroundShellMs } from './backgroundShells';
import { asksUser } from './asksUser';
import { claim, type Claim } from './claim';
import { dialogClaim, type DialogValues } from './dialog';
import { backgroundLabel, failureLabel, labels } from './labels';
import { finishedTask } from './tasks';
import { anyOpenTool, askingTool, isDialogTool, toolLook, type AskingTool } from './openTool';
import type { PendingFact, ProcessFacts, SessionFacts } from './session';

/** What the registry says, with the details that transcript and earlier hooks can add. */
export function registryClaim(facts: SessionFacts, process: ProcessFacts, now: number): Claim {
  switch (process.status) {
    case 'waiting':
      return waiting(facts, process);
    case 'busy':
      return busy(facts, process);
    case 'shell':
      return now < process.statusAt + backgroundShellMs
        ? besideShell(process)
        : atRest(facts, process);
    case 'idle':
    case undefined:
      return atRest(facts, process);
  }
}

function besideShell(process: ProcessFacts): Claim {
  return claim({
    kind: 'background',
    state: 'waiting_for_agent',
    label: backgroundLabel([{ type: 'shell' }]),
    confidence: 0.8,
    source: 'registry',
    at: process.statusAt,
    context: { event: 'shell' },
  });
}

function waiting(facts: SessionFacts, process: ProcessFacts): Claim {
  const { waitingFor, statusAt: at } = process;
  const common = { confidence: 0.9, source: 'registry', at, event: 'waiting' } as const;
  const asking = askingTool(facts, process);
  switch (waitingFor) {
    case 'permission prompt':
      return dialogClaim({ ...common, ...asked(asking, at) });
    case 'input needed':
      return asking === undefined || asking.tool.name === 'AskUserQuestion'
        ? dialogClaim({ ...common, ...asked(asking, at), toolName: 'AskUserQuestion' })
        : dialogClaim({ ...common, toolName: 'Elicitation', toolInput: undefined });
    default:
      return otherDialog(waitingFor, at);
  }
}

/** Menus, start-up offers and whatever a newer client waits for. */
function otherDialog(waitingFor: string | undefined, at: number): Claim {
  const known = waitingFor === undefined || waitingFor === 'dialog open';
  return claim({
    kind: 'dialog',
    state: 'awaiting_input',
    label: known ? labels.dialog : `Needs you: ${waitingFor}`,
    confidence: 0.8,
    source: 'registry',
    at,
    context: { event: 'waiting', waitingFor },
  });
}

function asked(
  asking: AskingTool | undefined,
  at: number,
): Pick<DialogValues, 'toolName' | 'toolInput' | 'agentType' | 'pending'> {
  if (asking === undefined) return { toolName: undefined, toolInput: undefined };
  const { tool, agentId, agentType } = asking;
  const pending: PendingFact = {
    toolName: tool.name,
    toolInput: tool.input,
    toolUseId: tool.id,
    suggestions: [],
    at,
    agentId,
    agentType,
    confirmed: true,
    event: 'waiting',
  };
  return { toolName: tool.name, toolInput: tool.input, agentType, pending };
}

function busy(facts: SessionFacts, process: ProcessFacts): Claim {
  const tool = anyOpenTool(facts, process);
  const common = { confidence: 0.9, source: 'registry', at: process.statusAt } as const;
  if (tool !== undefined && !isDialogTool(tool.name)) {
    const since = Math.max(tool.at, process.statusAt);
    return claim({ ...common, kind: 'working', ...toolLook(tool, 'busy'), since });
  }
  const turn = facts.transcript?.turn;
  // Over since the client was last at rest: a subagent's dialog does not begin it again.
  const turnIsOver = turn?.kind === 'ended' && turn.at > (process.lastRestAt ?? 0);
  if (turnIsOver && runningSubagents(facts) > 0) {
    return claim({
      ...common,
      kind: 'background',
      state: 'waiting_for_agent',
      label: 'Waiting for a subagent',
      since: turn.at,
      context: { event: 'busy' },
    });
  }
  return claim({
    ...common,
    kind: 'working',
    state: 'thinking',
    label: labels.thinking,
    context: { event: 'busy' },
  });
}

function atRest(facts: SessionFacts, process: ProcessFacts): Claim {
  const at = process.statusAt;
  const turn = facts.transcript?.turn;
  const event = process.status ?? 'started';
  const common = { kind: 'resting', confidence: 0.9, source: 'registry', at } as const;
  const ofThisProcess = turn !== undefined && turn.at >= process.startedAt;
  if (ofThisProcess && turn.kind === 'interrupted') {
    return claim({
      ...common,
      state: 'interrupted',
      label: labels.interrupted,
      context: { event },
    });
  }
  if (ofThisProcess && turn.kind === 'failed') {
    return claim({
      ...common,
      state: 'error',
      label: failureLabel(turn.error, turn.text),
      context: { event, error: turn.error, message: turn.text },
    });
  }
  const { tasks = [], humanPromptAt } = facts.transcript ?? {};
  const finished =
    ofThisProcess && turn.kind === 'ended' ? finishedTask(tasks, humanPromptAt) : undefined;
  if (finished !== undefined) {
    const label = `Finished: ${finished.subject}`;
    return claim({
      ...common,
      state: 'task_complete',
      label,
      context: { event, message: turn?.text },
    });
  }
  if (ofThisProcess && turn.kind === 'ended' && asksUser(turn.text)) {
    return claim({
      ...common,
      state: 'awaiting_input',
      label: labels.question,
      confidence: 0.6,
      context: { event, message: turn.text },
    });
  }
  const shell = process.status === 'shell';
  return claim({
    ...common,
    state: 'idle',
    label: labels.idle,
    context: { event, ...(shell && { backgroundShell: true }) },
  });
}

function runningSubagents(facts: SessionFacts): number {
  let count = 0;
  for (const file of facts.subagentFiles.values()) if (!file.finished) count += 1;
  return count;
}

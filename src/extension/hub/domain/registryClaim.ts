import { asksUser } from './asksUser';
import { claim, type Claim } from './claim';
import { dialogClaim } from './dialog';
import { backgroundLabel, failureLabel, labels } from './labels';
import { anyOpenTool, isDialogTool, toolLook } from './openTool';
import type { ProcessFacts, SessionFacts } from './session';

/**
 * How long a session counts as waiting for its background shells, in ms. A build wakes the agent when
 * it ends; a server that is still there after this will not, and the person is not to miss the prompt.
 */
export const backgroundShellMs = 10 * 60_000;

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
  const at = process.statusAt;
  const tool = anyOpenTool(facts, process);
  const byTool = {
    toolInput: tool?.input,
    confidence: 0.9,
    source: 'registry',
    at,
    event: 'waiting',
  } as const;
  switch (process.waitingFor) {
    case 'permission prompt':
      return dialogClaim({ ...byTool, toolName: tool?.name });
    case 'input needed':
      return dialogClaim({
        ...byTool,
        toolName: tool?.name === 'AskUserQuestion' ? tool.name : 'Elicitation',
        ...(tool === undefined && { toolName: 'AskUserQuestion' }),
      });
    case 'dialog open':
      return claim({
        kind: 'dialog',
        state: 'awaiting_input',
        label: labels.dialog,
        confidence: 0.8,
        source: 'registry',
        at,
        context: { event: 'waiting', waitingFor: process.waitingFor },
      });
    default:
      return claim({
        kind: 'dialog',
        state: 'needs_permission',
        label:
          process.waitingFor === undefined
            ? 'Needs permission'
            : `Needs you: ${process.waitingFor}`,
        confidence: 0.8,
        source: 'registry',
        at,
        context: { event: 'waiting', waitingFor: process.waitingFor },
      });
  }
}

function busy(facts: SessionFacts, process: ProcessFacts): Claim {
  const tool = anyOpenTool(facts, process);
  const common = { confidence: 0.9, source: 'registry', at: process.statusAt } as const;
  if (tool !== undefined && !isDialogTool(tool.name)) {
    const since = Math.max(tool.at, process.statusAt);
    return claim({ ...common, kind: 'working', ...toolLook(tool, 'busy'), since });
  }
  const turn = facts.transcript?.turn;
  const turnIsOver = turn !== undefined && turn.kind === 'ended' && turn.at > process.statusAt;
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

import { asksUser } from './asksUser';
import { claim, type Claim } from './claim';
import { dialogClaim } from './dialog';
import { failureLabel, isSubagentTool, labels, runningLabel } from './labels';
import type { OpenTool, ProcessFacts, SessionFacts } from './session';
import { compactInput } from './toolInput';

/** What the registry says, with the details that transcript and earlier hooks can add. */
export function registryClaim(facts: SessionFacts, process: ProcessFacts): Claim {
  switch (process.status) {
    case 'waiting':
      return waiting(facts, process);
    case 'busy':
      return busy(facts, process);
    case 'idle':
    case 'shell':
    case undefined:
      return atRest(facts, process);
  }
}

function waiting(facts: SessionFacts, process: ProcessFacts): Claim {
  const at = process.statusAt;
  const tool = newestOpenTool(facts, process);
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
  const tool = newestOpenTool(facts, process);
  const common = { confidence: 0.9, source: 'registry', at: process.statusAt } as const;
  if (tool !== undefined) {
    return claim({
      ...common,
      kind: 'working',
      state: isSubagentTool(tool.name) ? 'delegating' : 'acting',
      label: runningLabel(tool.name, tool.input),
      since: Math.max(tool.at, process.statusAt),
      context: { event: 'busy', toolName: tool.name, toolInput: compactInput(tool.input) },
    });
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

/** The newest tool use without a result that this turn opened, from whichever source saw it. */
export function newestOpenTool(
  facts: SessionFacts,
  process: ProcessFacts | undefined,
): OpenTool | undefined {
  const since = process?.lastRestAt ?? 0;
  const answered = facts.transcript?.answered;
  return [...(facts.hook?.openTools ?? []), ...(facts.transcript?.openTools ?? [])]
    .filter((tool) => tool.at > since && answered?.has(tool.id) !== true)
    .reduce<OpenTool | undefined>(
      (newest, tool) => (newest === undefined || tool.at >= newest.at ? tool : newest),
      undefined,
    );
}

function runningSubagents(facts: SessionFacts): number {
  let count = 0;
  for (const file of facts.subagentFiles.values()) if (!file.finished) count += 1;
  return count;
}

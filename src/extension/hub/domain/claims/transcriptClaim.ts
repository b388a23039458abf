import { isDialogTool, isFileEdit, isPosixShell, toolKind } from '../../../../shared/agents/tools';
import { stateLabel } from '../../../../shared/words/stateLabels';
import { asksUser } from '../words/asksUser';
import { unnotifiedTasks } from '../facts/background';
import { createClaim, type Claim } from './claim';
import { dialogClaim, dialogValuesOf } from './dialog';
import { transientMs } from './hookClaim';
import { limitClaim, limitedTurn } from './limitClaim';
import { backgroundLabel, failureLabel } from '../words/labels';
import { anyOpenTool, toolState } from './openTool';
import {
  currentProcess,
  type OpenTool,
  type ProcessFacts,
  type SessionFacts,
  type TranscriptTurn,
} from '../facts/session';

/**
 * Time without a transcript entry, in ms, after which a session of an old client without a known
 * process counts as closed.
 */
export const silentMs = 10 * 60_000;

/** Time, in ms, after which a call without any effect counts as waiting for permission. */
const inactiveMs = 1_000;

/**
 * True if a tool of a client without a status waits for permission: an edit would have finished at
 * once, and a command would have a process.
 */
function waitsForPermission(facts: SessionFacts, tool: OpenTool, now: number): boolean {
  const process = currentProcess(facts);
  if (process === undefined || now < inactiveAt(process, tool.at)) return false;
  return isFileEdit(tool.name) || (isPosixShell(tool.name) && process.runsCommand === false);
}

/**
 * Time from which a call without a result counts as inactive. The result of a command arrives
 * shortly after the command's end, and the next call of the same message may wait for permission
 * from then on.
 */
export function inactiveAt(process: ProcessFacts | undefined, calledAt: number): number {
  return Math.max(calledAt, process?.command?.endedAt ?? 0) + inactiveMs;
}

/** The claim from the transcript alone, for clients without a status in the registry. */
export function transcriptClaim(facts: SessionFacts, now: number): Claim | undefined {
  const turn = facts.transcript?.turn;
  if (turn === undefined) return undefined;
  const resting = { kind: 'resting', source: 'jsonl', at: turn.at, confidence: 0.8 } as const;
  switch (turn.kind) {
    case 'interrupted':
      return createClaim({ ...resting, state: 'interrupted', label: stateLabel('interrupted') });
    case 'failed': {
      const limited = limitedTurn(facts, turn);
      if (limited !== undefined) return limitClaim(limited, resting, now);
      const context = { error: turn.error, message: turn.text };
      const label = failureLabel(turn.error, turn.text);
      return createClaim({ ...resting, state: 'error', label, context });
    }
    case 'ended': {
      const plan = planClaim(facts);
      if (plan !== undefined) return plan;
      const settledAt = turn.at + (turn.settleMs ?? 0);
      if (now < settledAt) return { ...thinkingClaim(facts, turn, now), until: settledAt };
      return backgroundClaim(facts, turn, now) ?? idleClaim(turn);
    }
    case 'compacting': {
      const label = stateLabel('compacting');
      return createClaim({
        ...workingFields(facts, turn, now),
        state: 'compacting',
        label,
        at: turn.at,
      });
    }
    case 'prompted':
    case 'responding':
      return unfinishedClaim(facts, turn, now);
  }
}

/** The claim that a plan which the agent proposed at the end of its turn waits for a decision. */
export function planClaim(facts: SessionFacts): Claim | undefined {
  if (facts.transcript?.turn?.kind !== 'ended') return undefined;
  const tool = anyOpenTool(facts, undefined);
  return tool !== undefined && toolKind(tool.name) === 'plan' ? dialogToolClaim(tool) : undefined;
}

function unfinishedClaim(facts: SessionFacts, turn: TranscriptTurn, now: number): Claim {
  const tool = anyOpenTool(facts, undefined);
  if (tool !== undefined && isDialogTool(tool.name)) return dialogToolClaim(tool);
  if (tool !== undefined && waitsForPermission(facts, tool, now)) {
    const { name: toolName, input: toolInput, at } = tool;
    const guess = { confidence: 0.5, source: 'jsonl', at, event: 'no process' } as const;
    return dialogClaim({ ...guess, toolName, toolInput });
  }
  return tool === undefined
    ? thinkingClaim(facts, turn, now)
    : createClaim({
        ...workingFields(facts, turn, now),
        ...toolState(tool, 'tool_use'),
        at: tool.at,
      });
}

function thinkingClaim(facts: SessionFacts, turn: TranscriptTurn, now: number): Claim {
  const label = stateLabel('thinking');
  return createClaim({ ...workingFields(facts, turn, now), state: 'thinking', label, at: turn.at });
}

function workingFields({ transcript }: SessionFacts, { at }: TranscriptTurn, now: number) {
  const isFresh = now - (transcript?.lastAt ?? at) < transientMs;
  return { kind: 'working', source: 'jsonl', confidence: isFresh ? 0.6 : 0.3 } as const;
}

/** The claim of a call that is a dialog itself, such as a question: the call is the request. */
function dialogToolClaim(tool: OpenTool): Claim {
  const { at } = tool;
  const common = { confidence: 0.7, source: 'jsonl', at, event: 'tool_use' } as const;
  return dialogClaim({ ...common, ...dialogValuesOf({ tool }, at) });
}

function idleClaim({ at, text }: TranscriptTurn): Claim {
  const common = { kind: 'resting', source: 'jsonl', at, context: { message: text } } as const;
  return asksUser(text)
    ? createClaim({
        ...common,
        state: 'awaiting_input',
        label: stateLabel('question'),
        confidence: 0.6,
      })
    : createClaim({ ...common, state: 'idle', label: stateLabel('idle'), confidence: 0.7 });
}

function backgroundClaim(
  facts: SessionFacts,
  turn: TranscriptTurn,
  now: number,
): Claim | undefined {
  const { tasks, at } = unnotifiedTasks(facts, turn, now);
  if (tasks.length === 0) return undefined;
  return createClaim({
    kind: 'background',
    state: 'waiting_for_agent',
    label: backgroundLabel(tasks),
    confidence: 0.6,
    source: 'jsonl',
    at,
    since: turn.at,
    context: { backgroundTasks: tasks, message: turn.text },
  });
}

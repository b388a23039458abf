import { isDialogTool, toolKind, toolName } from '../../../../shared/agents/tools';
import { stateLabel } from '../../../../shared/words/stateLabels';
import { backgroundShellMs, wakeMs } from '../facts/background';
import { createClaim, type Claim } from './claim';
import { dialogClaim, dialogValuesOf } from './dialog';
import { backgroundLabel } from '../words/labels';
import { anyOpenTool, findDialogTool, toolState } from './openTool';
import { limitAskedAbout, limitClaim } from './limitClaim';
import { restClaim } from './restClaim';
import type { ProcessFacts, SessionFacts } from '../facts/session';

/** The registry's claim, with details from the transcript and earlier hooks. */
export function registryClaim(facts: SessionFacts, process: ProcessFacts, now: number): Claim {
  switch (process.status) {
    case 'waiting':
      return waitingClaim(facts, process, now);
    case 'busy':
      return busyClaim(facts, process, now);
    case 'shell':
      return now < process.statusAt + backgroundShellMs
        ? backgroundClaim('shell', 'shell', process.statusAt)
        : idleClaim(facts, process, now);
    case 'idle':
      return now < process.statusAt + wakeMs
        ? (wakingClaim(facts, process) ?? idleClaim(facts, process, now))
        : idleClaim(facts, process, now);
    case undefined:
      return idleClaim(facts, process, now);
  }
}

/**
 * The claim for the moment after background work has ended and before the turn that this starts;
 * undefined for any other idle state.
 */
function wakingClaim(facts: SessionFacts, process: ProcessFacts): Claim | undefined {
  const { previous, statusAt } = process;
  if (previous?.status === 'shell') {
    return statusAt < previous.statusAt + backgroundShellMs
      ? backgroundClaim('shell', 'idle', statusAt, previous.statusAt)
      : undefined;
  }
  const endedAt = turnEndedAt(facts, process);
  if (previous?.status !== 'busy' || endedAt === undefined) return undefined;
  const hasSubagentWorked = [...facts.subagentFiles.values()].some(
    ({ lastAt }) => lastAt > endedAt,
  );
  return hasSubagentWorked ? backgroundClaim('subagent', 'idle', statusAt, endedAt) : undefined;
}

function backgroundClaim(type: 'shell' | 'subagent', event: string, at: number, since = at): Claim {
  return createClaim({
    kind: 'background',
    state: 'waiting_for_agent',
    label: backgroundLabel([{ type }]),
    confidence: type === 'shell' ? 0.8 : 0.9,
    source: 'registry',
    at,
    since,
    context: { event },
  });
}

function tasksClaim(
  tasks: Parameters<typeof backgroundLabel>[0],
  at: number,
  since: number,
): Claim {
  return createClaim({
    kind: 'background',
    state: 'waiting_for_agent',
    label: backgroundLabel(tasks),
    confidence: 0.9,
    source: 'registry',
    at,
    since,
    context: { event: 'busy' },
  });
}

/** End of the turn that made the process busy, in ms since 1970; undefined while the turn runs. */
function turnEndedAt({ transcript }: SessionFacts, process: ProcessFacts): number | undefined {
  const turn = transcript?.turn;
  // Ignores turns that ended before the client was last idle. A subagent's dialog in between does
  // not restart the turn.
  return turn?.kind === 'ended' && turn.at > (process.lastRestAt ?? 0) ? turn.at : undefined;
}

function waitingClaim(facts: SessionFacts, process: ProcessFacts, now: number): Claim {
  const { waitingFor, statusAt: at } = process;
  const limited = limitAskedAbout(facts, process);
  const common = { confidence: 0.9, source: 'registry', at, event: 'waiting' } as const;
  if (limited !== undefined) return limitClaim(limited, { ...common, asks: true }, now);
  const dialogTool = findDialogTool(facts, process);
  switch (waitingFor) {
    case 'permission prompt':
      return dialogClaim({ ...common, ...dialogValuesOf(dialogTool, at) });
    case 'input needed':
      return dialogTool === undefined || toolKind(dialogTool.tool.name) === 'question'
        ? dialogClaim({
            ...common,
            ...dialogValuesOf(dialogTool, at),
            toolName: toolName('question'),
          })
        : dialogClaim({ ...common, toolName: toolName('form'), toolInput: undefined });
    default:
      return otherDialogClaim(waitingFor, at);
  }
}

/** The claim of a dialog without a tool: menus, startup dialogs, and unknown ones of newer clients. */
function otherDialogClaim(waitingFor: string | undefined, at: number): Claim {
  const isGeneric = waitingFor === undefined || waitingFor === 'dialog open';
  return createClaim({
    kind: 'dialog',
    state: 'awaiting_input',
    label: isGeneric ? stateLabel('dialog') : stateLabel('needsYou', waitingFor),
    confidence: 0.8,
    source: 'registry',
    at,
    context: { event: 'waiting', waitingFor },
  });
}

function busyClaim(facts: SessionFacts, process: ProcessFacts, now: number): Claim {
  const tool = anyOpenTool(facts, process);
  const common = { confidence: 0.9, source: 'registry', at: process.statusAt } as const;
  if (tool !== undefined && !isDialogTool(tool.name)) {
    const since = Math.max(tool.at, process.statusAt);
    return createClaim({ ...common, kind: 'working', ...toolState(tool, 'busy'), since });
  }
  const endedAt = turnEndedAt(facts, process);
  const hasRunningSubagents = [...facts.subagentFiles.values()].some(({ finished }) => !finished);
  if (endedAt !== undefined && hasRunningSubagents) {
    return backgroundClaim('subagent', 'busy', process.statusAt, endedAt);
  }
  const teammates = [...facts.teammates.values()];
  if (endedAt !== undefined && teammates.length > 0) {
    const working = teammates.filter(({ state }) => state === 'working' || state === 'spawned');
    return working.length > 0
      ? tasksClaim(
          working.map(({ name }) => ({ type: 'teammate', agent_type: name })),
          process.statusAt,
          endedAt,
        )
      : idleClaim(facts, process, now);
  }
  const state = isCompacting(facts, process) ? 'compacting' : 'thinking';
  const context = { event: 'busy' };
  return createClaim({ ...common, kind: 'working', state, label: stateLabel(state), context });
}

/** True if the transcript shows that the turn that made the process busy compacts. */
function isCompacting({ transcript }: SessionFacts, { lastRestAt = 0 }: ProcessFacts): boolean {
  return transcript?.turn?.kind === 'compacting' && transcript.turn.at > lastRestAt;
}

function idleClaim(
  facts: SessionFacts,
  { status, statusAt, startedAt, hasFailed, isShared, previous }: ProcessFacts,
  now: number,
): Claim {
  const common = { source: 'registry', confidence: 0.9, at: statusAt } as const;
  const shell = status === 'shell';
  const event = status ?? 'started';
  // A server does not say since when a session has the status that it reports first.
  const mayBeOlder = isShared === true && previous?.status === undefined;
  return restClaim(facts, { ...common, startedAt, event, shell, hasFailed, mayBeOlder }, now);
}

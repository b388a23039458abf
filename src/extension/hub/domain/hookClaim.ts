import { claim, type Claim } from './claim';
import { dialogClaim } from './dialog';
import { currentProcess } from './currentProcess';
import { backgroundShellMs, waitsForShellsAlone } from './backgroundShells';
import { labels } from './labels';
import { hookOpenTool, isDialogTool, toolLook } from './openTool';
import type { HookState, PendingFact, ProcessFacts, SessionFacts } from './session';

/** A transient state is worth this long after the last signal that said so. */
export const transientMs = 60_000;

/** What the hooks say; undefined when they said nothing or it is no longer valid. */
export function hookClaim(facts: SessionFacts, now: number): Claim | undefined {
  const hook = facts.hook;
  if (hook === undefined) return undefined;
  const [pending] = openDialogs(facts);
  if (pending !== undefined) return fromPending(pending);
  const main = hook.main;
  if (main === undefined || main.kind === 'ended') return undefined;
  if (main.kind === 'working')
    return now - main.at < transientMs ? workingClaim(facts, main) : undefined;
  if (
    main.kind === 'background' &&
    waitsForShellsAlone(main) &&
    now - main.at >= backgroundShellMs
  ) {
    const { confidence, context } = main;
    const since = main.at + backgroundShellMs;
    return claim({
      kind: 'resting',
      state: 'idle',
      label: labels.idle,
      confidence,
      source: 'hook',
      at: since,
      context: { ...context, event: main.event },
    });
  }
  return claim({
    kind: main.kind,
    state: main.state,
    label: main.label,
    confidence: main.confidence,
    source: 'hook',
    at: main.at,
    since: main.since,
    context: { ...main.context, event: main.event },
  });
}

/** What the last hook said, valid or not; for the trail, never for the state. */
export function lastHookClaim(facts: SessionFacts): Claim | undefined {
  const main = facts.hook?.main;
  if (main === undefined) return undefined;
  const { kind, state, label, confidence, at, since, context, event } = main;
  return claim({
    kind,
    state,
    label,
    confidence,
    source: 'hook',
    at,
    since,
    context: { ...context, event },
  });
}

/** A tool that runs says more than the event that came last. */
function workingClaim(facts: SessionFacts, main: HookState): Claim {
  const tool = hookOpenTool(facts, currentProcess(facts));
  const common = {
    kind: 'working',
    confidence: main.confidence,
    source: 'hook',
    at: main.at,
  } as const;
  if (tool !== undefined && main.state !== 'compacting' && !isDialogTool(tool.name)) {
    return claim({ ...common, ...toolLook(tool, main.event), since: tool.at });
  }
  return claim({
    ...common,
    state: main.state,
    label: main.label,
    since: main.since,
    context: { ...main.context, event: main.event },
  });
}

/**
 * The dialogs that neither registry nor transcript proves to be over, the longest waiting first. Where
 * one is newer than the moment when the process was last free, the older ones have had their answer.
 */
export function openDialogs(facts: SessionFacts): readonly PendingFact[] {
  const process = currentProcess(facts);
  const live = process?.status === undefined ? undefined : process;
  const pending = facts.hook?.pending ?? [];
  const open = pending.filter((one) => {
    if (one.toolUseId !== undefined && facts.transcript?.answered.has(one.toolUseId) === true) {
      return false;
    }
    const turn = facts.transcript?.turn;
    if (turn?.kind === 'interrupted' && turn.at > one.at && one.agentId === undefined) return false;
    // Without a terminal a request is denied at once, unless a host was asked: then it waits.
    if (isHosted(facts, live) && live?.status === 'busy') return false;
    // Busy again: the dialog was answered. At rest: the resolver weighs that.
    return live?.status !== 'busy' || live.statusAt <= one.at;
  });
  const fresh = open.filter((one) => one.at > (live?.lastFreeAt ?? 0));
  return fresh.length > 0 ? fresh : open;
}

/** A `-p` run or a session of the SDK. */
function isHosted({ hook }: SessionFacts, live: ProcessFacts | undefined): boolean {
  return (live?.entrypoint ?? hook?.entrypoint)?.startsWith('sdk-') === true;
}

function fromPending(pending: PendingFact): Claim {
  const byNotification = pending.event === 'Notification';
  return dialogClaim({
    toolName: pending.toolName,
    toolInput: pending.toolInput,
    agentType: pending.agentId === undefined ? undefined : (pending.agentType ?? 'unnamed'),
    confidence: byNotification ? 0.7 : pending.confirmed ? 1 : 0.8,
    source: 'hook',
    at: pending.at,
    pending,
    event: pending.event,
  });
}

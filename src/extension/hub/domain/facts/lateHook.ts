import type { HookEvent, HookMoment } from './event';
import type { HookFacts } from './session';

/**
 * On a busy machine, the hook of a tool or prompt may run up to this long, in ms, after the hook of
 * the turn's end.
 */
const lateMs = 2_000;
const toolEndings: ReadonlySet<HookMoment | undefined> = new Set([
  'callEnd',
  'callFailure',
  'batchEnd',
  'denial',
] as const);

/**
 * Restores `main` if a hook that ran late changed it: a hook that runs after its turn has ended
 * must not start a new turn.
 */
export function ignoreLateHook(
  before: HookFacts,
  { report, at }: HookEvent,
  next: HookFacts,
): HookFacts {
  const { main, lastTurnEnd } = before;
  if (lastTurnEnd === undefined || main?.at !== lastTurnEnd.at || next.main?.kind !== 'working')
    return next;
  if (at - lastTurnEnd.at >= lateMs) return next;
  const { moment } = report;
  const isOfSamePrompt = report.promptId !== undefined && report.promptId === lastTurnEnd.promptId;
  const isLate = toolEndings.has(moment) || (moment === 'prompt' && isOfSamePrompt);
  return isLate ? { ...next, main } : next;
}

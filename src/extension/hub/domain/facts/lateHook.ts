import type { HookEvent, HookMoment } from './event';
import type { HookFacts } from './session';

/** On a busy machine the hook of a tool or of the prompt runs up to this long after that of the turn's end, in ms. */
const lateMs = 2_000;
const toolEndings: ReadonlySet<HookMoment | undefined> = new Set([
  'callEnd',
  'callFailure',
  'batchEnd',
  'denial',
] as const);

/** A hook that arrives after its turn ended must not start a new turn. */
export function afterItsTurn(
  before: HookFacts,
  { report, at }: HookEvent,
  next: HookFacts,
): HookFacts {
  const { main, stopped } = before;
  if (stopped === undefined || main?.at !== stopped.at || next.main?.kind !== 'working')
    return next;
  if (at - stopped.at >= lateMs) return next;
  const { moment } = report;
  const ofThatPrompt = report.promptId !== undefined && report.promptId === stopped.promptId;
  const late = toolEndings.has(moment) || (moment === 'prompt' && ofThatPrompt);
  return late ? { ...next, main } : next;
}

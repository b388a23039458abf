import { hookEvents } from '../../../agents/claude/names/hookEvents';
import type { HookEvent } from './event';
import type { HookFacts } from './session';

/** On a busy machine the hook of a tool or of the prompt runs up to this long after that of the turn's end, in ms. */
const lateMs = 2_000;
const toolEndings: ReadonlySet<string> = new Set([
  hookEvents.callEnd,
  hookEvents.callFailure,
  hookEvents.batchEnd,
  hookEvents.denial,
]);

/** A hook that arrives after its turn ended must not start a new turn. */
export function afterItsTurn(
  before: HookFacts,
  { payload, at }: HookEvent,
  next: HookFacts,
): HookFacts {
  const { main, stopped } = before;
  if (stopped === undefined || main?.at !== stopped.at || next.main?.kind !== 'working')
    return next;
  if (at - stopped.at >= lateMs) return next;
  const event = payload.hook_event_name;
  const ofThatPrompt = payload.prompt_id !== undefined && payload.prompt_id === stopped.promptId;
  const late = toolEndings.has(event) || (event === hookEvents.prompt && ofThatPrompt);
  return late ? { ...next, main } : next;
}

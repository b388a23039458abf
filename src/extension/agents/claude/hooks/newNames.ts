import type { HookPayload } from './hookPayload';
import { knownHookFields, knownHooks, unmeasuredHooks } from './knownNames';

/** The hook event, or the fields of a known one, that only a newer client has. */
export function newNamesIn(payload: HookPayload): readonly string[] {
  const { hook_event_name: event } = payload;
  if (!knownHooks.has(event)) return [`hook ${event}`];
  if (unmeasuredHooks.has(event)) return [];
  return Object.keys(payload).flatMap((field) =>
    knownHookFields.has(field) ? [] : `field ${field} of ${event}`,
  );
}

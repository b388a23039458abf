import type { HookPayload } from './hookPayload';
import { knownHookFields, knownHooks, unmeasuredHooks } from './knownNames';

/** Returns an unknown hook event, or the unknown fields of a known one, which come from a newer client. */
export function newNamesIn(payload: HookPayload): readonly string[] {
  const { hook_event_name: event } = payload;
  if (!knownHooks.has(event)) return [`hook ${event}`];
  if (unmeasuredHooks.has(event)) return [];
  return Object.keys(payload).flatMap((field) =>
    knownHookFields.has(field) ? [] : `field ${field} of ${event}`,
  );
}

import { newHookNames } from '../../hookFields';
import type { HookPayload } from './hookPayload';
import { knownHookFields, knownHooks, unmeasuredHooks } from './knownNames';

const known = { events: knownHooks, fields: knownHookFields, unmeasured: unmeasuredHooks };

/** Returns an unknown hook event, or the unknown fields of a known one, which come from a newer client. */
export function newNamesIn(payload: HookPayload): readonly string[] {
  return newHookNames(payload.hook_event_name, payload, known);
}

import type { Decision } from '../../../../shared/protocol/control';
import { requestKind } from '../../../../shared/request/requestKind';
import { newHookNames } from '../../hookFields';
import type { AgentHooks, AskedRequest, HookAnswer } from '../../hooks';
import { codexFields, codexPayloadSchema, isCodexPayload } from './codexPayload';
import { codexEvents, codexReport } from './codexReport';

/** The longest time for which a request is held, in ms. */
const holdMs = 60_000;

const known = { events: new Set(codexEvents.keys()), fields: codexFields };

export const codexHooks: AgentHooks = {
  read(body) {
    const { success, data } = codexPayloadSchema.safeParse(body);
    if (!success || !isCodexPayload(data)) return undefined;
    const newNames = newHookNames(data.hook_event_name, data, known);
    return { report: codexReport(data), newNames };
  },
  answer: codexAnswer,
  holdMs,
};

/** Message to the agent if the person wrote none. */
const defaultDenial = 'The user denied this request.';

/** Converts a decision to what a hook prints; the program refuses any further field. */
export function codexAnswer({ toolName }: AskedRequest, given: Decision): HookAnswer | undefined {
  const decision = requestKind(toolName) === 'tool' ? codexDecision(given) : undefined;
  return decision && { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } };
}

function codexDecision(decision: Decision): object | undefined {
  if (decision.kind === 'allow') {
    return (decision.suggestions ?? []).length === 0 ? { behavior: 'allow' } : undefined;
  }
  if (decision.kind !== 'deny' || decision.interrupt === true) return undefined;
  const { message = '' } = decision;
  return { behavior: 'deny', message: message.trim() === '' ? defaultDenial : message };
}

import type { Decision } from '../../../../shared/protocol/control';
import { requestKind } from '../../../../shared/request/requestKind';
import type { AskedRequest } from '../../hooks';

type CodexDecision =
  { readonly behavior: 'allow' } | { readonly behavior: 'deny'; readonly message: string };

/** Output of a PermissionRequest hook that the program accepts; it refuses any further field. */
export interface CodexAnswer {
  readonly hookSpecificOutput: {
    readonly hookEventName: 'PermissionRequest';
    readonly decision: CodexDecision;
  };
}

/** Message to the agent if the person wrote none. */
const defaultDenial = 'The user denied this request.';

/** Converts a decision to the program's form; undefined if it does not fit the request. */
export function codexAnswer(request: AskedRequest, decision: Decision): CodexAnswer | undefined {
  const converted = requestKind(request.toolName) === 'tool' ? codexDecision(decision) : undefined;
  return (
    converted && { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: converted } }
  );
}

function codexDecision(decision: Decision): CodexDecision | undefined {
  if (decision.kind === 'allow') {
    return (decision.suggestions ?? []).length === 0 ? { behavior: 'allow' } : undefined;
  }
  if (decision.kind !== 'deny' || decision.interrupt === true) return undefined;
  const { message = '' } = decision;
  return { behavior: 'deny', message: message.trim() === '' ? defaultDenial : message };
}

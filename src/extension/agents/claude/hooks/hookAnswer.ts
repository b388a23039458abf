import { planIn } from '../../../../shared/agents/inputs';
import type { AskedRequest } from '../../hooks';
import type { Decision } from '../../../../shared/protocol/control';
import { fieldsOf, listOf } from '../../../../shared/text/fields';
import { requestKind } from '../../../../shared/request/requestKind';

type ClientDecision =
  | {
      readonly behavior: 'allow';
      readonly updatedInput?: Readonly<Record<string, unknown>>;
      readonly updatedPermissions?: readonly unknown[];
    }
  | { readonly behavior: 'deny'; readonly message: string; readonly interrupt?: true };

/** Output of a PermissionRequest hook that the client accepts. */
export interface ClientAnswer {
  readonly hookSpecificOutput: {
    readonly hookEventName: 'PermissionRequest';
    readonly decision: ClientDecision;
  };
}

/** Message to the agent if the person wrote none. */
const defaultDenial = 'The user denied this request.';

/** Converts a decision to the client's form; undefined if it does not fit the request. */
export function hookAnswer(request: AskedRequest, decision: Decision): ClientAnswer | undefined {
  const converted = clientDecision(request, decision);
  return (
    converted && { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: converted } }
  );
}

function clientDecision(request: AskedRequest, decision: Decision): ClientDecision | undefined {
  const kind = requestKind(request.toolName);
  switch (decision.kind) {
    case 'deny': {
      const { message = '', interrupt } = decision;
      return {
        behavior: 'deny',
        message: message.trim() === '' ? defaultDenial : message,
        ...(interrupt === true && { interrupt }),
      };
    }
    case 'allow':
      return kind === 'tool'
        ? allowance(request.suggestions, decision.suggestions ?? [])
        : undefined;
    case 'answer':
      return kind === 'questions' ? withAnswers(request.toolInput, decision.answers) : undefined;
    case 'approve':
      return kind === 'plan' ? approval(request.toolInput, decision) : undefined;
  }
}

function allowance(
  offered: readonly unknown[],
  indexes: readonly number[],
): ClientDecision | undefined {
  if (indexes.length === 0) return { behavior: 'allow' };
  const updatedPermissions = [...new Set(indexes)].map((index) => offered[index]);
  if (updatedPermissions.includes(undefined)) return undefined;
  return { behavior: 'allow', updatedPermissions };
}

/** Returns the complete input with the answers: with only a part of it the client ignores the answers. */
function withAnswers(
  toolInput: unknown,
  answers: readonly (readonly string[])[],
): ClientDecision | undefined {
  const input = fieldsOf(toolInput);
  const questions = listOf(input['questions']);
  if (questions.length === 0 || questions.length !== answers.length) return undefined;
  const byText = new Map<string, string>();
  for (const [index, question] of questions.entries()) {
    const text = fieldsOf(question)['question'];
    const answer = (answers[index] ?? []).filter((part) => part.trim() !== '').join(', ');
    if (typeof text !== 'string' || answer === '') return undefined;
    byText.set(text, answer);
  }
  return {
    behavior: 'allow',
    updatedInput: { ...input, answers: Object.fromEntries(byText) },
  };
}

/** Returns the approval. The input must be present even if it is empty: without it the dialog stays open. */
function approval(
  toolInput: unknown,
  { acceptEdits, plan }: Extract<Decision, { kind: 'approve' }>,
): ClientDecision | undefined {
  if (plan?.trim() === '') return undefined;
  const edited = plan !== undefined && plan !== planIn(toolInput);
  const mode = acceptEdits ? 'acceptEdits' : 'default';
  return {
    behavior: 'allow',
    updatedInput: edited ? { plan } : {},
    updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }],
  };
}

import type { StateSource } from '../../../../shared/protocol/protocol';
import { claim, type Claim } from './claim';
import { labels, permissionLabel } from '../words/labels';
import type { PendingFact } from '../facts/session';
import { compactInput } from '../words/tools';

export interface DialogValues {
  readonly toolName: string | undefined;
  readonly toolInput: unknown;
  readonly agentType?: string | undefined;
  readonly confidence: number;
  readonly source: StateSource;
  readonly at: number;
  readonly pending?: PendingFact | undefined;
  readonly event: string;
}

/** The claim of an open dialog, by the tool that opened it. */
export function dialogClaim(values: DialogValues): Claim {
  const { toolName, agentType } = values;
  return claim({
    kind: 'dialog',
    ...look(toolName, agentType),
    confidence: values.confidence,
    source: values.source,
    at: values.at,
    pending: values.pending,
    context: {
      event: values.event,
      toolName,
      toolInput: compactInput(values.toolInput),
      agentType,
    },
  });
}

function look(
  toolName: string | undefined,
  agentType: string | undefined,
): { readonly state: string; readonly label: string } {
  switch (toolName) {
    case 'AskUserQuestion':
      return { state: 'awaiting_input', label: labels.question };
    case 'Elicitation':
      return { state: 'awaiting_input', label: labels.toolInput };
    case 'ExitPlanMode':
      return { state: 'awaiting_approval', label: labels.plan };
    case undefined:
      return { state: 'needs_permission', label: labels.somePermission };
    default:
      return { state: 'needs_permission', label: permissionLabel(toolName, agentType) };
  }
}

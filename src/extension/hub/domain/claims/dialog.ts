import { toolKind } from '../../../../shared/agents/tools';
import type { Label } from '../../../../shared/protocol/label';
import type { StateSource } from '../../../../shared/protocol/protocol';
import { stateLabel } from '../../../../shared/words/stateLabels';
import { createClaim, type Claim } from './claim';
import { permissionLabel } from '../words/labels';
import type { PendingFact } from '../facts/session';
import { compactInput } from '../words/tools';
import type { DialogTool } from './openTool';

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
  return createClaim({
    kind: 'dialog',
    ...dialogState(toolName, agentType),
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

/** The values of a dialog that no hook announced: its request is the tool use that it is about. */
export function dialogValuesOf(
  dialogTool: DialogTool | undefined,
  at: number,
): Pick<DialogValues, 'toolName' | 'toolInput' | 'agentType' | 'pending'> {
  if (dialogTool === undefined) return { toolName: undefined, toolInput: undefined };
  const { tool, agentId, agentType } = dialogTool;
  const pending: PendingFact = {
    toolName: tool.name,
    toolInput: tool.input,
    toolUseId: tool.id,
    suggestions: [],
    at,
    agentId,
    agentType,
    confirmed: true,
    moment: undefined,
  };
  return { toolName: tool.name, toolInput: tool.input, agentType, pending };
}

function dialogState(
  toolName: string | undefined,
  agentType: string | undefined,
): { readonly state: string; readonly label: Label } {
  if (toolName === undefined) {
    return { state: 'needs_permission', label: stateLabel('somePermission') };
  }
  switch (toolKind(toolName)) {
    case 'question':
      return { state: 'awaiting_input', label: stateLabel('question') };
    case 'form':
      return { state: 'awaiting_input', label: stateLabel('toolInput') };
    case 'plan':
      return { state: 'awaiting_approval', label: stateLabel('plan') };
    default:
      return { state: 'needs_permission', label: permissionLabel(toolName, agentType) };
  }
}

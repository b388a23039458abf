import type { LabelRule, SignalRule } from '../../../shared/protocol/layers/rules';

/** Returns the name of a signal rule; a rule without a name is named after its position. */
export function signalRuleName({ name }: SignalRule, index: number): string {
  return name ?? `signal ${index + 1}`;
}

export function labelRuleName({ name }: LabelRule, index: number): string {
  return name ?? `rule ${index + 1}`;
}

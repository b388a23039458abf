import type { LabelRule, SignalRule } from '../../../shared/protocol/layers/rules';

/** Windows give every rule a name; without one it goes by its place. */
export function signalRuleName({ name }: SignalRule, index: number): string {
  return name ?? `signal ${index + 1}`;
}

export function labelRuleName({ name }: LabelRule, index: number): string {
  return name ?? `rule ${index + 1}`;
}

import type {
  AgentState,
  AgentStateGroup,
  Label,
  StateSource,
} from '../../../../shared/protocol/protocol';
import type { PendingFact } from '../facts/session';

/** The agent's activity: `background` is waiting for its own background tasks. */
export type ClaimKind = 'working' | 'dialog' | 'resting' | 'background' | 'ended';

/** The evidence of one source about the main agent's state. */
export interface Claim {
  readonly kind: ClaimKind;
  readonly state: AgentState;
  /** Time of the newest evidence, ms since 1970. */
  readonly at: number;
  /** When the state began. */
  readonly since: number;
  readonly pending?: PendingFact | undefined;
}

const groups: Readonly<Record<ClaimKind, AgentStateGroup>> = {
  working: 'autonomous',
  background: 'autonomous',
  dialog: 'needs_you',
  resting: 'needs_you',
  ended: 'delivered',
};

export interface ClaimValues {
  readonly kind: ClaimKind;
  readonly state: string;
  readonly label: Label;
  readonly confidence: number;
  readonly source: StateSource;
  readonly at: number;
  readonly since?: number | undefined;
  readonly pending?: PendingFact | undefined;
  readonly context?: Readonly<Record<string, unknown>> | undefined;
}

export function claim(values: ClaimValues): Claim {
  const group = values.state === 'task_complete' ? 'delivered' : groups[values.kind];
  const { kind, state, label, confidence, source, context } = values;
  return {
    kind,
    state: { group, state, label, confidence, source, ...(context && { context: { ...context } }) },
    at: values.at,
    since: values.since ?? values.at,
    pending: values.pending,
  };
}

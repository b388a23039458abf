import type { SessionLimit } from '../../../../shared/protocol/session/limit';
import type { Label } from '../../../../shared/protocol/label';
import type {
  AgentState,
  AgentStateGroup,
  StateSource,
} from '../../../../shared/protocol/protocol';
import type { PendingFact } from '../facts/session';

/** The agent's activity; `background` means that it waits for its background tasks. */
export type ClaimKind = 'working' | 'dialog' | 'resting' | 'background' | 'ended';

/** The main agent's state according to one source. */
export interface Claim {
  readonly kind: ClaimKind;
  readonly state: AgentState;
  /** Time of the newest evidence, in ms since 1970. */
  readonly at: number;
  /** Start of the state, in ms since 1970. */
  readonly since: number;
  readonly pending?: PendingFact | undefined;
  /** The usage limit that stopped the session. */
  readonly limit?: SessionLimit;
  /** Time at which the claim changes without an event, in ms since 1970. */
  readonly until?: number;
}

const groups: Readonly<Record<ClaimKind, AgentStateGroup>> = {
  working: 'autonomous',
  background: 'autonomous',
  dialog: 'needs_you',
  resting: 'needs_you',
  ended: 'delivered',
};

/** Groups of the states that are not in the group of their kind. */
const groupsOfState: ReadonlyMap<string, AgentStateGroup> = new Map([
  ['task_complete', 'delivered'],
  ['waiting_for_limit', 'autonomous'],
  // Ended sessions need a person as well: a run without a terminal ends right after its turn.
  ['blocked_by_auto_mode', 'needs_you'],
  ['sleeping', 'autonomous'],
]);

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

export function createClaim(values: ClaimValues): Claim {
  const { kind, state, label, confidence, source, context } = values;
  const group = groupsOfState.get(state) ?? groups[kind];
  return {
    kind,
    state: { group, state, label, confidence, source, ...(context && { context: { ...context } }) },
    at: values.at,
    since: values.since ?? values.at,
    pending: values.pending,
  };
}

import type { AgentState, AgentStateGroup } from './protocol';

/** Tones map to theme variables in each view; none is ever the only sign of a state. */
export type Tone = 'red' | 'amber' | 'gray' | 'green' | 'blue';

export interface StateLook {
  /** Name of the icon in lucide, for the page. */
  readonly lucide: string;
  /** Id of the product icon, for native views. */
  readonly codicon: string;
  readonly tone: Tone;
}

const look = (lucide: string, codicon: string, tone: Tone): StateLook => ({
  lucide,
  codicon,
  tone,
});

export const groupOrder: readonly AgentStateGroup[] = ['needs_you', 'autonomous', 'delivered'];

export const groupHeadings: Readonly<Record<AgentStateGroup, string>> = {
  needs_you: 'Needs You',
  autonomous: 'Running',
  delivered: 'Done',
};

const groupDefaults: Readonly<Record<AgentStateGroup, StateLook>> = {
  needs_you: look('Bell', 'bell', 'amber'),
  autonomous: look('Loader', 'loading', 'green'),
  delivered: look('Archive', 'archive', 'gray'),
};

const known: ReadonlyMap<string, StateLook> = new Map([
  ['needs_permission', look('Shield', 'shield', 'red')],
  ['awaiting_input', look('MessageCircle', 'comment-discussion', 'amber')],
  ['error', look('AlertTriangle', 'warning', 'red')],
  ['awaiting_approval', look('FileCheck', 'checklist', 'amber')],
  ['idle', look('Clock', 'clock', 'gray')],
  ['thinking', look('Sparkles', 'sparkle', 'green')],
  ['acting', look('Terminal', 'terminal', 'green')],
  ['delegating', look('GitBranch', 'git-branch', 'green')],
  ['task_complete', look('CheckCircle', 'pass', 'blue')],
  ['session_ended', look('Power', 'debug-disconnect', 'gray')],
]);

/** The icon and tone of a state; an unknown state gets its group's default. */
export function lookOf(state: Pick<AgentState, 'group' | 'state'>): StateLook {
  return known.get(state.state) ?? groupDefaults[state.group];
}

/** Whether a session is blocked on a person, not just at rest. */
export function isBlocked(state: Pick<AgentState, 'group' | 'state'>): boolean {
  return state.group === 'needs_you' && state.state !== 'idle';
}

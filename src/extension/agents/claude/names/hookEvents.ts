import type { HookMoment } from '../../../hub/domain/facts/event';

/** The hook events that are read, by the moment at which they run. */
export const hookEvents = {
  sessionStart: 'SessionStart',
  sessionEnd: 'SessionEnd',
  prompt: 'UserPromptSubmit',
  callStart: 'PreToolUse',
  callEnd: 'PostToolUse',
  callFailure: 'PostToolUseFailure',
  batchEnd: 'PostToolBatch',
  request: 'PermissionRequest',
  denial: 'PermissionDenied',
  notice: 'Notification',
  form: 'Elicitation',
  formAnswer: 'ElicitationResult',
  turnEnd: 'Stop',
  turnFailure: 'StopFailure',
  subagentStart: 'SubagentStart',
  subagentEnd: 'SubagentStop',
  taskStart: 'TaskCreated',
  taskEnd: 'TaskCompleted',
  compactionStart: 'PreCompact',
  compactionEnd: 'PostCompact',
  modelSwitch: 'PostModelSwitch',
  settingsChange: 'ConfigChange',
} as const satisfies Readonly<Record<Exclude<HookMoment, 'interrupt' | 'requestEnd'>, string>>;

/** The name of a hook, which is the same for all agents that have it. */
export function hookName(moment: HookMoment | undefined): string {
  if (moment === 'interrupt') return 'Interrupt';
  return moment === undefined || moment === 'requestEnd' ? '' : hookEvents[moment];
}

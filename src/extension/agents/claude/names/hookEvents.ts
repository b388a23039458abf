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
} as const satisfies Readonly<Record<HookMoment, string>>;

/** The client's name of a hook. */
export function hookName(moment: HookMoment | undefined): string {
  return moment === undefined ? '' : hookEvents[moment];
}

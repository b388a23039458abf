import type { HookMoment } from '../../../hub/domain/facts/event';

/** All hook events of the program, in the order of a session's life, as measured with 0.171.0. */
export const codexEvents: ReadonlyMap<string, HookMoment> = new Map<string, HookMoment>([
  ['SessionStart', 'sessionStart'],
  ['UserPromptSubmit', 'prompt'],
  ['PreToolUse', 'callStart'],
  ['PermissionRequest', 'request'],
  ['PostToolUse', 'callEnd'],
  ['PreCompact', 'compactionStart'],
  ['PostCompact', 'compactionEnd'],
  ['SubagentStart', 'subagentStart'],
  ['SubagentStop', 'subagentEnd'],
  ['Stop', 'turnEnd'],
  ['Interrupt', 'interrupt'],
  ['SessionEnd', 'sessionEnd'],
]);

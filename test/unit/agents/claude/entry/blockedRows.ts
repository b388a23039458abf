import { user, type Json, type Row } from './lineRows';

const check = { decision: 'reject', source: 'config', reasonCode: 'classifier:auto-mode' };
const denialText =
  'Permission for this action was denied by the Claude Code auto mode classifier. Reason: runs a script. From the net. If you have other tasks that don’t depend on this action, continue.';
const unavailable = 'Auto mode is unavailable: its safety check does not run for this session.';
const parts = 'This Bash command contains multiple operations.';

function result(content: string, more: Json): Row['line'] {
  return user([{ type: 'tool_result', content, is_error: true, tool_use_id: 't1' }], more);
}

function isBlocked(reason: string): Row['is'] {
  const common = { toolUseId: 't1', isError: true, rejected: false, denied: true };
  return { kind: 'toolResults', results: [{ ...common, blocked: { reason } }] };
}

/** Results of calls that auto mode blocked, in the format of client 2.1.332. */
export const blockedRows: readonly Row[] = [
  {
    title: 'a result that auto mode blocked, with its reason',
    line: result(denialText, {
      toolDenialKind: 'automode-blocked',
      permissionDecision: { ...check, reasonType: 'classifier' },
    }),
    is: isBlocked('runs a script. From the net'),
  },
  {
    title: 'a result where the check of auto mode did not run',
    line: result(unavailable, {
      toolDenialKind: 'automode-unavailable',
      permissionDecision: { ...check, reasonCode: 'classifier:auto-mode:unavailable' },
    }),
    is: isBlocked(''),
  },
  {
    title: 'a result of the third blocked call in a row, without a terminal',
    line: result(parts, { toolDenialKind: 'user-rejected', permissionDecision: check }),
    is: isBlocked(''),
  },
  {
    title: 'a result that a person refused when auto mode asked',
    line: result('no', {
      toolDenialKind: 'user-rejected',
      permissionDecision: { ...check, source: 'user_reject' },
    }),
    is: {
      kind: 'toolResults',
      results: [{ toolUseId: 't1', isError: true, rejected: true, denied: true }],
    },
  },
  {
    title: 'a result that a rule denied',
    line: result(parts, {
      toolDenialKind: 'permission-rule',
      permissionDecision: { decision: 'reject', source: 'config', reasonCode: 'unknown' },
    }),
    is: {
      kind: 'toolResults',
      results: [{ toolUseId: 't1', isError: true, rejected: false, denied: true }],
    },
  },
];

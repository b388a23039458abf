/**
 * Types of transcript entries that say nothing about state, card or cost, as measured up to client 2.1.332.
 * An entry of a type that is neither read nor listed here is one of a newer client.
 */
export const passedTypes: ReadonlySet<unknown> = new Set([
  'agent-name',
  'agent-setting',
  'api-request',
  'api-request-blob',
  'api-request-shape',
  'atis-latch',
  'continued-in',
  'cost-state',
  'file-history-delta',
  'file-history-snapshot',
  'last-prompt',
  'mode',
  'progress',
  'relocated',
  'session-owner',
  'tag',
  'tools-used',
  'worktree-state',
]);

/** Ignored types that are large or frequent: their lines are not parsed. */
export const unparsedTypes: ReadonlySet<unknown> = new Set([
  'api-request',
  'api-request-blob',
  'api-request-resumed',
  'api-request-shape',
  'atis-latch',
  'file-history-delta',
  'file-history-snapshot',
  'mode',
  'tools-used',
]);

/**
 * Types of transcript entries that affect neither state, card nor cost, as measured up to client
 * 2.1.332. A type that is neither in `entryReaders` nor listed here comes from a newer client.
 */
export const ignoredTypes: ReadonlySet<unknown> = new Set([
  ...unparsedTypes,
  'agent-color',
  'agent-name',
  'agent-setting',
  'artifact-autoreact-ledger',
  'artifact-comment-monitor',
  'attribution-snapshot',
  'bridge-session',
  'content-replacement',
  'cost-state',
  'data-flow-incomplete',
  'data-flow-records',
  'derived-from',
  'dev-mods',
  'ended-by-model',
  'fork-context-ref',
  'frame-link',
  'history-suppression',
  'isolation-latch',
  'last-prompt',
  'memory-mode',
  'observer-ref',
  'progress',
  'relocated',
  'resume-head-vouch',
  'session-owner',
  'tag',
  'worktree-state',
]);

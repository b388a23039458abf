import type { EntrypointKind } from '../entrypoint';

/** Entry points of Claude Code's sessions. */
export const claudeEntrypoints: ReadonlyMap<string, EntrypointKind> = new Map([
  ['cli', 'terminal'],
  ['claude-vscode', 'editor'],
  ['claude-desktop', 'desktop'],
  ['sdk-cli', 'program'],
  ['sdk-ts', 'program'],
  ['sdk-py', 'program'],
]);

/** Prefix of the entry points of sessions that a program started: with `-p`, or through an SDK. */
export const programPrefix = 'sdk-';

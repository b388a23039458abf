import { claudeEntrypoints, programPrefix } from './claude/entrypoints';
import type { EntrypointKind } from './entrypoint';

/** Kind of a known entry point, as sessions of all agents name it. */
export function entrypointKind(entrypoint: string | undefined): EntrypointKind | undefined {
  return entrypoint === undefined ? undefined : claudeEntrypoints.get(entrypoint);
}

/** True for a session that a program started, even a program that this version does not know. */
export function isOfProgram(entrypoint: string | undefined): boolean {
  return entrypoint?.startsWith(programPrefix) === true;
}

import type { CommandHook } from '../agents/claude/settings/hookCommand';
import type { HooksStatus } from '../../shared/messages/pageMessages';

/** The hooks that an install adds, by event. */
export type WantedHooks = ReadonlyMap<string, CommandHook>;

export interface HookPlan {
  readonly hooks: WantedHooks;
  /** Other hooks that count as complete while the program's version is unknown. */
  readonly alternatives: readonly WantedHooks[];
  /** Events that the program knows; undefined if its version is unknown. */
  readonly knownEvents: ReadonlySet<string> | undefined;
  readonly clientVersion?: string;
}

/** Notes on a file with hooks, one sentence each. */
export interface HookNotes {
  /** Reasons why the hooks would not run. */
  readonly blockers: readonly string[];
  readonly warnings: readonly string[];
}

/** The program-specific part of an installer: files, hooks and status of one program. */
export interface HookForm {
  /** The program's file with its hooks. */
  readonly settingsPath: string;
  /** Further files in the same folder that decide whether the hooks run. */
  readonly otherFiles: readonly string[];
  /** Name of the record of an install, and start of the names of backups, in our folder. */
  readonly recordName: string;
  readonly backupName: string;
  /** All events that an install adds, in the order in which it adds them. */
  readonly events: readonly string[];
  /**
   * Returns the hooks to install; with `isFresh`, the program's version is looked up again. Rejects
   * for a program that is too old.
   */
  plan(isFresh?: boolean): Promise<HookPlan>;
  notesOn(text: string): Promise<HookNotes>;
  /** Returns the status of complete hooks that nothing keeps from running. */
  statusOf(text: string): Promise<Extract<HooksStatus, 'installed' | 'untrusted' | 'changed'>>;
}

import { absolutePath } from './absolutePath';
import { maxChangedFiles, type FileChanges } from './changes';
import type { SessionFacts } from './session';
import { turnAt } from './signals';

/** A file that a session's agents changed: its last change by one of them. */
export interface Touch {
  /** Path as the client named it, made absolute. */
  readonly path: string;
  /** Time in ms since 1970; 0 where none is known. */
  readonly at: number;
  /** Number of the human prompt in whose turn it was changed. */
  readonly turn: number;
  /** The subagent that changed it; undefined for the main agent. */
  readonly agentId?: string | undefined;
  /**
   * When the shell's command began that changed it, in ms since 1970; undefined for an edit tool. What
   * others changed between then and `at` is told as changed by the command, too.
   */
  readonly since?: number | undefined;
}

/** The files that a session and its subagents changed last, each once, the newest at the end. */
export function sessionTouches(
  facts: Pick<SessionFacts, 'transcript' | 'subagentFiles'>,
): readonly Touch[] {
  const { transcript, subagentFiles } = facts;
  const newest = new Map<string, Touch>();
  const take = ({ files }: FileChanges, agentId?: string): void => {
    for (const [named, , , ofOwn, at, since] of files) {
      const path = absolutePath(named, transcript?.cwd);
      if ((newest.get(path)?.at ?? -1) > at) continue;
      const turn = agentId === undefined ? ofOwn : turnAt(facts, at);
      newest.set(path, { path, at, turn, agentId, since });
    }
  };
  if (transcript !== undefined) take(transcript.changes);
  for (const { agentId, changes } of subagentFiles.values()) take(changes, agentId);
  return [...newest.values()].sort((a, b) => a.at - b.at).slice(-maxChangedFiles);
}

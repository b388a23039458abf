import { absolutePath } from './absolutePath';
import { maxChangedFiles, type FileChanges } from './changes';
import type { SessionFacts } from './session';
import { sessionTurnAt } from './signals';

/** The last change of a file by one of a session's agents. */
export interface Touch {
  /** Path as the client named it, made absolute. */
  readonly path: string;
  /** Time in ms since 1970; 0 if unknown. */
  readonly at: number;
  /** Number of the human prompt in whose turn the file was changed. */
  readonly turn: number;
  /** The subagent that changed it; undefined for the main agent. */
  readonly agentId?: string | undefined;
  /**
   * Start of the shell command that changed the file, in ms since 1970; undefined for an edit tool.
   * Changes that others made between then and `at` are attributed to the command as well.
   */
  readonly since?: number | undefined;
}

/** The most recently changed files of a session and its subagents, each once, newest last. */
export function sessionTouches(
  facts: Pick<SessionFacts, 'transcript' | 'subagentFiles'>,
): readonly Touch[] {
  const { transcript, subagentFiles } = facts;
  const newest = new Map<string, Touch>();
  const add = ({ files }: FileChanges, agentId?: string): void => {
    for (const [named, , , ownTurn, at, since] of files) {
      const path = absolutePath(named, transcript?.cwd);
      if ((newest.get(path)?.at ?? -1) > at) continue;
      const turn = agentId === undefined ? ownTurn : sessionTurnAt(facts, at);
      newest.set(path, { path, at, turn, agentId, since });
    }
  };
  if (transcript !== undefined) add(transcript.changes);
  for (const { agentId, changes } of subagentFiles.values()) add(changes, agentId);
  return [...newest.values()].sort((a, b) => a.at - b.at).slice(-maxChangedFiles);
}

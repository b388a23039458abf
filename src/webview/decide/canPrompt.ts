import { isInFolder } from '../../shared/board/folders';
import type { ControlCard } from '../../shared/messages/pageMessages';
import type { LiveSession } from '../../shared/protocol/protocol';

/** Whether this window acts on the sessions of a project. */
export function isControlled(control: ControlCard, { projectPath }: LiveSession): boolean {
  if (control.status !== 'on') return false;
  return !control.disabledProjects.some((folder) => isInFolder(folder, projectPath));
}

/** Whether a prompt can get to the session: it lives, or it can be brought back. */
export function takesPrompts({ pid, prompting, agentState, transcriptPath }: LiveSession): boolean {
  if (pid !== undefined) return prompting !== undefined;
  return agentState.group === 'delivered' && transcriptPath !== '';
}

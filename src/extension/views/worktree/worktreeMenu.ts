import { t } from '../../../shared/words/l10n';
import { hasLocalPaths } from '../../../shared/board/texts/machineText';
import { hasWorktree } from '../../../shared/board/worktreeName';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { RemovedWorktree, Worktree } from '../../../shared/protocol/work/worktrees';
import type { Calls } from '../../link/hubClient';
import { repositoryPlace } from '../../util/files/gitPlace';
import { isIn } from '../../util/files/isIn';
import {
  restoredText,
  removalObstaclesText,
  removalQuestion,
  removedText,
  type DialogText,
} from './worktreeText';

/**
 * Timeout in ms for the hub's answer, equal to the hub's timeout for git. Large folders, such as
 * those of installed packages, take long.
 */
const removalMs = 10 * 60_000;

/** The part of the editor that `WorktreeMenu` uses. */
export interface WorktreeEditor {
  /** Shows a modal dialog; resolves with the chosen button. */
  ask(asked: DialogText, buttons: readonly string[]): Promise<string | undefined>;
  /** Shows a notification; resolves with the button that was pressed, if any. */
  tell(text: string, button?: string): Promise<string | undefined>;
  /** Shows progress while the job runs; resolves as the job does. */
  during<Value>(title: string, job: () => Promise<Value>): Promise<Value>;
  openFolder(folder: string): Promise<void>;
  /** The folders of this window, and its files with unsaved changes. */
  readonly shown: { readonly folders: readonly string[]; readonly unsaved: readonly string[] };
}

export interface WorktreeMenuParts {
  readonly board: { get(sessionId: string): LiveSession | undefined };
  readonly hub: Calls<'worktree' | 'removeWorktree' | 'addWorktree'>;
  readonly editor: WorktreeEditor;
  readonly home: string;
  /** Handles worktrees on other machines, and the removal of those of other accounts. */
  readonly there: {
    folderOf(sessionId: string): Promise<void>;
    worktree(sessionId: string): Promise<void>;
  };
}

/**
 * Opens the worktree of a session, or removes it after a confirmation that lists everything that is
 * deleted.
 */
export class WorktreeMenu {
  constructor(private readonly parts: WorktreeMenuParts) {}

  /** Rejects with a sentence for the person. */
  async open(sessionId: string): Promise<void> {
    const session = this.parts.board.get(sessionId);
    if (session === undefined || !hasWorktree(session)) throw new Error(noWorktreeText());
    if (!hasLocalPaths(session)) return this.parts.there.folderOf(sessionId);
    const place = await repositoryPlace(session.projectPath);
    if (place?.worktree === undefined) throw new Error(goneText());
    await this.parts.editor.openFolder(place.top);
  }

  /** Rejects with a sentence for the person. */
  async remove(sessionId: string): Promise<void> {
    const { board, hub, editor, home, there } = this.parts;
    const session = board.get(sessionId);
    if (session === undefined || !hasWorktree(session)) throw new Error(noWorktreeText());
    if (session.machine !== undefined) return there.worktree(sessionId);
    const timeout = (): AbortSignal => AbortSignal.timeout(removalMs);
    const worktree = await editor.during(t('Looking at the worktree…'), () =>
      hub.call('worktree', { sessionId }, timeout()),
    );
    if (worktree.keeps.length > 0) return this.showWhyKept(worktree);
    this.checkWindow(worktree);
    const [only, both] = [t('Remove Worktree'), t('Remove Worktree and Branch')];
    const buttons = worktree.deletable && worktree.branch !== undefined ? [only, both] : [only];
    const answer = await editor.ask(removalQuestion(worktree, home), buttons);
    if (answer === undefined) return;
    this.checkWindow(worktree);
    const branch = answer === both;
    const removed = await editor.during(t('Removing the worktree…'), () =>
      hub.call('removeWorktree', { sessionId, seen: worktree.seen, branch }, timeout()),
    );
    await this.offerUndo(removedText(worktree, removed, branch, home), removed);
  }

  private async showWhyKept(worktree: Worktree): Promise<void> {
    const { editor, home } = this.parts;
    const open = t('Open Worktree in New Window');
    const answer = await editor.ask(removalObstaclesText(worktree, home), [open]);
    if (answer === open) await editor.openFolder(worktree.path);
  }

  /** Throws if this window shows the worktree or has unsaved changes in it. */
  private checkWindow({ path: folder }: Worktree): void {
    const { folders, unsaved } = this.parts.editor.shown;
    if (unsaved.some((file) => isIn(file, folder)))
      throw new Error(t('Files of the worktree have unsaved changes here. Save or revert them.'));
    if (folders.some((one) => isIn(one, folder)))
      throw new Error(t('This window shows the worktree. Remove it from another window.'));
  }

  private async offerUndo(text: string, removed: RemovedWorktree): Promise<void> {
    const { hub, editor } = this.parts;
    const undo = t('Undo');
    if ((await editor.tell(text, undo)) !== undo) return;
    const back = await editor.during(t('Bringing the worktree back…'), () =>
      hub.call('addWorktree', removed, AbortSignal.timeout(removalMs)),
    );
    void editor.tell(restoredText(back));
  }
}

const noWorktreeText = (): string => t('This session works in no worktree.');
const goneText = (): string => t('The worktree no longer exists.');

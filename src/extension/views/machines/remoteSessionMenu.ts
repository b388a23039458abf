import * as vscode from 'vscode';
import { accountHomeOf } from '../../../shared/board/accountHome';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import { commandIds } from '../../manifest';
import { escapeLinks } from '../markdown';
import { warnOnError } from '../warnOnError';
import { run } from '../typedCommands';
import { machineOf } from './elsewhere';
import type { RemoteTerminals } from './remoteTerminals';
import type { MachineLines } from './machineLines';
import { remoteAuthority } from './remoteWindow';

export interface RemoteSessionMenuParts {
  readonly board: Pick<BoardModel, 'get' | 'summary'>;
  readonly lines: MachineLines;
  readonly there: RemoteTerminals;
}

interface Alternative {
  readonly title: string;
  readonly go: () => Promise<void> | void;
}

/**
 * Explains why something can't be done from here with a session on another machine, and offers
 * alternatives.
 */
export class RemoteSessionMenu {
  constructor(private readonly parts: RemoteSessionMenuParts) {}

  /** Called if a person wants to open the session's terminal. */
  async terminal(session: LiveSession): Promise<void> {
    const { sessionId } = session;
    const reveal = {
      title: t('Reveal in Board'),
      go: () => run(commandIds.revealInBoard, sessionId),
    };
    await this.offer(
      sessionId,
      t('This session runs on {0}: its terminal can’t be shown here.', this.nameOf(sessionId)),
      [this.shell(sessionId), this.folder(sessionId), reveal],
    );
  }

  /** Called if a person wants to open the session's folder or worktree. */
  async folderOf(sessionId: string): Promise<void> {
    await this.offer(
      sessionId,
      t('The folder of this session is on {0}.', this.nameOf(sessionId)),
      [this.folder(sessionId), this.shell(sessionId)],
    );
  }

  /** Called if a person wants to remove the session's worktree. */
  async worktree(sessionId: string): Promise<void> {
    const account = accountHomeOf(this.parts.board.summary, sessionId);
    if (account !== undefined) {
      throw new Error(
        t(
          'This worktree belongs to the account {0}. Remove it in a window with “missionControl.configHome” set to {1}, whose sessions it may hold.',
          plainTitle(this.parts.board.get(sessionId)?.machine?.name ?? '', 60),
          plainTitle(account, 200),
        ),
      );
    }
    await this.offer(
      sessionId,
      t(
        'The worktree is on {0}. Only a window there can remove it: nothing is deleted from afar.',
        this.nameOf(sessionId),
      ),
      [this.folder(sessionId)],
    );
  }

  private nameOf(sessionId: string): string {
    return machineOf(this.parts.board, sessionId) ?? '';
  }

  private shell(sessionId: string): Alternative {
    return {
      title: t('Open Terminal There'),
      go: () => this.parts.there.open(sessionId, 'shell'),
    };
  }

  /**
   * Opens the folder in a new window; undefined if no installed extension connects to the machine.
   */
  private folder(sessionId: string): Alternative | undefined {
    const { board, lines } = this.parts;
    const folder = board.get(sessionId)?.projectPath ?? '';
    const line = lines.lineOf(sessionId);
    const remote = line && remoteAuthority(line);
    const canOpen = remote?.extensions.some((id) => vscode.extensions.getExtension(id)) === true;
    if (!canOpen || !folder.startsWith('/')) return undefined;
    const { authority } = remote;
    const uri = vscode.Uri.from({ scheme: 'vscode-remote', authority, path: folder });
    return {
      title: t('Open Window There'),
      go: async () => {
        await vscode.commands.executeCommand('vscode.openFolder', uri, { forceNewWindow: true });
      },
    };
  }

  /**
   * Shows the message with the alternatives. It is modal, because Do Not Disturb would hide a
   * notification.
   */
  private async offer(
    sessionId: string,
    message: string,
    all: readonly (Alternative | undefined)[],
  ): Promise<void> {
    const isKnown = this.parts.lines.lineOf(sessionId) !== undefined;
    const alternatives = all.filter((one) => one !== undefined);
    const offered = isKnown
      ? alternatives
      : alternatives.filter(({ title }) => title === t('Reveal in Board'));
    const detail = isKnown
      ? t('A terminal there begins in its folder. What runs there goes on.')
      : t('It isn’t in the settings of this window, so no way there is known here.');
    const answer = await vscode.window.showInformationMessage(
      escapeLinks(message),
      { modal: true, detail },
      ...offered.map(({ title }) => title),
    );
    const chosen = offered.find(({ title }) => title === answer);
    if (chosen !== undefined) await warnOnError(() => chosen.go());
  }
}

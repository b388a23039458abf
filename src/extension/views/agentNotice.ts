import * as vscode from 'vscode';
import { agentLabel } from '../../shared/agents/agentLabels';
import { t } from '../../shared/words/l10n';
import type { BoardChange, BoardModel } from '../link/boardModel';
import { settingIds } from '../manifest';
import { type Disposable, DisposableStore } from '../util/lifetime';

/** Key of the announced agents' ids in the state that all windows of this editor share. */
const announcedKey = 'missionControl.announcedAgents';

interface AgentNoticeParts {
  readonly board: Pick<BoardModel, 'sessions' | 'onDidChange'>;
  readonly memory: Pick<vscode.Memento, 'get' | 'update'>;
}

/** Says once, in the focused window, that the sessions of another agent are on the board. */
export function announceAgents({ board, memory }: AgentNoticeParts): Disposable {
  const lifetime = new DisposableStore();
  const announce = (sessions: BoardModel['sessions']): void => {
    if (!vscode.window.state.focused) return;
    const announced = memory.get<readonly string[]>(announcedKey) ?? [];
    const found = new Set(
      sessions.flatMap(({ agent, machine }) =>
        agent === undefined || machine !== undefined || announced.includes(agent) ? [] : [agent],
      ),
    );
    if (found.size === 0) return;
    void memory.update(announcedKey, [...announced, ...found]);
    for (const agent of found) void showNotice(agent);
  };
  lifetime.add(
    board.onDidChange(({ whole, changed }: BoardChange) =>
      announce(whole ? board.sessions : changed),
    ),
  );
  lifetime.add(vscode.window.onDidChangeWindowState(() => announce(board.sessions)));
  return lifetime;
}

async function showNotice(agent: string): Promise<void> {
  const settings = t('Settings');
  const answer = await vscode.window.showInformationMessage(
    t('Sessions of {0} are on the board, too.', agentLabel(agent)),
    settings,
  );
  if (answer !== settings) return;
  await vscode.commands.executeCommand('workbench.action.openSettings', settingIds.agents);
}

import * as os from 'node:os';
import * as vscode from 'vscode';
import { choicesFor } from '../../../shared/actions/sessionActions';
import { formatPath } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { plainLine } from '../../../shared/text/plainText';
import type { BoardModel } from '../../link/boardModel';
import { commandIds, settingIds } from '../../manifest';
import type { Disposable } from '../../util/lifetime';
import { escapeIcons } from '../markdown';
import { registerHandlers } from '../registerHandlers';
import { pickSession } from '../pickSession';
import { targetOf } from '../sessionTarget';
import { entriesAround } from './projectList';

/** Duration of the confirmation in the status bar, in ms. */
const messageMs = 5_000;

/** The command that excludes a project from control, or includes it again. */
export function registerProjectSwitch(board: BoardModel): Disposable {
  return registerHandlers({
    [commandIds.controlProject]: async (argument) => {
      const target =
        targetOf(argument) ?? (await pickSession(choicesFor('controlProject', board.sessions)));
      const session = target && board.get(target.sessionId);
      if (session !== undefined) await choose(session.projectPath);
    },
  });
}

async function choose(project: string): Promise<void> {
  if (project === '') {
    void vscode.window.showInformationMessage(t('This session’s folder is unknown.'));
    return;
  }
  const listed = current();
  const around = entriesAround(listed, project, os.homedir());
  const isOff = around.length > 0;
  const others = around.filter((entry) => entry !== project).map((entry) => String(entry));
  const mark = (is: boolean): string => (is ? '$(check) ' : '$(blank) ');
  const here = {
    label: `${mark(!isOff)}${t('Here and in their terminals')}`,
    ...(others.length > 0 && {
      detail: escapeIcons(t('Removes {0} from the settings', plainLine(others.join(', '), 300))),
    }),
    list: listed.filter((entry) => !around.includes(entry)),
  };
  const terminals = {
    label: `${mark(isOff)}${t('Only in their terminals')}`,
    detail: t('Nothing here answers, prompts, interrupts or ends them'),
    list: isOff ? listed : [...listed, project],
  };
  const picked = await vscode.window.showQuickPick([here, terminals], {
    title: t('Sessions in {0}', plainLine(formatPath(project, os.homedir()), 200)),
    placeHolder: t('Where to answer their requests and write their prompts'),
    // Redrawing the tree returns the focus to it, which would close the picker.
    ignoreFocusOut: true,
  });
  if (picked === undefined || picked.list.length === listed.length) return;
  await vscode.workspace
    .getConfiguration()
    .update(
      settingIds.controlDisabledProjects,
      picked.list.length === 0 ? undefined : picked.list,
      vscode.ConfigurationTarget.Global,
    );
  const name = plainLine(formatPath(project, os.homedir()), 200);
  const message =
    picked === here
      ? t('Requests in {0} can be answered here, too', name)
      : t('Requests in {0} are answered only in their terminals', name);
  vscode.window.setStatusBarMessage(escapeIcons(message), messageMs);
}

function current(): readonly unknown[] {
  const listed = vscode.workspace
    .getConfiguration()
    .get<unknown>(settingIds.controlDisabledProjects);
  return Array.isArray(listed) ? (listed as readonly unknown[]) : [];
}

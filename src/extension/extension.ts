import type { MissionControlExports } from '../shared/api/missionControl';
import { codexId } from '../shared/agents/agentLabels';
import { setLanguage, t } from '../shared/words/l10n';
import * as vscode from 'vscode';
import { createEditorApi } from './api/editorApi';
import { HubLink } from './link/hubLink';
import { settingIds } from './manifest';
import { EditorKeys } from './util/keys/editorKeys';
import { chosenConfigHome, configHome } from './agents/claude/home/configHome';
import { codexHome, isCodexHomeOf } from './agents/codex/home/codexHome';
import { clearWorkspaceState } from './views/board/arrangements';
import { readAccounts } from './views/machines/accounts/accountsSetting';
import { registerViews } from './views/views';
import { registerHookCommands } from './hookInstaller/installCommands';

let link: HubLink | undefined;

/** Creates the extension's parts without waiting for the hub; events fill the views later. */
export function activate(context: vscode.ExtensionContext): MissionControlExports {
  if (vscode.l10n.bundle) setLanguage(vscode.env.language, vscode.l10n.bundle);
  const log = vscode.window.createOutputChannel('Mission Control', { log: true });
  context.subscriptions.push(log);
  const home = usedConfigHome();
  const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'hub.js').fsPath;
  const keys = new EditorKeys(context.secrets, log);
  context.subscriptions.push(keys);
  link = new HubLink({
    configHome: home,
    script,
    release: (context.extension.packageJSON as { readonly version: string }).version,
    wantedAgents: wantedAgents(),
    keys,
    log,
    onLastingProblem: (reason) => void warnOfConnectionProblem(reason, log),
  });
  const hooks = registerHookCommands({
    context,
    configHome: home,
    otherHomes: () =>
      readAccounts(vscode.workspace.getConfiguration().get(settingIds.configHomes)).homes,
    codexHome: () => (isCodexHomeOf(home === configHome({})) ? codexHome() : undefined),
    isCodexShown: () => wantedAgents()?.includes(codexId) !== false,
    log,
    forget: async () => {
      await Promise.all([clearWorkspaceState(context.workspaceState), keys.deleteAll()]);
    },
    whileStopped: (act) => link?.whileStopped(act) ?? act(),
  });
  const { board, hub, repeatedCalls } = link;
  const api = createEditorApi({ board, hub, repeatedCalls, log });
  context.subscriptions.push(
    hooks,
    api,
    registerViews({
      context,
      board,
      hub,
      repeatedCalls,
      startAgain: () => link?.startAgain(),
      windowConnection: link.windowConnection,
      keys: link.keys,
      phones: link.phones,
      configHome: home,
      hooks,
      addRule: hooks.addRule,
      log,
    }),
    link,
  );
  link.start();
  return api.exports;
}

/**
 * Disconnects this window and stops the hub that it hosts, unless paired phones need the hub. The
 * editor waits for the result.
 */
export function deactivate(): Promise<void> | undefined {
  return link?.shutdown();
}

function usedConfigHome(): string {
  const setting = vscode.workspace.getConfiguration().get<string>(settingIds.configHome, '');
  return chosenConfigHome(setting.trim());
}

/** Ids of the agents in the setting; all agents if it is no list. */
function wantedAgents(): readonly string[] | undefined {
  const setting = vscode.workspace.getConfiguration().get<unknown>(settingIds.agents);
  return Array.isArray(setting) ? setting.filter((id) => typeof id === 'string') : undefined;
}

/** Warns about a persistent connection problem; attempts to connect continue. */
async function warnOfConnectionProblem(
  reason: string,
  log: vscode.LogOutputChannel,
): Promise<void> {
  const showLog = t('Show Log');
  const message = t('Mission Control cannot show your sessions yet. {0}.', reason);
  if ((await vscode.window.showWarningMessage(message, showLog)) === showLog) log.show();
}

import * as vscode from 'vscode';
import { settingIds } from '../../manifest';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { RuleSources } from './rulesSetting';

/** Reads the rules in the settings of this window and in the manifests of other extensions. */
export class EditorRules implements RuleSources, Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new Emitter<void>());
  readonly onDidChange = this.changes.event;

  constructor() {
    const { workspace, extensions } = vscode;
    const change = (): void => this.changes.fire();
    this.lifetime.add(
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingIds.rules)) change();
      }),
    );
    this.lifetime.add(workspace.onDidGrantWorkspaceTrust(change));
    this.lifetime.add(workspace.onDidChangeWorkspaceFolders(change));
    this.lifetime.add(extensions.onDidChange(change));
  }

  get user(): unknown {
    return inspectSetting()?.globalValue;
  }

  get workspace(): RuleSources['workspace'] {
    const { isTrusted, workspaceFolders = [] } = vscode.workspace;
    if (!isTrusted) return [];
    const local = workspaceFolders.filter(({ uri }) => uri.scheme === 'file');
    const whole = inspectSetting()?.workspaceValue;
    const all = { folders: local.map(({ uri }) => uri.fsPath), value: whole };
    // In a window with a single folder, the folder's settings are the workspace's settings.
    const single = local.length === 1 && vscode.workspace.workspaceFile === undefined;
    const each = single
      ? []
      : local.map(({ uri }) => ({
          folders: [uri.fsPath],
          value: inspectSetting(uri)?.workspaceFolderValue,
        }));
    return [...each, all].filter(({ value }) => value !== undefined);
  }

  get extensions(): RuleSources['extensions'] {
    return vscode.extensions.all.flatMap(({ id, packageJSON }) => {
      const value = fieldOf(
        fieldOf(fieldOf(packageJSON, 'contributes'), 'missionControl'),
        'rules',
      );
      return value === undefined ? [] : [{ id, value }];
    });
  }

  dispose(): void {
    this.lifetime.dispose();
  }
}

function inspectSetting(uri?: vscode.Uri) {
  return vscode.workspace.getConfiguration(undefined, uri).inspect<unknown>(settingIds.rules);
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}

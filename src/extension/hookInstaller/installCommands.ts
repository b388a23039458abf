import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../shared/words/l10n';
import type { HooksStatus } from '../../shared/messages/pageMessages';
import { findLaunchers, removeLaunchers } from '../commandLine/launcher/launcherFiles';
import { commandIds, extensionId } from '../manifest';
import type { AddRule } from '../settingsRule';
import { Coalescer } from '../util/coalesce';
import { Emitter, type Event } from '../util/emitter';
import { type Disposable, DisposableSlot, DisposableStore, toDisposable } from '../util/lifetime';
import type { Log } from '../util/log';
import { ruleAdder } from './addRule';
import { HookInstaller, type SettingsPreview } from './installer';
import { SettingsError } from '../agents/claude/settings/settingsError';
import { ShownChange, type AskedChange } from './shownChange';
import { findTraces, removeTraces, tracesAtTop } from './traces';

export interface HookCommandsOptions {
  readonly context: Pick<vscode.ExtensionContext, 'extensionUri'>;
  readonly configHome: string;
  readonly log: Log;
  /** Deletes what this extension stores in the editor. */
  readonly forget: () => Promise<void>;
  /** Runs `act` while nothing in this window writes to our folder. */
  readonly whileStopped: (act: () => Promise<void>) => Promise<void>;
}

export interface HookCommands extends Disposable {
  readonly status: HooksStatus;
  readonly onDidChangeStatus: Event<HooksStatus>;
  readonly addRule: AddRule;
}

/**
 * Registers "Install Hooks", "Remove Hooks" and "Remove Everything", and tracks the status of the
 * hooks.
 */
export function registerHookCommands(options: HookCommandsOptions): HookCommands {
  return new InstallCommands(options);
}

const openSettingsFile = () => t('Open Settings File');
/** Maximum number of lines in a dialog, so that its buttons stay visible. */
const maxListed = 15;

class InstallCommands implements HookCommands {
  private readonly lifetime = new DisposableStore();
  private readonly changed = this.lifetime.add(new Emitter<HooksStatus>());
  private readonly folderWatch = this.lifetime.add(new DisposableSlot<Disposable>());
  private readonly shown = this.lifetime.add(new ShownChange());
  readonly addRule: AddRule;
  private readonly installer: HookInstaller;
  private readonly checks = new Coalescer(() => this.check());
  private current: HooksStatus = 'unknown';

  readonly onDidChangeStatus = this.changed.event;

  constructor(private readonly options: HookCommandsOptions) {
    const { context, configHome, log } = options;
    const relaySource = vscode.Uri.joinPath(context.extensionUri, 'hooks').fsPath;
    this.addRule = ruleAdder(this.shown, log);
    this.installer = new HookInstaller({ configHome, relaySource, log });
    this.lifetime.add(this.register(commandIds.installHooks, () => this.install()));
    this.lifetime.add(this.register(commandIds.removeHooks, () => this.remove()));
    this.lifetime.add(this.register(commandIds.removeEverything, () => this.removeEverything()));
    this.lifetime.add(
      vscode.window.onDidChangeWindowState(({ focused }) => focused && void this.checks.run()),
    );
    void this.start();
  }

  get status(): HooksStatus {
    return this.current;
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Updates the relay after an update of the extension, without changing the settings. */
  private async start(): Promise<void> {
    try {
      if (vscode.workspace.isTrusted) await this.installer.refresh();
    } catch (error) {
      this.options.log.warn(`The relay was not brought up to date: ${messageOf(error)}`);
    }
    await this.checks.run();
  }

  private async check(): Promise<void> {
    if (this.lifetime.isDisposed) return;
    this.folderWatch.value ??= this.watchFolder();
    let status: HooksStatus;
    try {
      status = await this.installer.status();
    } catch (error) {
      status = 'unknown';
      this.options.log.warn(`The hooks' status is unknown: ${messageOf(error)}`);
    }
    if (status === this.current || this.lifetime.isDisposed) return;
    this.current = status;
    this.changed.fire(status);
  }

  /**
   * Watches the settings' folder, because a watch on the file itself ends when the file is
   * replaced. Undefined while the folder does not exist.
   */
  private watchFolder(): Disposable | undefined {
    const name = path.basename(this.installer.settingsPath);
    try {
      const watcher = fs.watch(path.dirname(this.installer.settingsPath), (_event, file) => {
        if (file === name) void this.checks.run();
      });
      watcher.on('error', () => {
        this.folderWatch.value = undefined;
      });
      return toDisposable(() => watcher.close());
    } catch {
      return undefined; // The folder does not exist yet; the next check tries again.
    }
  }

  private async install(): Promise<void> {
    const preview = await this.installer.previewInstall();
    if (preview.before === preview.after) {
      await this.installer.install(preview);
      this.report([t('The hooks are already installed.'), ...preview.warnings], preview.blockers);
      return;
    }
    const question = t(
      'Install hooks for {0} events, as shown, in {1}?',
      preview.events.length,
      preview.path,
    );
    const title = t('{0}: Install Hooks', path.basename(preview.path));
    const change = { kind: 'install', title, action: t('Install Hooks'), question } as const;
    if (!(await this.confirm(preview, change))) return;
    const { backupPath } = await this.installer.install(preview);
    const { blockers } = preview;
    const done =
      blockers.length === 0
        ? t('Hooks are installed; running sessions report at once.')
        : t('Hooks are installed, but they will not run.');
    this.report([done, ...backupNotice(backupPath)], blockers);
  }

  private async remove(): Promise<void> {
    const preview = await this.installer.previewRemove();
    if (preview.before === preview.after) {
      await this.installer.remove(preview);
      void vscode.window.showInformationMessage(
        t('There are no hooks of Mission Control to remove.'),
      );
      return;
    }
    const question = t('Remove the hooks of Mission Control, as shown, from {0}?', preview.path);
    const title = t('{0}: Remove Hooks', path.basename(preview.path));
    const change = { kind: 'remove', title, action: t('Remove Hooks'), question } as const;
    if (!(await this.confirm(preview, change))) return;
    const { backupPath } = await this.installer.remove(preview);
    this.report([
      t('Hooks are removed; running sessions stop reporting at once.'),
      ...backupNotice(backupPath),
    ]);
  }

  /** Removes the hooks first, because the client would still call them without the relay. */
  private async removeEverything(): Promise<void> {
    const { configHome, forget, whileStopped, log } = this.options;
    const preview = await this.installer.previewRemove();
    const traces = await findTraces(configHome);
    const leftovers = await this.installer.leftovers();
    const launchers = await findLaunchers(configHome);
    const hasHooks = preview.before !== preview.after;
    if (!hasHooks && traces === undefined && leftovers.length === 0) {
      void vscode.window.showInformationMessage(
        t('There is nothing of Mission Control to remove.'),
      );
      return;
    }
    const names = traces === undefined ? [] : tracesAtTop(traces);
    const detail = [
      ...(hasHooks ? [t('The hooks of Mission Control in {0}', preview.path)] : []),
      ...leftovers,
      ...launchers.map((file) => t('The command line tool {0}', file)),
      ...(traces === undefined ? [] : [t('The folder {0}', traces.folder)]),
      ...names.slice(0, maxListed).map((name) => `  ${name}`),
      ...(names.length > maxListed ? [`  ${t('and {0} more', names.length - maxListed)}`] : []),
      '',
      t(
        'Your sessions and transcripts stay. Backups of your settings and this workspace’s board layout are deleted too.',
      ),
      ...(names.includes('phones.json') ? [t('Connected phones have to be connected again.')] : []),
    ].join('\n');
    const removeAction = t('Remove Everything');
    const question = t('Remove everything that Mission Control wrote on this machine?');
    const answer = await vscode.window.showWarningMessage(
      question,
      { modal: true, detail },
      removeAction,
    );
    if (answer !== removeAction) return;
    if (hasHooks) await this.installer.remove(preview);
    await this.installer.removeLeftovers();
    await removeLaunchers(launchers);
    await whileStopped(() => removeTraces(configHome));
    await forget();
    log.info('Everything that Mission Control wrote is removed');
    await this.checks.run();
    const uninstall = t('Uninstall Extension');
    const next = await vscode.window.showInformationMessage(
      t(
        'Everything is removed. Mission Control is turned off in all windows; it starts again when you install hooks or reload a window, unless you uninstall it.',
      ),
      uninstall,
    );
    if (next === uninstall)
      await vscode.commands.executeCommand('workbench.extensions.uninstallExtension', extensionId);
  }

  private confirm(
    preview: SettingsPreview,
    change: Pick<AskedChange, 'kind' | 'title' | 'action' | 'question'>,
  ): Promise<boolean> {
    const { path: file, before, after, blockers, warnings } = preview;
    const doubts = [...blockers, ...warnings];
    return this.shown.confirmChange({
      ...change,
      name: path.basename(file),
      before,
      after,
      doubts,
    });
  }

  /** Reports the result at once; the check of the status may take longer. */
  private report(sentences: readonly string[], blockers: readonly string[] = []): void {
    void this.checks.run();
    const show = blockers.length > 0 ? 'showWarningMessage' : 'showInformationMessage';
    const message = [...sentences, ...blockers].join(' ');
    void this.offerSettings(vscode.window[show](message, openSettingsFile()));
  }

  private register(id: string, run: () => Promise<void>): Disposable {
    return vscode.commands.registerCommand(id, async () => {
      if (!vscode.workspace.isTrusted) {
        void vscode.window.showWarningMessage(
          t('Hooks can be installed and removed only in a trusted workspace.'),
        );
        return;
      }
      try {
        await run();
      } catch (error) {
        this.fail(error);
      }
    });
  }

  private fail(error: unknown): void {
    if (error instanceof SettingsError) {
      const shown = vscode.window.showErrorMessage(
        `${error.message} ${t('Nothing was changed.')}`,
        openSettingsFile(),
      );
      void this.offerSettings(shown, error);
      return;
    }
    this.options.log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    void vscode.window.showErrorMessage(t('The hooks could not be changed: {0}', messageOf(error)));
  }

  private async offerSettings(
    answer: Thenable<string | undefined>,
    at?: SettingsError,
  ): Promise<void> {
    if ((await answer) !== openSettingsFile()) return;
    const { line = 1, column = 1 } = at?.position ?? {};
    const place = new vscode.Position(line - 1, column - 1);
    const uri = vscode.Uri.file(this.installer.settingsPath);
    try {
      await vscode.window.showTextDocument(uri, { selection: new vscode.Range(place, place) });
    } catch (error) {
      void vscode.window.showErrorMessage(messageOf(error));
    }
  }
}

function backupNotice(backupPath: string | undefined): readonly string[] {
  return backupPath === undefined ? [] : [t('The settings from before are in {0}.', backupPath)];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

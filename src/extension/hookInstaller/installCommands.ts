import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { HooksStatus } from '../../shared/pageMessages';
import { commandIds, extensionId } from '../manifest';
import { Coalescer } from '../util/coalesce';
import { Emitter, type Event } from '../util/emitter';
import { type Disposable, DisposableSlot, DisposableStore, toDisposable } from '../util/lifetime';
import type { Log } from '../util/log';
import { HookInstaller, type SettingsPreview } from './installer';
import { SettingsError } from './settingsError';
import { findTraces, removeTraces } from './traces';

export interface HookCommandsOptions {
  readonly context: Pick<vscode.ExtensionContext, 'extensionUri'>;
  readonly configHome: string;
  readonly log: Log;
  /** Ends this window's part of the hub, so that nothing writes to our folder any more. */
  readonly stopHub: () => Promise<void>;
}

export interface HookCommands extends Disposable {
  readonly status: HooksStatus;
  readonly onDidChangeStatus: Event<HooksStatus>;
}

/** "Install Hooks", "Remove Hooks" and "Remove Everything", and whether hooks are there. */
export function registerHookCommands(options: HookCommandsOptions): HookCommands {
  return new InstallCommands(options);
}

const previewScheme = 'mission-control-settings';
const openSettingsFile = 'Open Settings File';
const removeAction = 'Remove Everything';
/** Lines of a list in a dialog, so that its buttons stay in sight. */
const maxListed = 15;

class InstallCommands implements HookCommands {
  private readonly lifetime = new DisposableStore();
  private readonly changed = this.lifetime.add(new Emitter<HooksStatus>());
  private readonly folderWatch = this.lifetime.add(new DisposableSlot<Disposable>());
  private readonly documents = new Map<string, string>();
  private readonly installer: HookInstaller;
  private readonly checks = new Coalescer(() => this.check());
  private current: HooksStatus = 'unknown';
  private previews = 0;

  readonly onDidChangeStatus = this.changed.event;

  constructor(private readonly options: HookCommandsOptions) {
    const { context, configHome, log } = options;
    const relaySource = vscode.Uri.joinPath(context.extensionUri, 'hooks').fsPath;
    this.installer = new HookInstaller({ configHome, relaySource, log });
    this.lifetime.add(
      vscode.workspace.registerTextDocumentContentProvider(previewScheme, {
        provideTextDocumentContent: (uri) => this.documents.get(uri.toString()) ?? '',
      }),
    );
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

  /** An update of the extension brings a new relay; the settings are not touched for that. */
  private async start(): Promise<void> {
    try {
      if (vscode.workspace.isTrusted) await this.installer.refreshRelay();
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

  /** The folder, not the file: the file is replaced. Undefined until there is one. */
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
      return undefined; // No folder yet; the next look tries again.
    }
  }

  private async install(): Promise<void> {
    const preview = await this.installer.previewInstall();
    if (preview.before === preview.after) {
      await this.installer.install(preview);
      void vscode.window.showInformationMessage(
        ['The hooks are installed already.', ...preview.warnings].join(' '),
      );
      return;
    }
    const ask = `Install hooks for ${preview.events.length} events, as shown, in ${preview.path}?`;
    const title = `${path.basename(preview.path)}: Install Hooks`;
    if (!(await this.confirm(preview, title, 'Install Hooks', ask))) return;
    const { backupPath } = await this.installer.install(preview);
    const kept = backupPath === undefined ? '' : ` The settings from before are in ${backupPath}.`;
    await this.report(`Hooks are installed; running sessions report at once.${kept}`);
  }

  private async remove(): Promise<void> {
    const preview = await this.installer.previewRemove();
    if (preview.before === preview.after) {
      await this.installer.remove(preview);
      void vscode.window.showInformationMessage('There are no hooks of Mission Control to remove.');
      return;
    }
    const ask = `Remove the hooks of Mission Control, as shown, from ${preview.path}?`;
    const title = `${path.basename(preview.path)}: Remove Hooks`;
    if (!(await this.confirm(preview, title, 'Remove Hooks', ask))) return;
    const { backupPath } = await this.installer.remove(preview);
    const kept = backupPath === undefined ? '' : ` The settings from before are in ${backupPath}.`;
    await this.report(`Hooks are removed; running sessions stop reporting at once.${kept}`);
  }

  /** The hooks first: without the relay they would still be called. */
  private async removeEverything(): Promise<void> {
    const { configHome, stopHub, log } = this.options;
    const preview = await this.installer.previewRemove();
    const traces = await findTraces(configHome);
    const hooked = preview.before !== preview.after;
    if (!hooked && traces === undefined) {
      void vscode.window.showInformationMessage('There is nothing of Mission Control to remove.');
      return;
    }
    const detail = [
      ...(hooked ? [`The hooks of Mission Control in ${preview.path}`] : []),
      ...(traces === undefined ? [] : [`The folder ${traces.folder}`]),
      ...(traces?.names ?? []).slice(0, maxListed).map((name) => `  ${name}`),
      ...((traces?.names.length ?? 0) > maxListed
        ? [`  and ${(traces?.names.length ?? 0) - maxListed} more`]
        : []),
      '',
      'Your sessions and transcripts stay. Backups of your settings are deleted too.',
    ].join('\n');
    const question = 'Remove everything that Mission Control wrote on this machine?';
    const answer = await vscode.window.showWarningMessage(
      question,
      { modal: true, detail },
      removeAction,
    );
    if (answer !== removeAction) return;
    if (hooked) await this.installer.remove(preview);
    await stopHub();
    await removeTraces(configHome);
    log.info('Everything that Mission Control wrote is removed');
    await this.checks.run();
    const uninstall = 'Uninstall Extension';
    const next = await vscode.window.showInformationMessage(
      'Everything is removed. Other windows that are open, and this one once it is reloaded, write again what they need to run, until the extension is uninstalled.',
      uninstall,
    );
    if (next === uninstall)
      await vscode.commands.executeCommand('workbench.extensions.uninstallExtension', extensionId);
  }

  /** Not modal, so that the change can be looked at while the question stands. */
  private async confirm(
    preview: SettingsPreview,
    title: string,
    action: string,
    question: string,
  ): Promise<boolean> {
    const number = ++this.previews;
    const name = path.basename(preview.path);
    const [before, after] = (['before', 'after'] as const).map((side) => {
      const uri = vscode.Uri.from({ scheme: previewScheme, path: `/${number}/${side}/${name}` });
      this.documents.set(uri.toString(), preview[side]);
      return uri;
    }) as [vscode.Uri, vscode.Uri];
    try {
      await vscode.commands.executeCommand('vscode.diff', before, after, title, { preview: true });
      const message = [question, ...preview.warnings].join(' ');
      const show = preview.warnings.length > 0 ? 'showWarningMessage' : 'showInformationMessage';
      const answer = await vscode.window[show](message, action, 'Cancel');
      return answer === action && number === this.previews;
    } finally {
      await closeDiff(after);
      this.documents.delete(before.toString());
      this.documents.delete(after.toString());
    }
  }

  private async report(message: string): Promise<void> {
    await this.checks.run();
    void this.offerSettings(vscode.window.showInformationMessage(message, openSettingsFile));
  }

  private register(id: string, run: () => Promise<void>): Disposable {
    return vscode.commands.registerCommand(id, async () => {
      if (!vscode.workspace.isTrusted) {
        void vscode.window.showWarningMessage(
          'Hooks can be installed and removed only in a trusted workspace.',
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
        `${error.message} Nothing was changed.`,
        openSettingsFile,
      );
      void this.offerSettings(shown, error);
      return;
    }
    this.options.log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    void vscode.window.showErrorMessage(`The hooks could not be changed: ${messageOf(error)}`);
  }

  private async offerSettings(
    answer: Thenable<string | undefined>,
    at?: SettingsError,
  ): Promise<void> {
    if ((await answer) !== openSettingsFile) return;
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

/** The person may have closed it already. */
async function closeDiff(after: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputTextDiff && input.modified.toString() === after.toString(),
    );
  await vscode.window.tabGroups.close(tabs);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../shared/words/l10n';
import type { HooksStatus } from '../../shared/messages/pageMessages';
import { trustText } from '../../shared/words/hookTrust';
import { commandIds } from '../manifest';
import type { AddRule } from '../settingsRule';
import { Coalescer } from '../util/coalesce';
import { Emitter, type Event } from '../util/emitter';
import { type Disposable, DisposableSlot, DisposableStore, toDisposable } from '../util/lifetime';
import type { Log } from '../util/log';
import { ruleAdder } from './addRule';
import { HookHomes, type HookHome } from './hookHomes';
import type { HookInstaller, SettingsPreview } from './installer';
import { pickHomeToInstall, pickHomeToRemove } from './pickHome';
import { removeAll } from './homeRemoval';
import { confirmRemoval, suggestUninstall } from './removeEverything';
import { SettingsError } from '../agents/claude/settings/settingsError';
import { ShownChange, type AskedChange } from './shownChange';

export interface HookCommandsOptions {
  readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalState'>;
  readonly configHome: string;
  /** Config homes of other accounts, according to the setting. */
  readonly otherHomes: () => readonly string[];
  /** The folder of Codex if it belongs to this config home; undefined if there is none. */
  readonly codexHome: () => string | undefined;
  /** Returns whether sessions of Codex are on the board. */
  readonly isCodexShown: () => boolean;
  readonly log: Log;
  /** Deletes what this extension stores in the editor. */
  readonly forget: () => Promise<void>;
  /** Runs `act` while nothing in this window writes to our folder. */
  readonly whileStopped: (act: () => Promise<void>) => Promise<void>;
}

export interface HookCommands extends Disposable {
  readonly status: HooksStatus;
  /** State of the hooks of Codex; `unknown` if it is not on the board. */
  readonly codexStatus: HooksStatus;
  readonly onDidChangeStatus: Event<void>;
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

class InstallCommands implements HookCommands {
  private readonly lifetime = new DisposableStore();
  private readonly changed = this.lifetime.add(new Emitter<void>());
  private readonly watches = [
    this.lifetime.add(new DisposableSlot<Disposable>()),
    this.lifetime.add(new DisposableSlot<Disposable>()),
  ] as const;
  private readonly shown = this.lifetime.add(new ShownChange());
  readonly addRule: AddRule;
  private readonly homes: HookHomes;
  /** The installer that was used last, whose settings are offered to be opened. */
  private used: HookInstaller;
  private readonly checks = new Coalescer(() => this.check());
  private current: HooksStatus = 'unknown';
  private currentOfCodex: HooksStatus = 'unknown';

  readonly onDidChangeStatus = this.changed.event;

  constructor(private readonly options: HookCommandsOptions) {
    const { context, configHome, otherHomes, codexHome, isCodexShown, log } = options;
    const relaySource = vscode.Uri.joinPath(context.extensionUri, 'hooks').fsPath;
    this.addRule = ruleAdder(this.shown, log);
    const memory = context.globalState;
    this.homes = new HookHomes({
      configHome,
      otherHomes,
      codexHome,
      isCodexShown,
      memory,
      relaySource,
      log,
    });
    this.used = this.homes.own;
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

  get codexStatus(): HooksStatus {
    return this.currentOfCodex;
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Updates the relay after an update of the extension, without changing the settings. */
  private async start(): Promise<void> {
    const homes = vscode.workspace.isTrusted ? this.homes.readAtStart : [];
    for (const { path: home, installer } of homes) {
      try {
        await installer.refresh();
      } catch (error) {
        const reason = messageOf(error);
        this.options.log.warn(`The relay in ${home} was not brought up to date: ${reason}`);
      }
    }
    await this.checks.run();
  }

  private async check(): Promise<void> {
    if (this.lifetime.isDisposed) return;
    const { own, shownCodex: codex } = this.homes;
    const [ownWatch, codexWatch] = this.watches;
    ownWatch.value ??= this.watchFolder(own);
    if (codex !== undefined) codexWatch.value ??= this.watchFolder(codex.installer);
    const status = await this.statusOf(own);
    const codexStatus = codex === undefined ? 'unknown' : await this.statusOf(codex.installer);
    const isSame = status === this.current && codexStatus === this.currentOfCodex;
    if (isSame || this.lifetime.isDisposed) return;
    this.current = status;
    this.currentOfCodex = codexStatus;
    this.changed.fire();
  }

  private async statusOf(installer: HookInstaller): Promise<HooksStatus> {
    try {
      return await installer.status();
    } catch (error) {
      this.options.log.warn(`The hooks' status is unknown: ${messageOf(error)}`);
      return 'unknown';
    }
  }

  /**
   * Watches the folder of the files that decide the status, because a watch on a file itself ends
   * when the file is replaced. Undefined while the folder does not exist.
   */
  private watchFolder({ statusFiles }: HookInstaller): Disposable | undefined {
    const [first = ''] = statusFiles;
    const names = new Set<string | null>(statusFiles.map((file) => path.basename(file)));
    try {
      const watcher = fs.watch(path.dirname(first), (_event, file) => {
        if (names.has(file)) void this.checks.run();
      });
      watcher.on('error', () => {
        for (const slot of this.watches) slot.value = undefined;
      });
      return toDisposable(() => watcher.close());
    } catch {
      return undefined; // The folder does not exist yet; the next check tries again.
    }
  }

  private async install(): Promise<void> {
    const home = await pickHomeToInstall(this.homes.listed);
    if (home === undefined) return;
    const { installer } = home;
    this.used = installer;
    const preview = await installer.previewInstall();
    if (preview.before === preview.after) {
      await installer.install(preview);
      await this.remember(home);
      const known = [t('The hooks are already installed.'), ...(await trustNotice(installer))];
      this.report([...known, ...preview.warnings], preview.blockers);
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
    // Remembered before anything is written, so that the hooks are found again after a crash.
    await this.remember(home);
    const { backupPath } = await installer.install(preview);
    const { blockers } = preview;
    const notice = await trustNotice(installer);
    const running =
      notice.length > 0 ? notice : [t('Hooks are installed; running sessions report at once.')];
    const done =
      blockers.length === 0 ? running : [t('Hooks are installed, but they will not run.')];
    this.report([...done, ...backupNotice(backupPath)], blockers);
  }

  /** Remembers where hooks are. The folder of Codex is always found. */
  private async remember({ path: home, agent }: HookHome): Promise<void> {
    if (agent === undefined) await this.homes.remember(home);
  }

  private async remove(): Promise<void> {
    const home = await pickHomeToRemove(this.homes.all);
    if (home === undefined) return;
    const { installer } = home;
    this.used = installer;
    const preview = await installer.previewRemove();
    if (preview.before === preview.after) {
      await installer.remove(preview);
      await this.homes.removeHome(home.path);
      void vscode.window.showInformationMessage(
        t('There are no hooks of Mission Control to remove.'),
      );
      return;
    }
    const question = t('Remove the hooks of Mission Control, as shown, from {0}?', preview.path);
    const title = t('{0}: Remove Hooks', path.basename(preview.path));
    const change = { kind: 'remove', title, action: t('Remove Hooks'), question } as const;
    if (!(await this.confirm(preview, change))) return;
    const { backupPath } = await installer.remove(preview);
    await this.homes.removeHome(home.path);
    this.report([
      t('Hooks are removed; running sessions stop reporting at once.'),
      ...backupNotice(backupPath),
    ]);
  }

  private async removeEverything(): Promise<void> {
    const { forget, whileStopped, log } = this.options;
    const removals = await confirmRemoval(this.homes.all);
    if (removals === undefined) return;
    await removeAll(removals, whileStopped);
    for (const { home } of removals) await this.homes.removeHome(home.path);
    await forget();
    log.info('Everything that Mission Control wrote is removed');
    await this.checks.run();
    await suggestUninstall();
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
    const uri = vscode.Uri.file(this.used.settingsPath);
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

/** Says how the person trusts hooks that the program does not run before. */
async function trustNotice(installer: HookInstaller): Promise<readonly string[]> {
  const status = await installer.status();
  return status === 'untrusted' || status === 'changed' ? [trustText(status)] : [];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { rmSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import manifest from '../../../package.json';
import { cleanEnvironment } from './command';
import {
  installEditor,
  newestEditor,
  type EditorRelease,
  type InstalledEditor,
  type Theme,
} from './install/install';
import { linkBuiltIns } from './install/builtIns';
import { fillExtensionFolder } from './install/extensionFolder';
import { trimmedQuery, trimWorkbench } from './install/trimWorkbench';
import { projectRoot } from './paths';
import { keybindings } from './window/commandKeys';
import { EditorServer, uninstallExtension, type ServerOptions } from './server';

export type Settings = Readonly<Record<string, unknown>>;

/** Heading in `logs` of the extension's own output channel. */
const ownLogName = /^[^\n]*Mission Control\.log\n/u;

export interface EditorOptions {
  readonly release?: EditorRelease;
  /** Paths of `.vsix` files. */
  readonly extensions?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly settings?: Settings;
  readonly theme?: Theme;
  /** Folder of windows that name no other; an empty one if absent. */
  readonly folder?: string;
  readonly serverArgs?: readonly string[];
  /** A free port if absent. */
  readonly port?: number;
  /** The editor's own extensions: those that our views need, or all of them, the default. */
  readonly builtIns?: 'few' | 'all';
  /** True if folders start untrusted; by default all are trusted. */
  readonly workspaceTrust?: boolean;
}

/** Disables notifications and animations of the editor itself. */
const calmSettings: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'editor.accessibilitySupport': 'off',
  'editor.cursorBlinking': 'solid',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  // Otherwise a terminal shows typed text before its program receives it.
  'terminal.integrated.localEchoEnabled': 'off',
  'update.mode': 'none',
  'window.commandCenter': false,
};

/** Disables editor decorations that no test reads. */
const plainSettings: Settings = {
  'breadcrumbs.enabled': false,
  // The default takes half a second of processor time to compare settings with and without hooks.
  'diffEditor.diffAlgorithm': 'legacy',
  'editor.bracketPairColorization.enabled': false,
  'editor.colorDecorators': false,
  'editor.guides.indentation': false,
  'editor.inlayHints.enabled': 'off',
  'editor.lightbulb.enabled': 'off',
  'editor.links': false,
  'editor.matchBrackets': 'never',
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.parameterHints.enabled': false,
  'editor.quickSuggestions': { other: 'off' },
  'editor.selectionHighlight': false,
  'editor.semanticHighlighting.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.wordBasedSuggestions': 'off',
  'scm.diffDecorations': 'none',
  'workbench.editor.languageDetection': false,
  'workbench.enableExperiments': false,
  'workbench.iconTheme': null,
  'workbench.layoutControl.enabled': false,
  'workbench.localHistory.enabled': false,
  'workbench.tree.renderIndentGuides': 'none',
};

/** Restricted mode from the start, without a dialog. */
const trustSettings: Settings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
};

/** A running editor that reads nothing of the user's home, settings or extensions. */
export class Editor {
  private constructor(
    /** Folder of everything the editor writes; deleted by `stop`. */
    readonly root: string,
    readonly folder: string,
    readonly release: EditorRelease,
    /** User settings with which it started. */
    readonly userSettings: Settings,
    private readonly installed: InstalledEditor,
    private readonly options: ServerOptions,
    private readonly server: EditorServer,
    private machineSettings: Settings,
    private readonly isTrimmed: boolean,
  ) {
    process.once('exit', this.removeFiles);
  }

  get url(): string {
    return this.server.url;
  }

  /** URL of a window on a folder. */
  windowUrl(folder: string): string {
    const trimmed = this.isTrimmed ? `&${trimmedQuery}` : '';
    return `${this.url}/?folder=${encodeURIComponent(folder)}${trimmed}`;
  }

  static async start(options: EditorOptions = {}): Promise<Editor> {
    const release = options.release ?? newestEditor;
    const installed = await installEditor(release);
    const root = await fs.mkdtemp(path.join(os.tmpdir(), 'mc-editor-'));
    try {
      const folder = options.folder ?? (await makeFolder(root, 'project'));
      const settings: Settings = {
        ...calmSettings,
        ...(options.builtIns === 'few' && plainSettings),
        ...(options.workspaceTrust === true && trustSettings),
        'workbench.colorTheme': release.themes[options.theme ?? 'dark'],
        ...options.settings,
      };
      const { user, machine } = byLevel(settings);
      await writeSettings(root, 'User', user);
      await fs.writeFile(
        path.join(root, 'data/User/keybindings.json'),
        JSON.stringify(keybindings),
      );
      await writeSettings(root, 'Machine', machine);
      await fs.writeFile(path.join(root, 'config.yaml'), '');
      const env = await isolatedEnvironment(root, options.env);
      const { extensions = [], serverArgs = [], port = 0, workspaceTrust = false } = options;
      if (extensions.length > 0)
        await fillExtensionFolder(installed, extensions, path.join(root, 'extensions'));
      const args = [...serverArgs];
      if (options.builtIns === 'few') {
        const folder = path.join(root, 'built-in');
        await linkBuiltIns(installed, settings['git.enabled'] === true, folder);
        await trimWorkbench(installed);
        args.push(`--builtin-extensions-dir=${folder}`);
      }
      const serverOptions = { root, env, port, args, workspaceTrust };
      const server = await EditorServer.start(installed, serverOptions);
      return new Editor(
        root,
        folder,
        release,
        user,
        installed,
        serverOptions,
        server,
        machine,
        options.builtIns === 'few',
      );
    } catch (error) {
      await fs.rm(root, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Changes settings in all open windows at once: the editor watches the file of machine settings,
   * not that of user settings.
   */
  async changeSettings(changed: Settings): Promise<void> {
    this.machineSettings = { ...this.machineSettings, ...changed };
    await writeSettings(this.root, 'Machine', this.machineSettings);
  }

  async useTheme(theme: Theme): Promise<void> {
    await this.changeSettings({ 'workbench.colorTheme': this.release.themes[theme] });
  }

  async uninstall(extensionId: string): Promise<void> {
    await uninstallExtension(this.installed, this.options, extensionId);
  }

  /** Output of the server, then all log files of the server and its extension hosts. */
  async logs(): Promise<string> {
    const folder = path.join(this.root, 'data', 'logs');
    const names = await fs.readdir(folder, { recursive: true }).catch(() => []);
    const files = await Promise.all(
      names
        .filter((name) => name.endsWith('.log'))
        .sort()
        .map(async (name) => `--- ${name}\n${await fs.readFile(path.join(folder, name), 'utf8')}`),
    );
    return [this.server.output, ...files].join('\n');
  }

  /** Lines that the extension has logged in all windows, newest last. */
  async ownLog(): Promise<readonly string[]> {
    const files = (await this.logs()).split('\n--- ').filter((text) => ownLogName.test(text));
    return files
      .flatMap((text) => text.split('\n').slice(1))
      .filter((line) => line !== '')
      .toSorted((one, other) => (one < other ? -1 : 1));
  }

  /** Ends all its processes, then deletes its files. */
  async stop(): Promise<void> {
    await this.server.stop();
    process.off('exit', this.removeFiles);
    await fs.rm(this.root, { recursive: true, force: true, maxRetries: 5 });
  }

  private readonly removeFiles = (): void => {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  };
}

async function makeFolder(root: string, name: string): Promise<string> {
  const folder = path.join(root, name);
  await fs.mkdir(folder, { recursive: true });
  return folder;
}

/**
 * Splits settings by the file that may contain them. The editor drops machine settings from the
 * user's file, but only once it knows their scope, so an extension may still read them at first.
 */
function byLevel(settings: Settings): Readonly<Record<'user' | 'machine', Settings>> {
  const known: Readonly<Record<string, { readonly scope?: string }>> =
    manifest.contributes.configuration.properties;
  const isOfMachine = (name: string): boolean => known[name]?.scope === 'machine';
  const entries = Object.entries(settings);
  return {
    user: Object.fromEntries(entries.filter(([name]) => !isOfMachine(name))),
    machine: Object.fromEntries(entries.filter(([name]) => isOfMachine(name))),
  };
}

async function writeSettings(
  root: string,
  level: 'User' | 'Machine',
  settings: Settings,
): Promise<void> {
  const folder = await makeFolder(root, `data/${level}`);
  await fs.writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings, undefined, 2));
}

async function isolatedEnvironment(
  root: string,
  extra: NodeJS.ProcessEnv = {},
): Promise<NodeJS.ProcessEnv> {
  const home = await makeFolder(root, 'home');
  return cleanEnvironment({
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_DATA_HOME: path.join(home, '.local/share'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    XDG_STATE_HOME: path.join(home, '.local/state'),
    // Compiled modules of the editor's processes, kept across editors and runs.
    NODE_COMPILE_CACHE: path.join(projectRoot, '.cache/editor/compiled-modules'),
    // How long, in seconds, the host of a closed window waits for its return if the machine was too
    // busy to end it at once; the default is three hours.
    CODE_SERVER_RECONNECTION_GRACE_TIME: '20',
    CLAUDE_CONFIG_DIR: undefined,
    ...extra,
  });
}

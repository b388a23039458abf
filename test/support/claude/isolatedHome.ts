import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { inheritedEnvironment, loopbackOnly } from '../realClient/environment.js';
import { createProject } from '../realClient/project.js';
import { pinnedVersion } from './install.js';

export interface HomeOptions {
  /** `default` is the mode that the client's screen calls "manual". */
  readonly permissionMode?: string;
  /** Merged into the client's settings file, hooks included. */
  readonly settings?: object;
  /** Merged into the client's own state file. */
  readonly state?: object;
  /** Merged into the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Lets the client send its side requests, such as those for titles. */
  readonly nonessentialTraffic?: boolean;
  readonly branch?: string;
}

/** A temporary home with its own config home and git project. */
export class IsolatedHome {
  private constructor(
    readonly folder: string,
    private readonly options: HomeOptions,
  ) {}

  static async create(options: HomeOptions = {}): Promise<IsolatedHome> {
    const root = await fs.realpath(os.tmpdir());
    const home = new IsolatedHome(await fs.mkdtemp(path.join(root, 'mc-home-')), options);
    await fs.mkdir(home.configHome, { recursive: true });
    await fs.mkdir(home.temporary);
    await home.writeSettings(options.settings ?? {});
    await home.addProject('project', options.branch);
    return home;
  }

  get configHome(): string {
    return path.join(this.folder, '.claude');
  }

  get settingsFile(): string {
    return path.join(this.configHome, 'settings.json');
  }

  get project(): string {
    return path.join(this.folder, 'project');
  }

  /** True if the project has a file of that name. */
  hasFile(name: string): boolean {
    return existsSync(path.join(this.project, name));
  }

  private get temporary(): string {
    return path.join(this.folder, 'tmp');
  }

  private get stateFile(): string {
    return path.join(this.configHome, '.claude.json');
  }

  /** Adds a trusted git repository with one commit to the home. */
  async addProject(name: string, branch?: string): Promise<string> {
    const folder = path.join(this.folder, name);
    await createProject(folder, this.environment(), branch);
    await this.trust(folder);
    return folder;
  }

  /** Writes the user's settings file, which running clients reload. */
  async writeSettings(settings: object): Promise<void> {
    const given = 'permissions' in settings ? settings.permissions : undefined;
    const permissions = {
      defaultMode: this.options.permissionMode ?? 'default',
      ...(typeof given === 'object' ? given : {}),
    };
    const whole = {
      spinnerTipsEnabled: false,
      prefersReducedMotion: true,
      syntaxHighlightingDisabled: true,
      ...settings,
      permissions,
    };
    await fs.writeFile(this.settingsFile, JSON.stringify(whole, undefined, 2));
  }

  /**
   * Environment of a client of this home: of this process's variables only the search path, the
   * shell and the language.
   */
  environment(apiUrl?: string): Record<string, string> {
    return {
      ...inheritedEnvironment(),
      HOME: this.folder,
      TMPDIR: this.temporary,
      CLAUDE_CONFIG_DIR: this.configHome,
      TERM: 'xterm-256color',
      ...(apiUrl === undefined ? {} : { ANTHROPIC_BASE_URL: apiUrl }),
      ANTHROPIC_API_KEY: dummyKey,
      ...quiet,
      ...shortLived,
      ...(this.options.nonessentialTraffic === true ? {} : { [nonessentialOff]: '1' }),
      ...loopbackOnly,
      ...this.options.env,
    };
  }

  async dispose(): Promise<void> {
    await fs.rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  private async trust(project: string): Promise<void> {
    const state = await fs.readFile(this.stateFile, 'utf8').then(
      (text) => JSON.parse(text) as typeof firstState,
      () => ({ ...firstState, ...this.options.state }),
    );
    const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
    const projects = { ...state.projects, [project]: trusted };
    await fs.writeFile(this.stateFile, JSON.stringify({ ...state, projects }, undefined, 2));
  }
}

const dummyKey = 'sk-ant-api03-scripted-key-for-tests-on-loopback-only';

/** State of a client whose first-start questions have been answered. */
const firstState = {
  hasCompletedOnboarding: true,
  lastOnboardingVersion: pinnedVersion,
  hasSeenAutoDefaultNudge: true,
  numStartups: 20,
  customApiKeyResponses: { approved: [dummyKey.slice(-20)], rejected: [] },
  projects: {} as Record<string, object>,
};

const nonessentialOff = 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC';

const quiet = {
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_BUG_COMMAND: '1',
  CLAUDE_CODE_DISABLE_FEEDBACK_SURVEY: '1',
  CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
  // Without this the client runs git five times for instructions that the scripted model ignores.
  CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: '1',
};

/**
 * Switches off engine features that pay only in processes that live for hours: optimizing
 * compilation and timed collections.
 */
const shortLived = {
  BUN_JSC_useDFGJIT: '0',
  BUN_GC_TIMER_DISABLE: '1',
};

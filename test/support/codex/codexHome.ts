import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { originVariable } from '../processes/origin';
import { inheritedEnvironment, loopbackOnly } from '../realClient/environment';
import { createProject } from '../realClient/project';
import { linkPackage, stopDaemon } from './daemon';

export interface CodexHomeOptions {
  /** Address of the Responses API. */
  readonly apiUrl: string;
  /**
   * Sessions run in the process of their terminal; without this they run in the background server
   * that all terminals of the home share, as is the client's default.
   */
  readonly ownProcess?: boolean;
  /** `gpt-5.5` if absent; later models call all tools inside a script. */
  readonly model?: string;
  /** Further keys of the configuration, before its first table. */
  readonly settings?: string;
  /** Further tables of the configuration. */
  readonly tables?: string;
  readonly branch?: string;
}

/** A temporary home with its own configuration of Codex and a git project. */
export class CodexHome {
  private constructor(
    readonly folder: string,
    private readonly options: CodexHomeOptions,
  ) {}

  static async create(options: CodexHomeOptions): Promise<CodexHome> {
    const root = await fs.realpath(os.tmpdir());
    const home = new CodexHome(await fs.mkdtemp(path.join(root, 'mc-home-')), options);
    await fs.mkdir(home.codexHome);
    await fs.mkdir(home.configHome);
    await fs.mkdir(home.temporary);
    await fs.writeFile(home.configFile, home.config());
    await createProject(home.project, home.environment(), options.branch);
    if (options.ownProcess !== true) await linkPackage(home.codexHome);
    return home;
  }

  /** The client's folder, `CODEX_HOME`. */
  get codexHome(): string {
    return path.join(this.folder, '.codex');
  }

  /** Config home of a hub that shows the sessions of this home. */
  get configHome(): string {
    return path.join(this.folder, '.claude');
  }

  get configFile(): string {
    return path.join(this.codexHome, 'config.toml');
  }

  get project(): string {
    return path.join(this.folder, 'project');
  }

  private get temporary(): string {
    return path.join(this.folder, 'tmp');
  }

  /** Environment of a client of this home, also that of the background server it starts. */
  environment(): Record<string, string> {
    return {
      ...inheritedEnvironment(originVariable),
      HOME: this.folder,
      TMPDIR: this.temporary,
      CODEX_HOME: this.codexHome,
      TERM: 'xterm-256color',
      [keyVariable]: 'scripted-key-for-tests-on-loopback-only',
      ...loopbackOnly,
    };
  }

  /** Ends the background server, if there is one, and removes the home. */
  async dispose(): Promise<void> {
    await stopDaemon(this.codexHome);
    await fs.rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  private config(): string {
    const { apiUrl, ownProcess, model = 'gpt-5.5', settings = '', tables = '' } = this.options;
    return `model = "${model}"
model_provider = "scripted"
check_for_update_on_startup = false
disable_paste_burst = true
${settings}

[features]
daemon_auto_start = ${ownProcess !== true}

[model_providers.scripted]
name = "Scripted"
base_url = "${apiUrl}/v1"
wire_api = "responses"
env_key = "${keyVariable}"

[projects.${JSON.stringify(this.project)}]
trust_level = "trusted"

# The home lies in the folder for temporary files, which is no part of the project.
[sandbox_workspace_write]
exclude_slash_tmp = true

[analytics]
enabled = false

[feedback]
enabled = false

[tui]
animations = false
show_tooltips = false
screen_reader_detection_done = true

[tui.model_availability_nux]
"gpt-6.1-sol" = 1

[notice]
hide_rate_limit_model_nudge = true

[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"

${tables}
`;
  }
}

const keyVariable = 'SCRIPTED_KEY';

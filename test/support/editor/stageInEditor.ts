import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { installClient } from '../claude/install';
import { IsolatedHome } from '../claude/isolatedHome';
import { ScriptedApi } from '../claude/scriptedApi';
import type { Settings } from './editor';
import { useEditor, type EditorFixture } from './fixture';
import { Workbench } from './window/workbench';
import { until } from '../until';

const endMs = 60_000;

export interface Stage {
  readonly api: ScriptedApi;
  readonly home: IsolatedHome;
  /** The path of the client, which is also in `~/.local/bin`. */
  readonly client: string;
}

/** A window in which clients can be started, in terminals and outside. */
export interface StageInEditor extends EditorFixture, Stage {
  /** The folders in which clients run, by their session. */
  running(): Promise<ReadonlyMap<string, string>>;
  /** One more window, on a project of its own; it stays. */
  secondWindow(): Promise<Workbench>;
  /** Ends the clients and the terminals of the first window, until its tree has no session that lives. */
  endSessions(): Promise<void>;
}

/**
 * To be called in a `describe`. The home has neither sessions nor hooks, unless `prepare` makes some
 * before the editor starts; it gives further settings. Clients wait for their subagents.
 */
export function stageInEditor(
  prepare: (stage: Stage) => Promise<Settings | void> = () => Promise.resolve(),
): StageInEditor {
  let stage: Stage | undefined;
  let second: Promise<Workbench> | undefined;
  const started = useEditor(async () => {
    const api = await ScriptedApi.start();
    const home = await IsolatedHome.create({
      // In a terminal of the editor the client would install its own extension.
      env: { CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: '1', CLAUDE_CODE_FORK_SUBAGENT: '0' },
    });
    const client = await installClient();
    stage = { api, home, client };
    // Where the client's own installer puts it: the editor's server takes PATH from a login shell.
    const programs = path.join(home.folder, '.local', 'bin');
    mkdirSync(programs, { recursive: true });
    symlinkSync(client, path.join(programs, 'claude'));
    const settings = await prepare(stage);
    return {
      folder: home.project,
      env: { ...home.environment(api.url), SHELL: '/bin/bash' },
      settings: { 'terminal.integrated.gpuAcceleration': 'off', ...settings },
    };
  });
  after(async () => {
    await stage?.home.dispose();
    await stage?.api.close();
  });

  const there = (): Stage => {
    if (stage === undefined) throw new Error('The stage is there only while tests run');
    return stage;
  };
  return {
    get editor() {
      return started.editor;
    },
    get context() {
      return started.context;
    },
    get workbench() {
      return started.workbench;
    },
    get api() {
      return there().api;
    },
    get home() {
      return there().home;
    },
    get client() {
      return there().client;
    },
    running: () => runningIn(there().home),
    secondWindow: () => (second ??= openSecond(there().home, started)),
    endSessions: () => endSessions(there().home, started.workbench),
  };
}

async function openSecond(
  home: IsolatedHome,
  { context, editor }: EditorFixture,
): Promise<Workbench> {
  return Workbench.open(context, editor, await home.addProject('other'));
}

/** A client may outlive its terminal, and those that run without one outlive the editor. */
async function endSessions(home: IsolatedHome, workbench: Workbench): Promise<void> {
  await workbench.runCommand('Terminal: Kill All Terminals');
  await until(
    async () => {
      const clients = await registered(home);
      for (const { pid } of clients) end(pid);
      return clients;
    },
    (clients) => assert.deepEqual(clients, []),
    endMs,
  );
  await until(
    () => workbench.tree('Sessions').outline(),
    (outline) => assert.match(outline, /^0 Needs You(?!, \d+ ready)[^]*Running, 0 sessions/m),
    endMs,
  );
}

function end(pid: number): void {
  try {
    process.kill(pid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function runningIn(home: IsolatedHome): Promise<ReadonlyMap<string, string>> {
  const clients = await registered(home);
  return new Map(clients.map(({ sessionId, cwd }) => [sessionId, cwd]));
}

interface RegisteredClient {
  readonly pid: number;
  readonly sessionId: string;
  readonly cwd: string;
}

/** Those whose process is there. */
async function registered({ configHome }: IsolatedHome): Promise<readonly RegisteredClient[]> {
  const folder = path.join(configHome, 'sessions');
  const found: RegisteredClient[] = [];
  for (const name of await fs.readdir(folder).catch(() => [])) {
    if (!/^\d+\.json$/u.test(name)) continue;
    const entry = JSON.parse(await fs.readFile(path.join(folder, name), 'utf8')) as {
      readonly pid: number;
      readonly sessionId: string;
    };
    const cwd = await fs.readlink(`/proc/${entry.pid}/cwd`).catch(() => undefined);
    if (cwd !== undefined) found.push({ ...entry, cwd });
  }
  return found;
}

/** The settings by which the editor starts the client by its path. */
export function commandSettings({ client }: Stage): Settings {
  return { 'missionControl.claudeCommand': `'${client}'` };
}

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
  /** Path of the client, which is also in `~/.local/bin`. */
  readonly client: string;
}

/** A window, with clients in its terminals and outside. */
export interface StageInEditor extends EditorFixture, Stage {
  /** Working folders of the running clients, by session. */
  running(): Promise<ReadonlyMap<string, string>>;
  /** A second window on its own project; it stays open. */
  secondWindow(): Promise<Workbench>;
  /**
   * Ends the clients and terminals of the first window; resolves once its tree shows no living
   * session.
   */
  endSessions(): Promise<void>;
}

/**
 * Call in a `describe`. The home has neither sessions nor hooks unless `prepare` creates some
 * before the editor starts; it may return further settings. Clients wait for their subagents.
 */
export function stageInEditor(
  prepare: (stage: Stage) => Promise<Settings | void> = () => Promise.resolve(),
): StageInEditor {
  let stage: Stage | undefined;
  let second: Promise<Workbench> | undefined;
  const started = useEditor(async () => {
    const api = await ScriptedApi.start();
    const home = await IsolatedHome.create({
      // Without this the client would install its own extension in an editor's terminal.
      env: { CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: '1', CLAUDE_CODE_FORK_SUBAGENT: '0' },
    });
    const client = await installClient();
    stage = { api, home, client };
    // The location that the client's own installer uses: the editor's server reads PATH from a
    // login shell.
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

/** Clients may outlive their terminals, and those without one outlive the editor. */
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

/** Registered clients whose process is still running. */
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

/** Settings that make the editor start the client by its path. */
export function commandSettings({ client }: Stage): Settings {
  return { 'missionControl.claudeCommand': `'${client}'` };
}

import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { LiveSession } from '../../src/shared/protocol/protocol';
import { installClient, pinnedVersion } from '../support/claude/install';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { bash, reply, say, type Reply } from '../support/claude/reply';
import { script, type Step } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../support/claude/session';
import { until } from '../support/until';
import { installHooks, WatchedHub } from '../support/watchedHub';
import { after as later } from '../truth/steps';
import { waitFixedTime } from '../support/waitFixedTime';

const terminals = 3;
const callsPerTurn = 8;
const restarts = 3;

interface Settings {
  readonly hooks: Record<string, { readonly hooks: { command: string }[] }[]>;
}

describe('A hub that is restarted while hooks flow', function () {
  this.timeout(180_000);
  const sessions: ClientSession[] = [];
  let api: ScriptedApi;
  let home: IsolatedHome;
  let watchedHome: string;
  let steady: WatchedHub;
  let restarted: WatchedHub;

  before('start clients whose hooks reach two hubs', async () => {
    const client = { path: await installClient(), version: pinnedVersion };
    api = await ScriptedApi.start();
    home = await IsolatedHome.create({
      settings: { permissions: { allow: ['Bash(echo:*)'] } },
      env: { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' },
    });
    await installHooks(home.configHome, client);
    watchedHome = path.join(home.folder, 'second');
    await mirror(home.configHome, watchedHome);
    await teeHooks(home.settingsFile, watchedHome);
    steady = await WatchedHub.start(watchedHome);
    restarted = await WatchedHub.start(home.configHome);
    for (let count = 0; count < terminals; count++) {
      sessions.push(await startClient({ api, home }));
    }
  });

  after(async () => {
    for (const session of sessions) await session.dispose();
    await steady?.stop();
    await restarted?.stop();
    await home?.dispose();
    await api?.close();
  });

  it('ends in the same board as one that never stopped', async () => {
    const calls = Array.from({ length: callsPerTurn }, (_, call): Step =>
      later(150, (start) => start.bash(`echo ${call}`)),
    );
    const endings: readonly Reply[] = [
      say('All is done.'),
      say('There are two ways. Which one do you want?'),
      bash('touch never'),
    ];
    api.add(
      ...endings.map((ending, place) =>
        script(`busy${place}`, [
          reply.createTask('Write the docs'),
          reply.updateTask('1', place === 0 ? 'completed' : 'in_progress'),
          ...calls,
          ending,
        ]),
      ),
    );
    for (const [place, session] of sessions.entries()) await session.prompt(`[[busy${place}]] go`);
    for (let count = 0; count < restarts; count++) {
      await waitFixedTime(700);
      await restarted.stop();
      restarted = await WatchedHub.start(home.configHome);
    }
    await sessions[0]?.waitFor('prompt', 60_000);
    await sessions[1]?.waitFor('prompt', 60_000);
    await sessions[2]?.waitFor('permission', 60_000);
    // The screen shows a turn's end some time before both hubs receive it.
    await until(
      () => [boardOf(restarted), boardOf(steady)] as const,
      ([now, expected]) => {
        const states = expected.map(({ state }) => state).sort();
        assert.deepEqual(states, ['awaiting_input', 'needs_permission', 'task_complete']);
        assert.deepEqual(now, expected);
      },
    );
  });
});

/** The board without sources of states and paths of files. */
function boardOf(hub: WatchedHub): readonly { readonly state: string }[] {
  return [...hub.board.sessions]
    .sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1))
    .map((session: LiveSession) => {
      const { sessionId, title, projectName, pid, model, tokens, cost, tasks } = session;
      const { group, state, label } = session.agentState;
      return {
        sessionId,
        title,
        projectName,
        pid,
        model,
        tokens,
        cost,
        tasks,
        group,
        state,
        label,
      };
    });
}

/** A second config home with the same sessions and transcripts. */
async function mirror(configHome: string, second: string): Promise<void> {
  await fs.mkdir(second);
  for (const name of ['sessions', 'projects']) {
    await fs.mkdir(path.join(configHome, name), { recursive: true });
    await fs.symlink(path.join(configHome, name), path.join(second, name));
  }
}

/** Lets every hook run a second time, for the hub of another config home. */
async function teeHooks(settingsFile: string, second: string): Promise<void> {
  const settings = JSON.parse(await fs.readFile(settingsFile, 'utf8')) as Settings;
  for (const entries of Object.values(settings.hooks)) {
    for (const { hooks } of entries) {
      const copies = hooks.map((hook) => ({
        ...hook,
        command: `CLAUDE_CONFIG_DIR='${second}'; ${hook.command}`,
      }));
      hooks.push(...copies);
    }
  }
  await fs.writeFile(settingsFile, JSON.stringify(settings));
}

import { spawnSync } from 'node:child_process';
import { callHub } from '../../../../src/extension/link/callHub';
import type { ReachableHub } from '../../../../src/extension/util/hub/reachableHub';
import { routes } from '../../../../src/shared/protocol/protocol';
import { aHook } from '../../../support/hub/hooks';
import { freshHome } from '../../freshHome';
import { verdict, type Measurement } from '../../measurement';
import { HostProcess } from '../../process/hostProcess';
import { untilQuiet } from '../../process/processFigures';
import { duration, median } from '../../statistics';

const rounds = 40;
const sessionCount = 100;
const budgetMs = 50;

/** Measures the command line tool beside the start of Node. */
export const commandLine: Measurement = {
  name: 'command line',
  async measure({ bundles }) {
    using home = freshHome();
    const { configHome } = home;
    await using host = await HostProcess.ready(bundles, { mode: 'hub', configHome });
    const hub = await host.startHub();
    for (let at = 0; at < sessionCount; at += 1) await addSession(hub, at);
    await untilQuiet(host.pid);
    const env = { ...process.env, CLAUDE_CONFIG_DIR: configHome };
    const [bare, line, list] = timed(
      [
        ['-e', '0'],
        [bundles.cli, 'status', '--line'],
        [bundles.cli, 'list'],
      ],
      env,
    ).map(median);
    return [
      ['status --line', line],
      ['list', list],
    ].map(([command, ms]) => {
      const own = Number(ms) - Number(bare);
      return {
        figure: `mission-control ${String(command)}, ${sessionCount} sessions, beside the start of Node`,
        measured: duration(own),
        budget: `≤ ${duration(budgetMs)}`,
        raw: `${duration(Number(bare))} for Node`,
        verdict: verdict(own <= budgetMs),
      };
    });
  },
};

/** Adds a session that works; every fourth one is blocked on a person. */
async function addSession(hub: ReachableHub, at: number): Promise<void> {
  const about = { session_id: `be0c0000-0000-4000-8000-${String(at).padStart(12, '0')}` };
  const tool = { tool_name: 'Bash', tool_input: { command: `npm test -- ${at}` } };
  const payloads = [
    aHook('UserPromptSubmit', { ...about, prompt: `Fix number ${at} of the shop's problems` }),
    aHook('PreToolUse', { ...about, ...tool, tool_use_id: `toolu_${at}` }),
    ...(at % 4 === 0 ? [aHook('PermissionRequest', { ...about, ...tool })] : []),
  ];
  for (const body of payloads) (await callHub(hub, { route: routes.hook, body })).resume();
}

/** Times of these runs of Node in ms, run alternately, so that others disturb all of them equally. */
function timed(
  runs: readonly (readonly string[])[],
  env: NodeJS.ProcessEnv,
): readonly (readonly number[])[] {
  const times: number[][] = runs.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, args] of runs.entries()) {
      const start = performance.now();
      const { status } = spawnSync(process.execPath, args, { env });
      if (status === null || status > 1) throw new Error(`${args.join(' ')} ended with ${status}`);
      times[index]?.push(performance.now() - start);
    }
  }
  return times;
}

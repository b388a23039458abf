import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { hookCommand } from '../../../../src/extension/agents/claude/settings/hookCommand';
import { projectRoot } from '../../../support/editor/paths';
import { freshHome } from '../../freshHome';
import { HostProcess } from '../../process/hostProcess';
import { verdict, type Measurement } from '../../measurement';
import { untilQuiet } from '../../process/processFigures';
import { median, p50p99, percentile } from '../../statistics';

const rounds = 300;
const budgetMs = 30;

/** Measures how long a hook takes: the installed command, run in the same way as by the client. */
export const hookCost: Measurement = {
  name: 'hook cost',
  async measure({ bundles }) {
    using home = freshHome();
    const { configHome } = home;
    const relay = path.join(projectRoot, 'hooks', 'relay.sh');
    const command = hookCommand(relay, 'observe', process.platform);
    const env = { ...process.env, CLAUDE_CONFIG_DIR: configHome };
    await using host = await HostProcess.ready(bundles, { mode: 'hub', configHome });
    const [nothing, withoutHub] = timed([':', command], env);
    await host.startHub();
    await untilQuiet(host.pid);
    const [withHub] = timed([command], env);
    const raw = p50p99(nothing);
    return [
      {
        figure: 'a hook without a hub',
        measured: p50p99(withoutHub),
        budget: `< ${budgetMs} ms, silent`,
        raw,
        ratio: median(withoutHub) / median(nothing),
        verdict: verdict(percentile(withoutHub, 0.99) < budgetMs),
      },
      {
        figure: 'a hook with a hub (asynchronous: the agent does not wait)',
        measured: p50p99(withHub),
        raw,
        ratio: median(withHub) / median(nothing),
        verdict: 'as it is',
      },
    ];
  },
};

const payload = JSON.stringify({
  session_id: 'be0c0000-0000-4000-8000-000000000000',
  cwd: '/home/dev/work/web-shop',
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm test' },
  tool_response: { stdout: 'ok\n'.repeat(400), stderr: '', interrupted: false },
});

/**
 * Times of the commands in ms. The commands run alternately, so that other programs disturb all of
 * them equally.
 */
function timed<const T extends readonly string[]>(
  commands: T,
  env: NodeJS.ProcessEnv,
): { readonly [K in keyof T]: number[] } {
  const times = commands.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, command] of commands.entries()) {
      const started = performance.now();
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { env, input: payload });
      times[index]?.push(performance.now() - started);
      if (status === 0 && stdout.length + stderr.length === 0) continue;
      throw new Error(`The hook ended with ${String(status)}: ${String(stdout)}${String(stderr)}`);
    }
  }
  return times as { readonly [K in keyof T]: number[] }; // The array has one list for each command.
}

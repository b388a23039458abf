import * as fs from 'node:fs/promises';
import { installClient, pinnedVersion } from '../../../support/claude/install';
import { IsolatedHome } from '../../../support/claude/isolatedHome';
import { bash, say } from '../../../support/claude/reply';
import { script } from '../../../support/claude/script';
import { ScriptedApi } from '../../../support/claude/scriptedApi';
import { TurnClient } from '../../../support/claude/turnClient';
import { hubConditions, type HubCondition } from '../../../support/hub/hubConditions';
import { installHooks } from '../../../support/watchedHub';
import { verdict, type Measurement, type Row } from '../../measurement';
import { median, p50p99 } from '../../statistics';

const toolCalls = 10;
const marker = 'turn';
/**
 * Maximum ratio of a turn with the product's hooks to a turn with hooks that do nothing. The
 * difference is the time of the relay and the hub.
 */
const budget = 1.08;

/**
 * Measures the time that hooks add to a turn of the real client, for different states of the hub.
 */
export const turnTime: Measurement = {
  name: 'turn time',
  async measure(bench) {
    const rounds = bench.small ? 10 : 40;
    const tools = Array.from({ length: toolCalls }, () => bash('true'));
    const api = await ScriptedApi.start(script(marker, [...tools, say('Done.')]));
    const subjects: Subject[] = [];
    try {
      for (const set of sets) subjects.push(await subjectWith(set, api));
      for (let round = 0; round < rounds; round += 1) {
        bench.say(`turn time, round ${round + 1} of ${rounds}`);
        // The clients run alternately, so that other programs disturb all of them equally.
        for (const { client, times } of subjects) {
          const ms = await client.turn(`[[${marker}]] please`);
          if (round > 0) times.push(ms); // The first turn includes the start of the client.
        }
      }
      const [bare, empty] = subjects;
      const raw = { bare: bare?.times ?? [], empty: empty?.times ?? [] };
      return subjects.slice(1).map(({ set, times }) => row(set, times, raw));
    } finally {
      for (const subject of subjects) await subject.end();
      await api.close();
    }
  },
};

/**
 * With `empty`, the client has as many hooks as the product installs, but they do nothing, which
 * shows the cost of starting them.
 */
type HookSet = 'none' | 'empty' | HubCondition;

const sets: readonly HookSet[] = [
  'none',
  'empty',
  ...(Object.keys(hubConditions) as HubCondition[]),
];

interface Subject {
  readonly set: HookSet;
  readonly client: TurnClient;
  readonly times: number[];
  end(): Promise<void>;
}

/** Starts a client with its own home, hooks and hub. */
async function subjectWith(set: HookSet, api: ScriptedApi): Promise<Subject> {
  const home = await IsolatedHome.create({ settings: { permissions: { allow: ['Bash(true)'] } } });
  if (set !== 'none')
    await installHooks(home.configHome, { path: await installClient(), version: pinnedVersion });
  if (set === 'empty') await emptyHooks(home.settingsFile);
  const hasHub = set !== 'none' && set !== 'empty';
  const endHub = hasHub ? await hubConditions[set](home.configHome) : undefined;
  const client = await TurnClient.start(api, home);
  return {
    set,
    client,
    times: [],
    async end() {
      await client.dispose();
      await endHub?.();
      await home.dispose();
    },
  };
}

async function emptyHooks(settingsFile: string): Promise<void> {
  const text = await fs.readFile(settingsFile, 'utf8');
  await fs.writeFile(settingsFile, text.replaceAll(/"command": ".*"/g, '"command": ":"'));
}

interface Raw {
  readonly bare: readonly number[];
  readonly empty: readonly number[];
}

function row(set: HookSet, times: readonly number[], { bare, empty }: Raw): Row {
  const figure = `a turn of ${toolCalls} tool calls with`;
  const measured = p50p99(times);
  if (set === 'empty') {
    return {
      figure: `${figure} hooks that do nothing`,
      measured,
      raw: `${p50p99(bare)} without hooks`,
      ratio: median(times) / median(bare),
      verdict: 'as it is',
    };
  }
  const ratio = median(times) / median(empty);
  const raw = `${p50p99(empty)} with hooks that do nothing`;
  const common = { figure: `${figure} hooks, the hub ${set}`, measured, raw, ratio };
  if (set !== 'running') return { ...common, verdict: 'as it is' };
  return {
    ...common,
    budget: `< ${budget} × hooks that do nothing`,
    verdict: verdict(ratio < budget),
  };
}

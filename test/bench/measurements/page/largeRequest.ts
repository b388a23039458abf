import { setTimeout as delay } from 'node:timers/promises';
import { StreamClient } from '../../../../src/extension/link/streamClient';
import { postHook } from '../../../support/hub/wire/hubTarget';
import { freshHome } from '../../freshHome';
import { HostProcess } from '../../process/hostProcess';
import { verdict, type Bench, type Measurement } from '../../measurement';
import { bytesRead, processorMs } from '../../process/processFigures';
import { duration, megabytes, median, p50p99, percentile } from '../../statistics';

const inputCharacters = 1_000_000;
const updates = 100;
const stepMs = 50;
const budgetBytes = 16 * 1024;
const sessionId = 'be0c0000-0000-4000-8000-000000000000';

/**
 * Measures updates of a card with a request to write a large file, while a subagent changes the
 * card.
 */
export const largeRequest: Measurement = {
  name: 'large request',
  async measure(bench) {
    const small = await run(bench, 100);
    const large = await run(bench, inputCharacters);
    return [
      {
        figure: `one update of a card whose request writes ${megabytes(inputCharacters)}: bytes sent`,
        measured: megabytes(large.bytes),
        budget: `< ${megabytes(budgetBytes)}`,
        raw: `${megabytes(small.bytes)} for 100 bytes`,
        ratio: large.bytes / small.bytes,
        verdict: verdict(large.bytes < budgetBytes),
        notes: [`the hub took ${duration(large.hubMs)} of processor time for each`],
      },
      {
        figure: `one update of a card whose request writes ${megabytes(inputCharacters)}: hook → stream event`,
        measured: p50p99(large.waits),
        budget: 'p99 < 5 ms',
        raw: p50p99(small.waits),
        ratio: median(large.waits) / median(small.waits),
        verdict: verdict(percentile(large.waits, 0.99) < 5),
      },
    ];
  },
};

interface Run {
  readonly waits: readonly number[];
  /** Bytes sent to the window for one update. */
  readonly bytes: number;
  readonly hubMs: number;
}

async function run({ bundles }: Bench, characters: number): Promise<Run> {
  using home = freshHome();
  const { configHome } = home;
  await using host = await HostProcess.ready(bundles, { mode: 'hub', configHome });
  let onSession = (): void => undefined;
  const target = await host.startHub();
  const stream = new StreamClient(target, {
    onEvent: ({ type }) => type === 'sessions' && onSession(),
    onEnd: () => undefined,
  });
  const updateAfter = async (payload: object): Promise<number> => {
    const updated = new Promise<number>((resolve) => {
      onSession = () => resolve(performance.now());
    });
    const started = performance.now();
    await postHook(target, { session_id: sessionId, cwd: '/home/dev/work/web-shop', ...payload });
    return (await updated) - started;
  };
  await delay(1_000);
  const content = 'const total = items.length;\n'.repeat(characters / 28);
  await updateAfter({
    hook_event_name: 'PermissionRequest',
    tool_name: 'Write',
    tool_input: { file_path: '/home/dev/work/web-shop/src/generated.ts', content },
  });
  const before = { bytes: bytesRead(process.pid), ms: processorMs(host.pid) };
  const waits: number[] = [];
  for (let index = 0; index < updates; index += 1) {
    waits.push(
      await updateAfter({ hook_event_name: 'PreToolUse', agent_id: 'a1', tool_name: 'Read' }),
    );
    await delay(stepMs);
  }
  stream.dispose();
  return {
    waits,
    bytes: (bytesRead(process.pid) - before.bytes) / updates,
    hubMs: (processorMs(host.pid) - before.ms) / updates,
  };
}

import { installClient, pinnedVersion } from '../support/claude/install';
import { installEditor, newestEditor, oldestEditor } from '../support/editor/install';
import { ensureChromium, offerShells } from '../support/editor/systemPackages';
import { packageUnderTest } from '../support/editor/vsix';
import { olderClients } from '../truth/scenario';

const steps = {
  shells: () => offerShells(),
  chromium: () => ensureChromium(),
  package: () => packageUnderTest(),
  editor: () => installEditor(newestEditor),
  clients: async () => {
    for (const version of [pinnedVersion, olderClients.older]) await installClient(version);
  },
  oldestEditor: () => installEditor(oldestEditor),
} as const satisfies Record<string, () => Promise<unknown>>;

/** What has to be there before a suite can run: in the machine, in the cache, or built. */
export type Need = keyof typeof steps;

/** Sees to all that is needed; each can be waited for by itself. */
export function setUp(needed: ReadonlySet<Need>, stop: AbortSignal): (need: Need) => Promise<void> {
  const all = Object.entries(steps) as [Need, () => Promise<unknown>][]; // Its keys are these.
  return oneAfterTheOther(new Map(all.filter(([need]) => needed.has(need))), stop);
}

/** Begins with the steps, in their order; one that fails tells those who wait for it alone. */
export function oneAfterTheOther<K>(
  all: ReadonlyMap<K, () => Promise<unknown>>,
  stop: AbortSignal,
): (which: K) => Promise<void> {
  const begun = new Map<K, Promise<void>>();
  let last: Promise<unknown> = Promise.resolve();
  for (const [which, act] of all) {
    const step = last.then(async () => {
      stop.throwIfAborted();
      await act();
    });
    begun.set(which, step);
    last = step.catch(() => undefined);
  }
  return (which) => begun.get(which) ?? Promise.reject(new Error(`Nobody saw to ${String(which)}`));
}

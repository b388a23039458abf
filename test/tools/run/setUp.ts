import { installClient, pinnedVersion } from '../../support/claude/install';
import { installEditor, newestEditor, oldestEditor } from '../../support/editor/install/install';
import {
  ensureChromium,
  offerFirefox,
  offerGitHub,
  offerMachines,
  offerShells,
  offerTmux,
} from '../../support/editor/install/systemPackages';
import { packageUnderTest } from '../../support/editor/install/vsix';
import { olderClients } from '../../truth/scenario';

/** What has to be there before a suite can run: in the machine, in the cache, or built. */
export const steps = {
  shells: () => offerShells(),
  tmux: () => offerTmux(),
  gitHub: () => offerGitHub(),
  machines: () => offerMachines(),
  chromium: () => ensureChromium(),
  firefox: () => offerFirefox(),
  package: () => packageUnderTest(),
  editor: () => installEditor(newestEditor),
  clients: async () => {
    for (const version of [pinnedVersion, olderClients.older]) await installClient(version);
  },
  oldestEditor: () => installEditor(oldestEditor),
} as const satisfies Record<string, () => Promise<unknown>>;

export type Need = keyof typeof steps;

/**
 * Sees to each need when it is first asked for, and once for all who ask. Never to two at a time:
 * several of them call the system's installer, which locks others out.
 */
export function setUp<K extends string>(
  all: Readonly<Record<K, () => Promise<unknown>>>,
  stop: AbortSignal,
): (need: K) => Promise<unknown> {
  const begun = new Map<K, Promise<unknown>>();
  let last: Promise<unknown> = Promise.resolve();
  return (need) => {
    const step =
      begun.get(need) ??
      last.then(() => {
        stop.throwIfAborted();
        return all[need]();
      });
    begun.set(need, step);
    last = Promise.allSettled([last, step]);
    return step;
  };
}

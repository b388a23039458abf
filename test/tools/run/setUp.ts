import { installClient, pinnedVersion } from '../../support/claude/install';
import { installCodex } from '../../support/codex/install';
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

/** Prerequisites of suites: installed programs, cached downloads and builds. */
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
  codex: () => installCodex(),
  oldestEditor: () => installEditor(oldestEditor),
} as const satisfies Record<string, () => Promise<unknown>>;

export type Need = keyof typeof steps;

/**
 * Returns a function that fulfils a need on its first request and shares the result. Steps run one
 * at a time, because several use the system's installer, which locks others out.
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

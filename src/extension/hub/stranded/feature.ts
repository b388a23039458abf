import type { Core } from '../core';
import { ancestryOf } from '../ingest/ancestry';
import { currentBoot } from '../ingest/boot';
import type { Runners } from '../runners/runners';
import { Stranded } from './stranded';

/** Creates the feature that offers to resume the sessions that ended together. */
export function createStrandedFeature(parts: Core & { readonly runners: Runners }) {
  const { log, options, reach, intake, attendance, runners, sources } = parts;
  const stranded = new Stranded({
    ...parts,
    // The file has no content of a person, so its loss is only logged.
    onError: (error) => log.warn(`stranded.json: ${String(error)}`),
    boot: options.boot ?? currentBoot(),
    hasOthers: () => reach.hasOthers,
    windows: attendance.windows,
    processes: sources.processes,
    ancestry: ancestryOf(),
  });
  intake.onDidApply(stranded.applyEvent);
  attendance.onDidChangePresence(() => stranded.onWindowsChanged());
  runners.onDidChange((sessionId) => stranded.onRunnersChanged(sessionId));
  return {
    stranded,
    boardPart: stranded,
    load: async () => (reach.usesHostFolder ? stranded.disableStorage() : stranded.load()),
    close: () => stranded.close(),
  };
}

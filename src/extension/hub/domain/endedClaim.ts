import { claim, type Claim } from './claim';
import { endedLabel, labels } from './labels';
import type { ProcessFacts, SessionFacts } from './session';
import { silentMs } from './transcriptClaim';

/** A hook this much after the end of the last process belongs to a new one that the registry does not show yet. */
const restartMarginMs = 2_000;

/** Whether nobody runs the session any more; undefined while somebody may. */
export function endedClaim(
  facts: SessionFacts,
  process: ProcessFacts | undefined,
  now: number,
): Claim | undefined {
  const main = facts.hook?.main;
  if (main?.kind === 'ended') {
    const another =
      process !== undefined && (process.pid !== facts.hook?.pid || process.seenAt > main.at);
    return another
      ? undefined
      : closed('hook', main.label, main.at, 1, { ...main.context, event: main.event });
  }
  if (process !== undefined) return undefined;
  const gone = facts.processes.reduce<ProcessFacts['gone']>(
    (last, one) => (one.gone !== undefined && one.gone.at >= (last?.at ?? 0) ? one.gone : last),
    undefined,
  );
  const hookAt = main?.at;
  if (gone !== undefined) {
    if (hookAt !== undefined && hookAt > gone.at + restartMarginMs) return undefined;
    const label =
      gone.how === 'killed' ? `${labels.closed}: process killed` : endedLabel(undefined);
    return closed('registry', label, gone.at, 0.95, { how: gone.how });
  }
  if (hookAt !== undefined) return undefined;
  const lastAt = facts.transcript?.lastAt;
  if (lastAt === undefined) return undefined;
  // Clients that keep a registry would be in it; older ones leave nothing but silence.
  if (keepsRegistry(facts.transcript?.version))
    return closed('jsonl', labels.closed, lastAt, 0.9, {});
  return now - lastAt >= silentMs ? closed('jsonl', labels.closed, lastAt, 0.5, {}) : undefined;
}

function closed(
  source: 'hook' | 'registry' | 'jsonl',
  label: string,
  at: number,
  confidence: number,
  context: Readonly<Record<string, unknown>>,
): Claim {
  return claim({ kind: 'ended', state: 'session_ended', label, confidence, source, at, context });
}

/** From 2.1.85 on, of the versions measured, each process writes `sessions/<pid>.json`. */
function keepsRegistry(version: string | undefined): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)/u.exec(version ?? '');
  if (parts === null) return false;
  const [major = 0, minor = 0, patch = 0] = parts.slice(1).map(Number);
  if (major !== 2) return major > 2;
  return minor > 1 || (minor === 1 && patch >= 85);
}

import { t } from '../../shared/words/l10n';
import { hubPorts, type Endpoint } from '../../shared/protocol/protocol';
import { missionControlFolder } from '../util/files/missionControlFolder';
import { hubTrace, type HubTrace } from '../util/hub/hubFolder';
import { readOrCreateKey } from '../util/hub/hubKey';
import { PrivateFolder } from '../util/files/privateFolder';
import { wayTo, type ReachableHub } from '../util/hub/reachableHub';
import { probe, type ProbeResult } from './probe';

/** Follow a hub that proved itself, become one on a free port, or neither, with a reason fit for a person. */
export type FoundHub =
  | ({ readonly kind: 'follow'; readonly port: number } & ReachableHub)
  | { readonly kind: 'host'; readonly port: number }
  | { readonly kind: 'none'; readonly reason: string };

/** A hub that is busy answers within this time, in ms; one that does not is relieved. */
const usualPatienceMs = 4_000;

/**
 * Asks all preferred ports at once; the first free one is for a new hub, strangers are stepped over.
 * `unbindable` refuse a listener though nobody answers: a connection of some program goes out there.
 * `afresh` makes our folder where there is none; without it, one that is gone is an error, and a port
 * that does not answer at once is waited for.
 */
export async function findHub(
  configHome: string,
  ports: readonly number[] = hubPorts,
  unbindable: ReadonlySet<number> = new Set(),
  afresh = true,
  patienceMs = usualPatienceMs,
): Promise<FoundHub> {
  const folder = new PrivateFolder(missionControlFolder(configHome));
  if (afresh) await folder.ensure();
  const key = await readOrCreateKey(folder);
  const { endpoint, ...trace } = await livingTrace(folder);
  const written = endpoint && portOf(endpoint);
  const results = new Map<number, ProbeResult>();
  await Promise.all(ports.map(async (port) => results.set(port, await probe(port, key))));
  // It may only be busy, or be starting in place of one that this window has lost: another hub at its
  // side would split the windows and cut held requests off once more.
  const silent = ports.filter((port) => results.get(port) === 'silent');
  const mayBeHubs = afresh ? silent.filter((port) => port === written) : silent;
  await Promise.all(
    mayBeHubs.map(async (port) => results.set(port, await probe(port, key, patienceMs))),
  );

  const first = (wanted: ProbeResult): number | undefined =>
    ports.find((port) => results.get(port) === wanted);
  // When two hubs run, the one that wrote the files stays.
  const hub = written !== undefined && results.get(written) === 'hub' ? written : first('hub');
  if (hub !== undefined) {
    // The token is written right after the port is bound: a hub that just started may not have one yet.
    const token = (await trace.folder.read('token'))?.trim();
    if (token !== undefined) {
      const way = wayTo(
        hub === written && endpoint !== undefined ? endpoint : {},
        trace.folder,
        key,
      );
      return { kind: 'follow', url: `http://127.0.0.1:${hub}`, port: hub, token, way };
    }
    return { kind: 'none', reason: t('Mission Control at port {0} is still starting', hub) };
  }
  if (first('newer') !== undefined) {
    return {
      kind: 'none',
      reason: t(
        'Another window runs a newer version of Mission Control; reload this window to use it too',
      ),
    };
  }
  const free =
    ports.find((port) => results.get(port) === 'free' && !unbindable.has(port)) ?? first('free');
  if (free !== undefined) return { kind: 'host', port: free };
  const [low, high] = [ports[0] ?? 0, ports.at(-1) ?? 0];
  return {
    kind: 'none',
    reason: t(
      'Other programs use all of the ports {0} to {1} on this machine; free one of them',
      low,
      high,
    ),
  };
}

function portOf({ url }: Endpoint): number {
  return Number(new URL(url).port);
}

/** What this host's hub wrote last; without its endpoint where its process is gone. */
async function livingTrace(ours: PrivateFolder): Promise<HubTrace> {
  const { folder, endpoint } = await hubTrace(ours);
  const lives = endpoint !== undefined && isAlive(endpoint.pid) && portOf(endpoint) > 0;
  return { folder, endpoint: lives ? endpoint : undefined };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

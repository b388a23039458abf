import { t } from '../../shared/words/l10n';
import { hubPorts, type Endpoint } from '../../shared/protocol/protocol';
import { missionControlFolder } from '../util/files/missionControlFolder';
import { findHubLocation, type HubLocation } from '../util/hub/hubFolder';
import { readOrCreateKey } from '../util/hub/hubKey';
import { PrivateFolder } from '../util/files/privateFolder';
import { transportTo, type ReachableHub } from '../util/hub/reachableHub';
import { probe, type ProbeResult } from './probe';

/**
 * Result of the search for a hub: follow a verified hub, host a new one on a free port, or neither,
 * with a reason to show.
 */
export type FoundHub =
  | ({ readonly kind: 'follow'; readonly port: number } & ReachableHub)
  | { readonly kind: 'host'; readonly port: number }
  | { readonly kind: 'none'; readonly reason: string };

/** Time, in ms, within which even a busy hub answers; a hub that does not is replaced. */
const busyHubTimeoutMs = 4_000;

/**
 * Probes all preferred ports at once; a new hub gets the first free one, ports of foreign programs
 * are skipped. The ports in `unbindable` refused a listener although nobody answers there, for
 * example because an outgoing connection uses the port. With `mayCreateFolder`, a missing folder of
 * ours is created; without it, a missing folder is an error, and silent ports get more time to
 * answer.
 */
export async function findHub(
  configHome: string,
  ports: readonly number[] = hubPorts,
  unbindable: ReadonlySet<number> = new Set(),
  mayCreateFolder = true,
  patienceMs = busyHubTimeoutMs,
): Promise<FoundHub> {
  const folder = new PrivateFolder(missionControlFolder(configHome));
  if (mayCreateFolder) await folder.ensure();
  const key = await readOrCreateKey(folder);
  const { endpoint, ...trace } = await runningHubTrace(folder);
  const writtenPort = endpoint && portOf(endpoint);
  const results = new Map<number, ProbeResult>();
  await Promise.all(ports.map(async (port) => results.set(port, await probe(port, key))));
  // A silent port may belong to a busy hub, or to one that replaces a lost hub. A second hub would
  // split the windows between two boards and drop held requests.
  const silent = ports.filter((port) => results.get(port) === 'silent');
  const mayBeHubs = mayCreateFolder ? silent.filter((port) => port === writtenPort) : silent;
  await Promise.all(
    mayBeHubs.map(async (port) => results.set(port, await probe(port, key, patienceMs))),
  );

  const first = (wanted: ProbeResult): number | undefined =>
    ports.find((port) => results.get(port) === wanted);
  // With two hubs running, the one that wrote the endpoint file is kept.
  const hub =
    writtenPort !== undefined && results.get(writtenPort) === 'hub' ? writtenPort : first('hub');
  if (hub !== undefined) {
    // The token is written right after the port is bound, so a hub that just started may not have
    // one yet.
    const token = (await trace.folder.read('token'))?.trim();
    if (token !== undefined) {
      const way = transportTo(
        hub === writtenPort && endpoint !== undefined ? endpoint : {},
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

/**
 * The folder of this host's hub and the endpoint that it wrote last; `endpoint` is undefined if
 * that process has ended.
 */
async function runningHubTrace(ours: PrivateFolder): Promise<HubLocation> {
  const { folder, endpoint } = await findHubLocation(ours);
  const isRunning = endpoint !== undefined && isAlive(endpoint.pid) && portOf(endpoint) > 0;
  return { folder, endpoint: isRunning ? endpoint : undefined };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

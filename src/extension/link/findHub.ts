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
 * Probes all preferred ports at once. A new hub gets the first free port; ports on which other
 * programs listen are skipped. The ports in `unbindablePorts` refused a listener although nobody
 * answers there, for example because an outgoing connection uses the port. With `mayCreateFolder`,
 * the extension's folder is created if it is missing; without it, a missing folder is an error, and
 * all silent ports get more time to answer.
 */
export async function findHub(
  configHome: string,
  ports: readonly number[] = hubPorts,
  unbindablePorts: ReadonlySet<number> = new Set(),
  mayCreateFolder = true,
  silentTimeoutMs = busyHubTimeoutMs,
): Promise<FoundHub> {
  const folder = new PrivateFolder(missionControlFolder(configHome));
  if (mayCreateFolder) await folder.ensure();
  const key = await readOrCreateKey(folder);
  const { endpoint, ...location } = await findLiveHubLocation(folder);
  const endpointPort = endpoint && portOf(endpoint);
  const resultsByPort = new Map<number, ProbeResult>();
  await Promise.all(ports.map(async (port) => resultsByPort.set(port, await probe(port, key))));
  // A silent port may belong to a busy hub, or to one that replaces a lost hub. A second hub would
  // split the windows between two boards and drop held requests.
  const silentPorts = ports.filter((port) => resultsByPort.get(port) === 'silent');
  const possibleHubPorts = mayCreateFolder
    ? silentPorts.filter((port) => port === endpointPort)
    : silentPorts;
  await Promise.all(
    possibleHubPorts.map(async (port) =>
      resultsByPort.set(port, await probe(port, key, silentTimeoutMs)),
    ),
  );

  const firstPortWith = (wanted: ProbeResult): number | undefined =>
    ports.find((port) => resultsByPort.get(port) === wanted);
  // With two hubs running, the one that wrote the endpoint file is kept.
  const hubPort =
    endpointPort !== undefined && resultsByPort.get(endpointPort) === 'hub'
      ? endpointPort
      : firstPortWith('hub');
  if (hubPort !== undefined) {
    // The token is written right after the port is bound, so a hub that just started may not have
    // one yet.
    const token = (await location.folder.read('token'))?.trim();
    if (token !== undefined) {
      const way = transportTo(
        hubPort === endpointPort && endpoint !== undefined ? endpoint : {},
        location.folder,
        key,
      );
      return { kind: 'follow', url: `http://127.0.0.1:${hubPort}`, port: hubPort, token, way };
    }
    return { kind: 'none', reason: t('Mission Control at port {0} is still starting', hubPort) };
  }
  if (firstPortWith('newer') !== undefined) {
    return {
      kind: 'none',
      reason: t(
        'Another window runs a newer version of Mission Control; reload this window to use it too',
      ),
    };
  }
  const freePort =
    ports.find((port) => resultsByPort.get(port) === 'free' && !unbindablePorts.has(port)) ??
    firstPortWith('free');
  if (freePort !== undefined) return { kind: 'host', port: freePort };
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
async function findLiveHubLocation(ours: PrivateFolder): Promise<HubLocation> {
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

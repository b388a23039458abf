import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { protocolVersion, type Endpoint } from '../../../shared/protocol/protocol';
import { relayFiles, type HubAuthentication } from '../../../shared/protocol/relayConfig';
import { hostId } from '../../util/hub/hostId';
import { hubProof } from '../../util/hub/hubKey';
import type { Log } from '../../util/log';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { transportTo, type HubTransport, type ReachableHub } from '../../util/hub/reachableHub';
import { procStat } from '../ingest/procStat';
import { HookFolder } from './hookFolder';
import { HubFiles } from './hubFiles';
import { HubPlace } from './hubPlace';
import { HubSocket } from './hubSocket';
import type { HookHeaders } from '../serve/hookHeaders';
import type { HubServer } from '../serve/server';

export interface HubReachParts {
  readonly folder: PrivateFolder;
  readonly server: HubServer;
  readonly key: string;
  readonly token: string;
  readonly startedAt: string;
  /** Folder of the hub's bundle. */
  readonly scripts: string;
  readonly log: Log;
  /**
   * Called with the reason, as the start of a sentence, when this hub must no longer be reachable.
   */
  readonly onRetired: (reason: string) => void;
}

interface OpenedReach {
  readonly endpoint: Endpoint;
  readonly hub: ReachableHub;
  readonly place: HubPlace;
  readonly files: HubFiles;
  readonly hookFolder: HookFolder | undefined;
}

/** Creates everything by which windows, runners and the relay find and reach a hub. */
export class HubReach {
  private opened: OpenedReach | undefined;

  constructor(private readonly parts: HubReachParts) {}

  /** True if another host's hub uses our folder. */
  get usesHostFolder(): boolean {
    return this.opened?.place.usesHostFolder === true;
  }

  /** True while hubs of other hosts are alive in our folder. */
  get hasOthers(): boolean {
    return this.opened?.place.hasOthers === true;
  }

  /** True while the token file has this hub's token: after `open`, until another hub takes over. */
  async isOurs(): Promise<boolean> {
    return (await this.opened?.files.namesThisHub()) ?? false;
  }

  /**
   * Makes the hub reachable; the server must listen on its port already. `onFileEvent`
   * handles an event that the relay wrote into our folder; `onOthers` is called when the first hub
   * of another host starts to use the folder, or the last one no longer does.
   */
  async open(
    onFileEvent: (body: unknown, headers: HookHeaders) => unknown,
    onOthers: () => void,
  ): Promise<Pick<OpenedReach, 'endpoint' | 'hub'>> {
    const { server, key, token, startedAt, scripts, log, onRetired } = this.parts;
    const { pid } = process;
    const host = await hostId();
    const place = await HubPlace.choose(this.parts.folder, host, onOthers);
    const { folder } = place;
    if (place.usesHostFolder)
      log.info(`The hub of another host serves ${this.parts.folder.path}, too`);
    const url = server.origin;
    const socket = await HubSocket.open(folder, server, log);
    const procStart = process.platform === 'linux' ? procStat(pid)?.startTime : undefined;
    const canUseHookFolder = socket !== undefined && procStart !== undefined;
    const hookFolder = canUseHookFolder
      ? await HookFolder.open(folder, socket.name, onFileEvent, log)
      : undefined;
    const endpoint: Endpoint = {
      version: protocolVersion,
      url,
      pid,
      startedAt,
      ...(socket && { socket: socket.name }),
      host,
    };
    const way = transportTo(endpoint, folder, key);
    const others = [
      { name: 'endpoint.json', text: `${JSON.stringify(endpoint)}\n` },
      ...relayFiles({
        pid,
        origin: url,
        token,
        way: hubAuthentication(way, server.port),
        events: hookFolder?.name,
        procStart,
      }),
    ];
    const named = [socket, hookFolder];
    const files = new HubFiles({ folder, token, others, named, place, log }, onRetired);
    await files.start();
    await writeProgramPaths(this.parts.folder, scripts).catch((error: unknown) =>
      log.warn(String(error)),
    );
    const hub: ReachableHub = { url, token, way };
    this.opened = { endpoint, hub, place, files, hookFolder };
    return { endpoint, hub };
  }

  async close(): Promise<void> {
    if (this.opened === undefined) return;
    const { files, hookFolder, place } = this.opened;
    const isOwn = await files.remove();
    await hookFolder?.close();
    if (isOwn) await place.leave();
  }
}

/**
 * Writes the paths of Node and of the hub's bundle, with which a hub on another machine starts this
 * one if no window is open here. The file stays when this hub ends.
 */
async function writeProgramPaths(folder: PrivateFolder, scripts: string): Promise<void> {
  await folder.write('program', `${process.execPath}\n${path.join(scripts, 'hub.js')}\n`);
}

/**
 * Returns how the relay reaches the hub. Its shell can't compute a proof, so without a socket it
 * gets a nonce and the expected proof, which only this hub can compute.
 */
function hubAuthentication(way: HubTransport, port: number): HubAuthentication {
  if ('socketPath' in way) return way;
  const nonce = randomBytes(24).toString('hex');
  return { nonce, proof: hubProof(way.key, nonce, port) };
}

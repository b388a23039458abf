import { createServer, type AddressInfo } from 'node:net';
import * as path from 'node:path';
import { HookInstaller } from '../../src/extension/hookInstaller/installer';
import { startHub, type RunningHub } from '../../src/extension/hub/hub';
import { BoardReplica } from '../../src/extension/link/boardReplica';
import { StreamClient } from '../../src/extension/link/streamClient';
import { silentLog } from '../../src/extension/util/log';
import type { AgentState, LiveSession } from '../../src/shared/protocol';

/** One state that the stream told, when it came. */
export interface ToldState {
  readonly at: number;
  readonly sessionId: string;
  readonly state: AgentState;
}

/** A session that the stream took back, when it did. */
export interface ToldRemoval {
  readonly at: number;
  readonly sessionId: string;
}

/** A hub of a config home and everything that its stream tells. */
export class WatchedHub {
  readonly board = new BoardReplica();
  readonly told: ToldState[] = [];
  readonly removed: ToldRemoval[] = [];
  private readonly stream: StreamClient;
  private readonly waiting = new Set<() => void>();

  private constructor(readonly hub: RunningHub) {
    this.stream = new StreamClient(hub.endpoint.url, hub.token, {
      onEvent: (event) => {
        if (event.type === 'snapshot') this.note(event.data.sessions);
        if (event.type === 'sessions') this.note(event.data);
        if (event.type === 'removed') {
          for (const sessionId of event.data) this.removed.push({ at: Date.now(), sessionId });
        }
        this.board.apply(event);
        for (const look of this.waiting) look();
      },
      onEnd: () => undefined,
    });
  }

  static async start(configHome: string): Promise<WatchedHub> {
    return new WatchedHub(await startHub({ configHome, port: await freePort(), log: silentLog }));
  }

  /** Resolves with the first session, now or later, that fits. */
  waitFor(
    what: string,
    fits: (session: LiveSession) => boolean,
    timeoutMs = 10_000,
  ): Promise<LiveSession> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = this.board.sessions.find(fits);
        if (found === undefined) return;
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve(found);
      };
      const timer = setTimeout(() => {
        this.waiting.delete(look);
        const last = this.told.slice(-8).map(({ state }) => `${state.state} (${state.source})`);
        reject(new Error(`${what} was not told in ${timeoutMs} ms; last: ${last.join(', ')}`));
      }, timeoutMs);
      this.waiting.add(look);
      look();
    });
  }

  async stop(): Promise<void> {
    this.stream.dispose();
    this.board.dispose();
    await this.hub.close();
  }

  private note(sessions: readonly LiveSession[]): void {
    const at = Date.now();
    for (const { sessionId, agentState } of sessions) {
      this.told.push({ at, sessionId, state: agentState });
    }
  }
}

/** Installs the hooks as the product does, for a client of that version. */
export async function installHooks(
  configHome: string,
  client: { readonly path: string; readonly version: string },
): Promise<void> {
  const relaySource = path.join(__dirname, '..', '..', 'hooks');
  const findClient = (): Promise<typeof client> => Promise.resolve(client);
  const installer = new HookInstaller({ configHome, relaySource, log: silentLog, findClient });
  await installer.install(await installer.previewInstall());
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

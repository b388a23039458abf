import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fsSync from 'node:fs';
import * as fs from 'node:fs/promises';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { hubProof } from '../../../src/extension/util/hub/hubKey';
import { relayFiles } from '../../../src/shared/protocol/relayConfig';
import { routes } from '../../../src/shared/protocol/protocol';

export const relayScript = path.resolve('hooks/relay.sh');
export const payload = fsSync.readFileSync('test/fixtures/relay/permissionRequest.json');
export const decision = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: 'PermissionRequest',
    decision: { behavior: 'deny', message: 'Nö: "%s" \\n 日本' },
  },
});
export const json = { 'content-type': 'application/json; charset=utf-8' };
export const token = 'f00dfeed'.repeat(8);

export interface RelayOptions {
  /** The shell and its arguments; by default the machine's `sh` runs the script. */
  readonly command?: readonly [string, ...string[]];
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string | Buffer;
  readonly onStart?: (pid: number) => void;
}

export interface RelayResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Set if writing the payload failed, as it would for the client. */
  readonly inputError: string | undefined;
}

export async function runRelay(options: RelayOptions = {}): Promise<RelayResult> {
  const [program, ...rest] = options.command ?? ['sh', relayScript];
  const child = spawn(program, [...rest, ...(options.args ?? [])], {
    env: { PATH: process.env['PATH'], ...options.env },
  });
  let inputError: string | undefined;
  child.stdin.on('error', (error: NodeJS.ErrnoException) => (inputError = error.code));
  child.stdin.end(options.input ?? '{"hook_event_name":"Stop"}\n');
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  if (child.pid !== undefined) options.onStart?.(child.pid);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, stdout, stderr, inputError };
}

export interface ReceivedHook {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** How the relay verifies the hub. */
export type KnownBy = 'socket' | 'proof';

const key = 'cd'.repeat(32);

/** A real listener and a config home whose relay files lead to it. */
export class FakeHub {
  readonly received: ReceivedHook[] = [];
  answer: (response: http.ServerResponse, hook: ReceivedHook) => void = (response) =>
    response.writeHead(204).end();
  /** Number of requests for a proof at the port. */
  hellos = 0;
  port = 0;
  private readonly servers = [http.createServer(), http.createServer()] as const;

  private constructor(
    readonly home: string,
    private readonly knownBy: KnownBy,
  ) {
    for (const server of this.servers) {
      server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) =>
        this.take(request, response),
      );
    }
  }

  static async start(knownBy: KnownBy = 'socket'): Promise<FakeHub> {
    const hub = new FakeHub(await fs.mkdtemp(path.join(os.tmpdir(), "relay's home ")), knownBy);
    const [network, local] = hub.servers;
    await fs.mkdir(hub.folder, { mode: 0o700 });
    network.listen(0, '127.0.0.1');
    local.listen(hub.socketPath);
    await Promise.all([once(network, 'listening'), once(local, 'listening')]);
    hub.port = (network.address() as AddressInfo).port;
    await hub.writeFiles(process.pid);
    return hub;
  }

  private get socketPath(): string {
    return path.join(this.home, 'fake.sock');
  }

  get folder(): string {
    return path.join(this.home, 'mission-control');
  }

  get env(): NodeJS.ProcessEnv {
    return { CLAUDE_CONFIG_DIR: this.home };
  }

  /** The only hook received; fails if there are others or none. */
  only(): ReceivedHook {
    const [hook, second] = this.received;
    assert.ok(hook !== undefined && second === undefined, `${this.received.length} hooks came`);
    return hook;
  }

  /** Writes the relay files into our folder, or into the subfolder of a host. */
  async writeFiles(pid: number, folder = this.folder, procStart?: string): Promise<void> {
    const { port, socketPath } = this;
    const origin = `http://127.0.0.1:${port}`;
    const nonce = '0f'.repeat(24);
    const way =
      this.knownBy === 'socket' ? { socketPath } : { nonce, proof: hubProof(key, nonce, port) };
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    for (const { name, text } of relayFiles({ pid, procStart, origin, token, way })) {
      await fs.writeFile(path.join(folder, name), text, { mode: 0o600 });
    }
  }

  /** Replaces this hub's relay files by those of the next one, which the relay then uses. */
  async makeWayFor(next: FakeHub): Promise<void> {
    for (const name of await fs.readdir(next.folder)) {
      await fs.copyFile(path.join(next.folder, name), path.join(this.folder, name));
    }
  }

  stopListening(): void {
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  async dispose(): Promise<void> {
    this.stopListening();
    await fs.rm(this.home, { recursive: true, force: true });
  }

  private take(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    if (pathname === routes.hello) {
      this.hellos += 1;
      const proof = hubProof(key, searchParams.get('nonce') ?? '', this.port);
      response.end(JSON.stringify({ version: 1, proof }));
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const hook = { method, url, headers, body: Buffer.concat(chunks) };
      this.received.push(hook);
      this.answer(response, hook);
    });
  }
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['-c', ':']).error === undefined;
}

/** Every shell that may run the relay; skip those that are not installed. */
export const shells: readonly (readonly [string, ...string[]])[] = [
  ['sh'],
  ['dash'],
  ['bash', '--norc', '--posix'],
  ['busybox', 'sh'],
  ['zsh', '--emulate', 'sh'],
  ['mksh'],
];

export function assertSilent(result: RelayResult): void {
  const { stdout, stderr, code, signal, inputError } = result;
  const silent = { stdout: '', stderr: '', code: 0, signal: null, inputError: undefined };
  assert.deepEqual({ stdout, stderr, code, signal, inputError }, silent);
}

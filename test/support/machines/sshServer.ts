import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import { connect } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Context } from 'mocha';
import { isOnPath, runCommand } from '../editor/command';
import { freePort } from '../hub/wire/freePorts';
import { skip } from '../skip';
import { until } from '../until';
import type { SystemUser } from './systemUser';

const sshd = '/usr/sbin/sshd';

/**
 * Skips the suite if no SSH server can be started, or no user created for it that may run Node and
 * `programs`.
 */
export async function needsSshServer(
  context: Context,
  ...programs: readonly string[]
): Promise<void> {
  if (process.platform !== 'linux') skip(context, 'it starts Debian’s server for SSH');
  if (process.getuid?.() !== 0) skip(context, 'only root makes a user for it');
  for (const program of [sshd, 'ssh', 'useradd', 'setpriv']) {
    if (!(await isOnPath(program))) skip(context, `${program} is not installed`);
  }
  for (const program of [process.execPath, ...programs]) {
    const run = ['--reuid=65534', '--regid=65534', '--clear-groups', '--', program, '--version'];
    const isAllowed = await runCommand('setpriv', run).then(
      () => true,
      () => false,
    );
    if (!isAllowed) skip(context, `another user may not run ${program}`);
  }
}

/** Hosts of the client's configuration; all but the last two connect to this server. */
export type SshHost = 'there' | 'tmux' | 'keyless' | 'unknown' | 'changed' | 'refused' | 'nowhere';

/**
 * Debian's SSH server on loopback for one user, with its own keys. `folder` contains an `ssh` that
 * runs the system's with a configuration of its own.
 */
export class SshServer {
  private server: ChildProcess | undefined;

  private constructor(
    readonly folder: string,
    readonly user: SystemUser,
    private readonly port: number,
  ) {}

  /** `settings` are lines of the server's configuration. */
  static async start(user: SystemUser, settings: readonly string[] = []): Promise<SshServer> {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'ssh-server-'));
    const made = new SshServer(folder, user, await freePort());
    await made.writeFiles();
    await made.restart(settings);
    return made;
  }

  /** Search path on which `ssh` is this server's client. */
  get searchPath(): string {
    return `${this.folder}:${process.env['PATH'] ?? ''}`;
  }

  async restart(settings: readonly string[] = []): Promise<void> {
    await this.stop();
    await fs.mkdir('/run/sshd', { recursive: true });
    const file = (name: string): string => path.join(this.folder, name);
    const lines = [
      ...settings,
      'ListenAddress 127.0.0.1',
      `Port ${this.port}`,
      `HostKey ${file('host')}`,
      `AuthorizedKeysFile ${file('authorized_keys')}`,
      `AllowUsers ${this.user.name}`,
      'PidFile none',
      'UsePAM no',
      // The temporary folder is writable by everybody.
      'StrictModes no',
    ];
    await fs.writeFile(file('sshd_config'), `${lines.join('\n')}\n`);
    const server = spawn(sshd, ['-D', '-e', '-f', file('sshd_config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.server = server;
    let output = '';
    server.stderr.on('data', (bytes: Buffer) => (output += bytes.toString('utf8')));
    await until(
      () => this.answers(),
      (answers) => {
        if (server.exitCode !== null) throw new Error(output);
        if (!answers) throw new Error(`sshd does not answer: ${output}`);
      },
    );
  }

  /** Ids of the processes that serve the current connections. */
  async connections(): Promise<readonly number[]> {
    const { pid } = this.server ?? {};
    if (pid === undefined) return [];
    const rows = (await runCommand('ps', ['-eo', 'pid=,ppid=,comm='])).split('\n').map((row) => {
      const [id, parent, name] = row.trim().split(/\s+/u);
      return { id: Number(id), parent: Number(parent), name };
    });
    const below = (parent: number): readonly number[] =>
      rows
        .filter((row) => row.parent === parent && row.name?.startsWith('sshd') === true)
        .flatMap(({ id }) => [id, ...below(id)]);
    return below(pid);
  }

  /** Sends a signal to all of these processes. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    for (const pid of await this.connections()) signalIfThere(pid, signal);
  }

  /** Cuts all connections, and accepts no more. */
  async cut(): Promise<void> {
    const open = await this.connections();
    await this.stop();
    for (const pid of open) signalIfThere(pid, 'SIGKILL');
  }

  /** Accepts no more connections; open ones stay. */
  private async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined || server.exitCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  async dispose(): Promise<void> {
    await this.cut();
    await fs.rm(this.folder, { recursive: true, force: true });
  }

  private async writeFiles(): Promise<void> {
    const { folder, port, user } = this;
    const file = (name: string): string => path.join(folder, name);
    // The server reads the keys with the rights of the user.
    await fs.chmod(folder, 0o755);
    for (const name of ['host', 'other', 'key']) {
      await runCommand('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)]);
    }
    const publicKey = async (name: string): Promise<string> => {
      const [type = '', key = ''] = (await fs.readFile(file(`${name}.pub`), 'utf8')).split(' ');
      return `${type} ${key}`;
    };
    await fs.writeFile(file('authorized_keys'), `${await publicKey('key')}\n`);
    const known = async (key: string): Promise<string> =>
      `[127.0.0.1]:${port} ${await publicKey(key)}\n`;
    await fs.writeFile(file('known'), await known('host'));
    await fs.writeFile(file('otherwise'), await known('other'));
    const host = (name: SshHost, ...settings: readonly string[]): string =>
      [`Host ${name}`, ...settings].join('\n  ');
    const config = [
      host('tmux', 'RemoteCommand tmux new-session -A', 'RequestTTY yes'),
      host('keyless', 'PubkeyAuthentication no'),
      host('unknown', 'UserKnownHostsFile /dev/null'),
      host('changed', `UserKnownHostsFile ${file('otherwise')}`),
      host('refused', `Port ${await freePort()}`),
      host('nowhere', 'HostName nowhere.invalid'),
      `Host *`,
      `  HostName 127.0.0.1`,
      `  Port ${port}`,
      `  User ${user.name}`,
      `  IdentityFile ${file('key')}`,
      '  IdentitiesOnly yes',
      '  IdentityAgent none',
      `  UserKnownHostsFile ${file('known')}`,
      '  GlobalKnownHostsFile /dev/null',
    ];
    await fs.writeFile(file('config'), `${config.join('\n')}\n`);
    const real = (await runCommand('which', ['ssh'])).trim();
    const client = `#!/bin/sh\nexec ${real} -F ${file('config')} "$@"\n`;
    await fs.writeFile(file('ssh'), client, { mode: 0o755 });
  }

  private answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('data', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  }
}

/** A connection may end by itself between the listing and the signal. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

import * as fs from 'node:fs';
import { runCommand } from '../editor/command';
import { until } from '../until';
import assert from 'node:assert/strict';

/** A user of this system for some tests, with a home that is a given folder. */
export class SystemUser {
  private constructor(
    readonly name: string,
    readonly uid: number,
    readonly home: string,
  ) {}

  /** Gives the user the folder as it is now. `shell` is a path. */
  static async make(home: string, shell = '/bin/sh'): Promise<SystemUser> {
    const name = `mc-${process.pid.toString(36)}-${Date.now().toString(36).slice(-5)}`;
    // A password that no input fits; without one the account is locked, and takes no key either.
    const account = ['--password', '*', '--home-dir', home, '--no-create-home', '--shell', shell];
    await runCommand('useradd', [...account, '--user-group', name]);
    const uid = Number(await runCommand('id', ['-u', name]));
    const user = new SystemUser(name, uid, home);
    await user.own(home);
    return user;
  }

  /** Words in front of a command that make it run as this user, as the same process. */
  get words(): readonly string[] {
    return ['setpriv', `--reuid=${this.uid}`, `--regid=${this.name}`, '--clear-groups', '--'];
  }

  async own(folder: string): Promise<void> {
    await runCommand('chown', ['-R', `${this.name}:${this.name}`, folder]);
  }

  async setShell(shell: string): Promise<void> {
    await runCommand('usermod', ['--shell', shell, this.name]);
  }

  /** The ids of the processes that run with the user's rights. */
  get processes(): readonly number[] {
    return fs.readdirSync('/proc').flatMap((entry) => {
      if (!/^\d+$/u.test(entry)) return [];
      try {
        const status = fs.readFileSync(`/proc/${entry}/status`, 'utf8');
        const isOver = /^State:\s+[ZX]/mu.test(status);
        return !isOver && status.includes(`\nUid:\t${this.uid}\t`) ? [Number(entry)] : [];
      } catch {
        return []; // It ended meanwhile.
      }
    });
  }

  /** The addresses at which the user's processes take TCP connections, as the kernel writes them. */
  get listening(): readonly string[] {
    return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
      fs
        .readFileSync(file, 'utf8')
        .split('\n')
        .slice(1)
        .flatMap((line) => {
          const [, local, , state, , , , uid] = line.trim().split(/\s+/u);
          return state === '0A' && Number(uid) === this.uid && local !== undefined ? [local] : [];
        }),
    );
  }

  /** Ends what runs as the user, and removes the account; its home stays. */
  async remove(): Promise<void> {
    await until(
      () => {
        for (const pid of this.processes) kill(pid);
        return this.processes;
      },
      (left) => assert.deepEqual(left, []),
    );
    await runCommand('userdel', [this.name]);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

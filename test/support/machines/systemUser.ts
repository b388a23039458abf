import * as fs from 'node:fs';
import { runCommand } from '../editor/command';
import { until } from '../until';
import assert from 'node:assert/strict';

/** A user of this system, created for a test, whose home is a given folder. */
export class SystemUser {
  private constructor(
    readonly name: string,
    readonly uid: number,
    readonly home: string,
  ) {}

  /** Creates the user and gives it the folder's present content. `shell` is a path. */
  static async make(home: string, shell = '/bin/sh'): Promise<SystemUser> {
    const name = `mc-${process.pid.toString(36)}-${Date.now().toString(36).slice(-5)}`;
    // A password hash that no input matches; without one the account is locked, and key logins
    // fail, too.
    const account = ['--password', '*', '--home-dir', home, '--no-create-home', '--shell', shell];
    await runCommand('useradd', [...account, '--user-group', name]);
    const uid = Number(await runCommand('id', ['-u', name]));
    const user = new SystemUser(name, uid, home);
    await user.own(home);
    return user;
  }

  /** Prefix that runs a command as this user, in the same process. */
  get words(): readonly string[] {
    return ['setpriv', `--reuid=${this.uid}`, `--regid=${this.name}`, '--clear-groups', '--'];
  }

  async own(folder: string): Promise<void> {
    await runCommand('chown', ['-R', `${this.name}:${this.name}`, folder]);
  }

  async setShell(shell: string): Promise<void> {
    await runCommand('usermod', ['--shell', shell, this.name]);
  }

  /** Ids of the processes that run with the user's rights. */
  get processes(): readonly number[] {
    return fs.readdirSync('/proc').flatMap((entry) => {
      if (!/^\d+$/u.test(entry)) return [];
      try {
        const status = fs.readFileSync(`/proc/${entry}/status`, 'utf8');
        const hasEnded = /^State:\s+[ZX]/mu.test(status);
        return !hasEnded && status.includes(`\nUid:\t${this.uid}\t`) ? [Number(entry)] : [];
      } catch {
        return []; // The process has ended meanwhile.
      }
    });
  }

  /** Addresses on which the user's processes listen for TCP connections, in the kernel's format. */
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

  /** Kills all processes of the user and removes the account; its home stays. */
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
    // The process has ended meanwhile.
  }
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmdirSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Context } from 'mocha';
import { isIn } from '../../src/extension/util/files/isIn';
import { parseMountInfo } from '../../src/extension/util/files/mounts';
import { skip } from './skip';

/** Mounts folders, which needs root on Linux; `undo` unmounts all of them. */
export class Mounts {
  private readonly points: string[] = [];

  /** Skips the running test if this system or user cannot mount. */
  static need(context: Context): void {
    const reason = Mounts.missing();
    if (reason !== undefined) skip(context, reason);
  }

  private static missing(): string | undefined {
    if (process.platform !== 'linux') return 'folders are mounted on Linux alone';
    if (process.geteuid?.() !== 0) return 'only root may mount';
    const folder = mkdtempSync(path.join(os.tmpdir(), 'mc-mount-'));
    try {
      execFileSync('mount', ['--bind', folder, folder], { stdio: 'ignore' });
      execFileSync('umount', [folder], { stdio: 'ignore' });
      return undefined;
    } catch {
      return 'this system lets root mount nothing';
    } finally {
      rmdirSync(folder);
    }
  }

  /** Bind-mounts a folder at another path. */
  bind(folder: string, at: string): void {
    this.mount(at, '--bind', folder);
  }

  /** Mounts an empty tmpfs. */
  memory(at: string): void {
    this.mount(at, '-t', 'tmpfs', 'none');
  }

  /** Lets `undo` unmount what another program has mounted. */
  note(at: string): void {
    this.points.push(at);
  }

  undo(): void {
    const temporary = realpathSync(os.tmpdir());
    for (const point of this.points.splice(0).toReversed()) {
      // A mount point's path changes if a folder above it was moved within this test's folder.
      const [own = ''] = path.relative(temporary, point).split(path.sep);
      const now = parseMountInfo(readFileSync('/proc/self/mountinfo', 'latin1'))
        .filter((one) => isIn(one, path.join(temporary, own)))
        .filter((one) => path.basename(one) === path.basename(point));
      for (const one of now) execFileSync('umount', ['-l', one], { stdio: 'ignore' });
    }
  }

  private mount(at: string, ...args: readonly string[]): void {
    mkdirSync(at, { recursive: true });
    execFileSync('mount', [...args, at], { stdio: 'ignore' });
    this.points.push(at);
  }
}

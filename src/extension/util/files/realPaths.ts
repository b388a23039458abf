import { readlink, realpath } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { isMissing } from './isMissing';
import { isLocalPath } from './localPath';

/** Paths that are remembered; beyond these the one that was asked for first is forgotten. */
const keptPaths = 4_096;
/** A path may lead elsewhere after this, in ms. */
const keptMs = 30_000;
/** Files that take longer, in ms, are on a server that does not answer. */
const timeoutMs = 5_000;
/** Links behind one another that lead nowhere; a system follows as many at most. */
const mostLinks = 40;

interface Known {
  readonly real: Promise<string | undefined>;
  readonly until: number;
}

export interface RealPathsParts {
  readonly now?: () => number;
  /** Finds the real path where every part of it is there; rejects as the system does. */
  readonly resolve?: (file: string) => Promise<string>;
  readonly timeoutMs?: number;
}

/**
 * The real paths of files: without links, and in the case in which the system keeps them. A file that is
 * not there has that of its nearest folder that is, with the rest as it was named.
 */
export class RealPaths {
  private readonly known = new Map<string, Known>();
  private readonly now: () => number;
  private readonly resolve: (file: string) => Promise<string>;

  constructor(private readonly parts: RealPathsParts = {}) {
    this.now = parts.now ?? Date.now;
    this.resolve = parts.resolve ?? realpath;
  }

  /**
   * Undefined where nobody here can tell: relative ones, those of a server, and those of another system,
   * such as a container's, of which no folder is here. Never rejects.
   */
  of(file: string): Promise<string | undefined> {
    const known = this.known.get(file);
    if (known !== undefined && known.until > this.now()) return known.real;
    const real = this.inTime(this.find(file));
    this.known.delete(file);
    this.known.set(file, { real, until: this.now() + keptMs });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= keptPaths) break;
      this.known.delete(oldest);
    }
    return real;
  }

  private async find(named: string): Promise<string | undefined> {
    const file = /^~[/\\]/u.test(named) ? path.join(os.homedir(), named.slice(2)) : named;
    if (!path.isAbsolute(file) || !isLocalPath(file, os.homedir())) return undefined;
    try {
      return await this.follow(path.resolve(file), mostLinks);
    } catch {
      return undefined;
    }
  }

  private async follow(file: string, links: number): Promise<string | undefined> {
    const missing: string[] = [];
    for (let at = file; ; at = path.dirname(at)) {
      try {
        const real = await this.resolve(at);
        return isElsewhere(at, missing) ? undefined : path.join(real, ...missing.toReversed());
      } catch (error) {
        if (!isMissing(error) || path.dirname(at) === at) return undefined;
      }
      const target = await readlink(at).catch(() => undefined);
      if (target !== undefined) {
        const led = path.resolve(path.dirname(at), target, ...missing.toReversed());
        return links > 0 && isLocalPath(led, os.homedir())
          ? this.follow(led, links - 1)
          : undefined;
      }
      missing.push(path.basename(at));
    }
  }

  private async inTime(job: Promise<string | undefined>): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), this.parts.timeoutMs ?? timeoutMs);
      timer.unref();
    });
    const real = await Promise.race([job, late]);
    clearTimeout(timer);
    return real;
  }
}

/** Folders such as `/home` are on every system: one that has no more of a path is another system. */
function isElsewhere(existing: string, missing: readonly string[]): boolean {
  const isTop = path.dirname(path.dirname(existing)) === path.dirname(existing);
  return isTop && missing.length > 1;
}

import { readlink, realpath } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { isMissing } from './isMissing';
import { isLocalPath } from './localPath';

/** Maximum number of cached paths; the oldest is evicted first. */
const maxCached = 4_096;
/** Time in ms after which a cached path is resolved again. */
const cacheMs = 30_000;
/** Timeout in ms; the file may be on a server that does not answer. */
const timeoutMs = 5_000;
/** Maximum number of dangling links in a chain, as in operating systems. */
const maxLinks = 40;

interface CachedPath {
  readonly real: Promise<string | undefined>;
  readonly until: number;
}

export interface RealPathsParts {
  readonly now?: () => number;
  /** Resolves a path whose parts all exist; rejects with the system's error. */
  readonly resolve?: (file: string) => Promise<string>;
  readonly timeoutMs?: number;
}

/**
 * Resolves real paths of files: without links, and in the file system's case. A missing file is
 * resolved by its nearest existing parent, with the rest unchanged.
 */
export class RealPaths {
  private readonly cache = new Map<string, CachedPath>();
  private readonly now: () => number;
  private readonly resolve: (file: string) => Promise<string>;

  constructor(private readonly parts: RealPathsParts = {}) {
    this.now = parts.now ?? Date.now;
    this.resolve = parts.resolve ?? realpath;
  }

  /**
   * Returns the real path; undefined for paths that can't be resolved here: relative ones, those on
   * a server, and those of a different system, such as a container's. Never rejects.
   */
  findRealPath(file: string): Promise<string | undefined> {
    const cached = this.cache.get(file);
    if (cached !== undefined && cached.until > this.now()) return cached.real;
    const real = this.withTimeout(this.find(file));
    this.cache.delete(file);
    this.cache.set(file, { real, until: this.now() + cacheMs });
    for (const oldest of this.cache.keys()) {
      if (this.cache.size <= maxCached) break;
      this.cache.delete(oldest);
    }
    return real;
  }

  private async find(named: string): Promise<string | undefined> {
    const file = /^~[/\\]/u.test(named) ? path.join(os.homedir(), named.slice(2)) : named;
    if (!path.isAbsolute(file) || !isLocalPath(file, os.homedir())) return undefined;
    try {
      return await this.follow(path.resolve(file), maxLinks);
    } catch {
      return undefined;
    }
  }

  private async follow(file: string, links: number): Promise<string | undefined> {
    const missing: string[] = [];
    for (let at = file; ; at = path.dirname(at)) {
      try {
        const real = await this.resolve(at);
        return isFromOtherSystem(at, missing)
          ? undefined
          : path.join(real, ...missing.toReversed());
      } catch (error) {
        if (!isMissing(error) || path.dirname(at) === at) return undefined;
      }
      const target = await readlink(at).catch(() => undefined);
      if (target !== undefined) {
        const linkTarget = path.resolve(path.dirname(at), target, ...missing.toReversed());
        return links > 0 && isLocalPath(linkTarget, os.homedir())
          ? this.follow(linkTarget, links - 1)
          : undefined;
      }
      missing.push(path.basename(at));
    }
  }

  private async withTimeout(job: Promise<string | undefined>): Promise<string | undefined> {
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

/**
 * Top-level folders such as `/home` exist on every system; if nothing below one exists, the path is
 * from a different system.
 */
function isFromOtherSystem(existing: string, missing: readonly string[]): boolean {
  const isTop = path.dirname(path.dirname(existing)) === path.dirname(existing);
  return isTop && missing.length > 1;
}

import type { SessionFacts } from '../domain/facts/session';

/** Names of lock files. Collisions in them are not reported, because tools generate them again. */
const lockFiles: ReadonlySet<string> = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'cargo.lock',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'pixi.lock',
  'pipfile.lock',
  'go.sum',
  'go.work.sum',
  'gemfile.lock',
  'composer.lock',
  'flake.lock',
  'mix.lock',
  'pubspec.lock',
  'podfile.lock',
  'package.resolved',
  'packages.lock.json',
  'gradle.lockfile',
  'conan.lock',
  '.terraform.lock.hcl',
]);

export function isLockFile(path: string): boolean {
  const [name = ''] = path.split(/[/\\]/u).slice(-1);
  return lockFiles.has(name.toLowerCase());
}

/**
 * Returns the keys of the processes that ran a session. A session and its successor after `/clear`
 * have a common key.
 */
export function clientsOf({ processes, hook }: Pick<SessionFacts, 'processes' | 'hook'>): string[] {
  const clients = processes.map(({ pid, procStart }) => `${pid}/${procStart ?? ''}`);
  const isKnown = hook?.pid === undefined || processes.some(({ pid }) => pid === hook.pid);
  return isKnown ? clients : [...clients, `${hook.pid}/`];
}

/** True if two sessions ran in one process. An unknown start time matches any. */
export function isSameClient(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => {
    const pid = one.slice(0, one.indexOf('/') + 1);
    return others.some(
      (other) => other.startsWith(pid) && (other === one || one === pid || other === pid),
    );
  });
}

import { readdir, readFile, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { sshHostSchema } from '../../../shared/protocol/machines/setting';
import { matchesGlob } from '../../../shared/text/pathGlob';

/** The hosts and the included files in an OpenSSH configuration file. */
export interface SshConfig {
  /** Names in `Host` lines that denote a single host. */
  readonly hosts: readonly string[];
  /** Paths of the included files, as written. */
  readonly includes: readonly string[];
}

/** OpenSSH's own limit for nested includes. */
const maxDepth = 16;
/** Maximum number of hosts in the list. */
const maxHosts = 500;
const maxFileBytes = 1024 * 1024;

/**
 * Parses a configuration by the rules of `ssh_config(5)`. `Match` lines are ignored, because they
 * define no hosts.
 */
export function sshConfigIn(text: string): SshConfig {
  const hosts: string[] = [];
  const includes: string[] = [];
  for (const line of text.split(/\r?\n/u)) {
    const [, keyword = '', argument = ''] = /^(\w+)([\s=].*)$/u.exec(line.trimStart()) ?? [];
    const rest = argument.trimStart();
    const words = wordsIn(rest.startsWith('=') ? rest.slice(1) : rest);
    if (keyword.toLowerCase() === 'include') includes.push(...words);
    if (keyword.toLowerCase() === 'host') hosts.push(...words.filter(isHost));
  }
  return { hosts, includes };
}

/** The hosts of a configuration and its includes, without duplicates. */
export async function sshHosts(home: string): Promise<readonly string[]> {
  const hosts = new Set<string>();
  const read = new Set<string>();
  const folder = path.join(home, '.ssh');
  const readConfig = async (file: string, depth: number): Promise<void> => {
    if (read.has(file) || depth > maxDepth || hosts.size >= maxHosts) return;
    read.add(file);
    const config = sshConfigIn(await textOf(file));
    for (const host of config.hosts) if (hosts.size < maxHosts) hosts.add(host);
    for (const named of config.includes) {
      const pattern = path.resolve(
        folder,
        named.replace(/^~(?=[\\/]|$)/u, () => home),
      );
      for (const one of await filesAt(pattern)) await readConfig(one, depth + 1);
    }
  };
  await readConfig(path.join(folder, 'config'), 0);
  return [...hosts];
}

/** Words of a line; double quotes keep spaces, and a number sign starts a comment. */
function wordsIn(text: string): readonly string[] {
  const words: string[] = [];
  for (const [, quoted, plain] of text.matchAll(/"([^"]*)"|([^\s"]+)/gu)) {
    if (plain?.startsWith('#') === true) break;
    words.push(quoted ?? plain ?? '');
  }
  return words;
}

function isHost(word: string): boolean {
  return !/[*?!]/u.test(word) && sshHostSchema.safeParse(word).success;
}

/** The text of a file; empty if it is unreadable or too large. */
async function textOf(file: string): Promise<string> {
  try {
    const found = await stat(file);
    return found.isFile() && found.size <= maxFileBytes ? await readFile(file, 'utf8') : '';
  } catch {
    return '';
  }
}

/** The files that match an absolute pattern, sorted by name. */
async function filesAt(pattern: string): Promise<readonly string[]> {
  const { root } = path.parse(pattern);
  let found: readonly string[] = [root];
  for (const part of pattern.slice(root.length).split(/[\\/]/u)) {
    const steps = found.map(async (folder) => {
      if (!/[*?]/u.test(part)) return [path.join(folder, part)];
      const names = await readdir(folder).catch(() => []);
      const shown = part.startsWith('.') ? names : names.filter((name) => !name.startsWith('.'));
      return shown
        .filter((name) => matchesGlob(name, part))
        .toSorted()
        .map((name) => path.join(folder, name));
    });
    found = (await Promise.all(steps)).flat().slice(0, maxHosts);
  }
  return found;
}

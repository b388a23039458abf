import * as os from 'node:os';
import * as path from 'node:path';
import { readOrdinary } from '../../util/files/readOrdinary';

const maxBytes = 256 * 1024;

/** Returns the folder of `gh`'s configuration, as its manual defines it. */
function ghFolder(env: NodeJS.ProcessEnv): string {
  const { GH_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA } = env;
  if (GH_CONFIG_DIR) return GH_CONFIG_DIR;
  if (XDG_CONFIG_HOME) return path.join(XDG_CONFIG_HOME, 'gh');
  if (process.platform === 'win32' && APPDATA) return path.join(APPDATA, 'GitHub CLI');
  return path.join(env['HOME'] ?? os.homedir(), '.config', 'gh');
}

/**
 * Returns the hosts on which the person has signed in with `gh`, and github.com. Other hosts must
 * not be passed to `gh`, which would connect to any host in an address.
 */
export async function knownHosts(env: NodeJS.ProcessEnv): Promise<ReadonlySet<string>> {
  const hosts = new Set(['github.com']);
  try {
    const text = await readOrdinary(path.join(ghFolder(env), 'hosts.yml'), maxBytes);
    for (const line of (text?.toString('utf8') ?? '').split('\n')) {
      const host = /^"?([a-z0-9][a-z0-9.-]*)"?:\s*$/u.exec(line)?.[1];
      if (host !== undefined) hosts.add(host);
    }
  } catch {
    // Without the file there are no other hosts.
  }
  return hosts;
}

import { readdir, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { processTable } from '../hub/ingest/processes';
import { parseRegistryFile, registryPid } from '../hub/ingest/registryFile';

/** The living process that runs a session, as the client's own registry tells; undefined where there is none. */
export async function heldBy(configHome: string, sessionId: string): Promise<number | undefined> {
  const folder = path.join(configHome, 'sessions');
  const processes = processTable();
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = registryPid(name);
    if (pid === undefined) continue;
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => '');
    const entry = parseRegistryFile(text, pid);
    if (entry?.sessionId !== sessionId) continue;
    if (await processes.isAlive(pid, entry.process.procStart)) return pid;
  }
  return undefined;
}

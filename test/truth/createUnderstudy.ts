import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { startPlaceholder } from '../support/processes/placeholder';

/**
 * A running placeholder process with copies of a session's registry entry and transcripts under a
 * new session id.
 */
export interface Understudy {
  readonly sessionId: string;
  dismiss(): void;
}

/** Copies a session of the config home under a new id. Without a pid, the copy has no process. */
export async function createUnderstudy(
  configHome: string,
  of: { readonly sessionId: string; readonly pid: number | undefined },
): Promise<Understudy> {
  const sessionId = randomUUID();
  const renamed = (text: string): string => text.replaceAll(of.sessionId, sessionId);
  const projects = path.join(configHome, 'projects');
  for (const name of await fs.readdir(projects, { recursive: true })) {
    const file = path.join(projects, name);
    if (!name.includes(of.sessionId) || !(await fs.stat(file)).isFile()) continue;
    const copy = path.join(projects, renamed(name));
    await fs.mkdir(path.dirname(copy), { recursive: true });
    await fs.writeFile(copy, renamed(await fs.readFile(file, 'utf8')));
  }
  if (of.pid === undefined) return { sessionId, dismiss: () => undefined };
  const double = startPlaceholder();
  const { pid, procStart } = double;
  const sessions = path.join(configHome, 'sessions');
  const text = await fs.readFile(path.join(sessions, `${of.pid}.json`), 'utf8');
  const entry = { ...(JSON.parse(renamed(text)) as object), pid, procStart };
  await fs.writeFile(path.join(sessions, `${pid}.json`), JSON.stringify(entry));
  return { sessionId, dismiss: () => double.kill() };
}

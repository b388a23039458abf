import { mkdtempSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { buildScript } from '../buildScript';

let built: Promise<string> | undefined;

/** The folder with the phone's page, of the sources as they are now; built once a process. */
export function builtPhonePage(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'phone-page-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { buildPhone } = await buildScript();
  await buildPhone(folder);
  return folder;
}

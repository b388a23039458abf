import * as path from 'node:path';
import { runCommand } from '../../support/editor/command';
import type { Bundles } from '../bundles';

export interface RawRead {
  readonly listMs: number;
  readonly ms: number;
  readonly cpuMs: number;
  readonly bytes: number;
  readonly files: number;
}

/** Measures how long reading all transcripts takes without any processing. */
export async function readRaw(bundles: Bundles, configHome: string): Promise<RawRead> {
  const folder = path.join(configHome, 'projects');
  return JSON.parse(await runCommand(process.execPath, [bundles.rawRead, folder])) as RawRead;
}

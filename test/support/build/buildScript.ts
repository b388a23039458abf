import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { projectRoot } from '../editor/paths';

/** Functions of `esbuild.mjs` that tests call; the script itself has no types. */
export interface BuildScript {
  readonly buildPhone: (folder: string, plugins?: readonly Plugin[]) => Promise<void>;
  readonly buildPrograms: (folder: string) => Promise<void>;
  readonly copiedOnce: Plugin;
  readonly ownEngine: Plugin;
  readonly ownSdk: Plugin;
  readonly inAscii: (script: string) => string;
  readonly copyTypes: (folder: string) => void;
  readonly thirdPartyNotices: (inputs: readonly string[], root: string) => string;
}

export async function buildScript(): Promise<BuildScript> {
  const script = pathToFileURL(path.join(projectRoot, 'esbuild.mjs')).href;
  return (await import(script)) as BuildScript;
}

import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as esbuild from 'esbuild';
import { nodeBundle } from '../support/build/bundleOptions';
import { runCommand } from '../support/editor/command';
import { projectRoot } from '../support/editor/paths';

/** Paths of the scripts that the bench starts as separate processes. */
export interface Bundles {
  /** The product's hub. */
  readonly hub: string;
  /** The product's command line tool. */
  readonly cli: string;
  /** Runs the parts of a window's extension host that the bench measures. */
  readonly host: string;
  readonly rawRead: string;
  readonly bareServer: string;
}

/**
 * Builds the product as it ships, and copies it to a folder that no other build changes during a
 * run.
 */
export async function buildBundles(cacheFolder: string): Promise<Bundles> {
  const folder = path.join(cacheFolder, 'bundles');
  await fs.mkdir(folder, { recursive: true });
  await runCommand(process.execPath, ['esbuild.mjs', '--production'], { cwd: projectRoot });
  const dist = path.join(projectRoot, 'dist');
  for (const name of await fs.readdir(dist)) {
    if (name.endsWith('.js')) await fs.copyFile(path.join(dist, name), path.join(folder, name));
  }
  await fs.cp(path.join(dist, 'phone'), path.join(folder, 'phone'), { recursive: true });
  const own = path.join(projectRoot, 'test', 'bench', 'host');
  await esbuild.build({
    ...nodeBundle,
    entryPoints: ['host', 'rawRead', 'bareServer'].map((name) => path.join(own, `${name}.ts`)),
    outdir: folder,
    minify: true,
  });
  return {
    hub: path.join(folder, 'hub.js'),
    cli: path.join(folder, 'cli.js'),
    host: path.join(folder, 'host.js'),
    rawRead: path.join(folder, 'rawRead.js'),
    bareServer: path.join(folder, 'bareServer.js'),
  };
}

import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { buildBundle } from '../../build/bundle';
import { projectRoot } from '../paths';
import { packageFolder } from './vsix';

/** Id of the extension in `test/fixtures/sampleExtension`. */
export const sampleExtensionId = 'acme.sample-deploys';

export interface SampleExtensions {
  /** The packages: one with code, and one with rules only. */
  readonly packages: readonly string[];
  dispose(): Promise<void>;
}

/** Packages the third-party extensions that the workbench tests install in addition to ours. */
export async function packageSamples(): Promise<SampleExtensions> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'mc-samples-'));
  const packages: string[] = [];
  for (const name of ['sampleExtension', 'sampleRules']) {
    const target = path.join(folder, name);
    await fs.cp(path.join(projectRoot, 'test/fixtures', name), target, { recursive: true });
    if (name === 'sampleExtension') await bundle(target);
    packages.push(await packageFolder(target, folder));
  }
  return { packages, dispose: () => fs.rm(folder, { recursive: true, force: true }) };
}

async function bundle(folder: string): Promise<void> {
  await buildBundle({
    entryPoints: [path.join(folder, 'extension.ts')],
    outfile: path.join(folder, 'extension.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    logLevel: 'warning',
  });
}

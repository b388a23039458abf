import * as path from 'node:path';
import * as esbuild from 'esbuild';
import { projectRoot } from '../editor/paths';
import { countStart } from '../startCounts';
import { builtOnce, builtOnceSync, isFingerprinted } from './builtOnce';

/** `esbuild.build`, counted for the report of a test run. */
export function buildBundle<T extends esbuild.BuildOptions>(
  options: esbuild.SameShape<esbuild.BuildOptions, T>,
): Promise<esbuild.BuildResult<T>> {
  countStart('bundle');
  return esbuild.build<T>(options);
}

/** Of entries within the project; where they go is not the caller's. */
type OnceOptions = Omit<
  esbuild.BuildOptions,
  'absWorkingDir' | 'outdir' | 'outfile' | 'write' | 'metafile' | 'plugins'
>;

/** The folder with a bundle of the sources as they are now, which all test processes share. */
export function bundledOnce(options: OnceOptions): Promise<string> {
  return builtOnce(JSON.stringify(options), async (outdir) => {
    checkInputs(await buildBundle(allOf(options, outdir)));
  });
}

/** The same where nothing can be waited for. */
export function bundledOnceSync(options: OnceOptions): string {
  return builtOnceSync(JSON.stringify(options), (outdir) => {
    countStart('bundle');
    checkInputs(esbuild.buildSync(allOf(options, outdir)));
  });
}

function allOf(options: OnceOptions, outdir: string) {
  return { ...options, absWorkingDir: projectRoot, outdir, metafile: true } as const;
}

/** A bundle would be out of date without anybody noticing if it held a file that is not looked at. */
function checkInputs({ metafile }: { readonly metafile: esbuild.Metafile }): void {
  const inputs = Object.keys(metafile.inputs).map((name) => path.resolve(projectRoot, name));
  const unseen = inputs.find((file) => !isFingerprinted(file));
  if (unseen !== undefined) throw new Error(`Changes of ${unseen} would not be noticed.`);
}

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

/** Options of a bundle whose entries are in the project; its output folder is chosen here. */
type OnceOptions = Omit<
  esbuild.BuildOptions,
  'absWorkingDir' | 'outdir' | 'outfile' | 'write' | 'metafile' | 'plugins'
>;

/** Folder with a bundle of the current sources, shared by all test processes. */
export function bundledOnce(options: OnceOptions): Promise<string> {
  return builtOnce(JSON.stringify(options), async (outdir) => {
    checkInputs(await buildBundle(allOf(options, outdir)));
  });
}

/** Synchronous variant of `bundledOnce`. */
export function bundledOnceSync(options: OnceOptions): string {
  return builtOnceSync(JSON.stringify(options), (outdir) => {
    countStart('bundle');
    checkInputs(esbuild.buildSync(allOf(options, outdir)));
  });
}

function allOf(options: OnceOptions, outdir: string) {
  return { ...options, absWorkingDir: projectRoot, outdir, metafile: true } as const;
}

/** Throws if an input is not fingerprinted: the bundle would become stale without notice. */
function checkInputs({ metafile }: { readonly metafile: esbuild.Metafile }): void {
  const inputs = Object.keys(metafile.inputs).map((name) => path.resolve(projectRoot, name));
  const unseen = inputs.find((file) => !isFingerprinted(file));
  if (unseen !== undefined) throw new Error(`Changes of ${unseen} would not be noticed.`);
}
